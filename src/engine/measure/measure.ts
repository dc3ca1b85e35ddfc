import { relative } from 'node:path';
import { measuredNoise, withNoise } from '../../analysis/compare/measuredNoise.ts';
import { RanCode } from '../../analysis/lineMapping/ranCode.ts';
import { repeatOf } from '../../analysis/compare/repeatOf.ts';
import type { SavedRun } from '../../analysis/saved/savedRun.ts';
import { StateComparison } from '../../analysis/compare/stateComparison.ts';
import { compareRepeats, maxPairs, minPairs } from '../../analysis/compare/verdict.ts';
import { FailureError, type Failure } from '../../shared/failure.ts';
import type { LoadProgress } from '../../shared/loadWire.ts';
import type {
  MeasureEnd,
  MeasureEstimate,
  MeasureOptions,
  MeasureProblem,
  MeasureProgress,
  MeasureReport,
  MeasureResult,
  MeasureStep,
  Side,
} from '../../shared/measure.ts';
import {
  editedMeanwhile,
  endWording,
  measureCancelled,
  measuredNote,
  notBegun,
  noiseNotes,
  runFailed,
} from '../../shared/measureText.ts';
import { noFigures } from '../../shared/samplingFailures.ts';
import { sentence } from '../../shared/wording.ts';
import type { RunState } from '../../shared/runState.ts';
import type { Repeat } from '../../shared/verdict.ts';
import { addDiskSources } from '../profile/diskSources.ts';
import { MeasureProblemError, prepareState, type PreparedState } from './measuredState.ts';
import { isNarrow } from './measureEnd.ts';
import { runProfile } from '../run/run.ts';
import type { LearnedOutcome } from '../run/runOutcome.ts';
import type { Attempt } from '../launch/serverLaunch.ts';

export interface MeasureHooks {
  /** Called at each step and pair, and about ten times a second under load. */
  onProgress(progress: MeasureProgress): void;
  onOutput(text: string, stream: 'stdout' | 'stderr'): void;
  /** Called for each successful run; `order` ascends over both sides. */
  onRun(side: Side, run: SavedRun, order: number): void;
}

/** All runs of a state are charged by what one has learned, so it learns longer than its window asks. */
const learningS = 1.5;

/**
 * Measures two states of the code in turn, A B B A A B B A, until the interval of the difference is
 * narrow enough or the time is over. Everything that it made is gone when it resolves. If
 * cancelled, it resolves with what is known so far. Throws only on defects.
 */
export async function measureStates(
  options: MeasureOptions,
  hooks: MeasureHooks,
  signal: AbortSignal,
): Promise<MeasureResult> {
  const measuring = new Measuring(options, hooks, signal);
  try {
    await measuring.prepare();
    const end = await measuring.runAll();
    return measuring.result(end);
  } catch (error) {
    if (error instanceof MeasureProblemError) return { report: null, problem: error.problem };
    if (error instanceof FailureError) return { report: null, problem: notBegun(error.failure) };
    // Cancelled work fails in its own ways.
    if (signal.aborted) return { report: null, problem: measureCancelled() };
    throw error;
  } finally {
    await measuring.end();
  }
}

class Measuring {
  readonly #states: Partial<Record<Side, PreparedState>> = {};
  readonly #repeats: Record<Side, Repeat[]> = { base: [], head: [] };
  readonly #warnings = new Set<string>();
  readonly #code: Record<Side, RanCode> = { base: new RanCode(), head: new RanCode() };
  readonly #comparison: StateComparison;
  /** The command that each state finally starts. */
  readonly #launched: Record<Side, Attempt | null> = { base: null, head: null };
  /** The first run of each state learns of its code for all its runs, in which the code is the same. */
  readonly #learned: Partial<Record<Side, LearnedOutcome>> = {};
  #step: MeasureStep = { kind: 'checking-out', side: 'base' };
  #estimate: MeasureEstimate | null = null;
  #startedMs: number | null = null;
  #elapsedS = 0;
  #runs = 0;
  #failedRuns = 0;
  #problem: MeasureProblem | null = null;

  constructor(
    private readonly options: MeasureOptions,
    private readonly hooks: MeasureHooks,
    private readonly signal: AbortSignal,
  ) {
    const { areas } = options.run;
    this.#comparison = new StateComparison({ areas, packages: [] });
  }

  async prepare(): Promise<void> {
    for (const side of ['base', 'head'] as const) {
      this.signal.throwIfAborted();
      const state = await prepareState(
        side,
        this.options,
        {
          onStep: (step) => this.#say({ ...step, side }),
          onOutput: (text, stream) => this.hooks.onOutput(text, stream),
        },
        this.signal,
      );
      this.#states[side] = state;
      for (const warning of state.warnings) this.#warnings.add(warning);
    }
  }

  async runAll(): Promise<MeasureEnd> {
    this.#startedMs = performance.now();
    for (let pair = 0; pair < maxPairs; pair++) {
      if (this.signal.aborted) return 'cancelled';
      if (pair > 0 && this.#seconds() + this.#secondsPerPair() > this.options.budgetS) {
        return 'budget';
      }
      const order: Side[] = pair % 2 === 0 ? ['base', 'head'] : ['head', 'base'];
      for (const side of order) {
        const went = await this.#repeat(side);
        if (went !== 'well') return went;
      }
      this.#estimate = this.#estimated();
      this.#say(this.#step);
      if (this.#estimate && isNarrow(this.#estimate.change, this.options.precisionPercent)) {
        return 'precise';
      }
    }
    return 'most-pairs';
  }

  result(ended: MeasureEnd): MeasureResult {
    const { base, head } = this.#repeats;
    if (base.length === 0 || head.length === 0) {
      return { report: null, problem: this.#problem ?? measureCancelled() };
    }
    const { budgetS, precisionPercent } = this.options;
    const known = this.options.knownNoise ?? {};
    const noise = measuredNoise(this.#repeats, known);
    const areLaunches = [this.options.base, this.options.head].every(
      ({ kind }) => kind === 'launch',
    );
    const compared = this.#comparison.report({ narrowPercent: this.#narrowPercent, areLaunches });
    const report = withNoise(compared, noise);
    const pairs = this.#pairs;
    const facts = {
      ...{ pairs, minPairs, budgetS, elapsedS: this.#elapsedS, problem: this.#problem },
      secondsPerPair: this.#secondsPerPair(),
    };
    const baseText = this.#states.base!.words;
    const headText = this.#states.head!.words;
    const end = sentence(endWording(ended, facts));
    const full: MeasureReport = {
      ...report,
      warnings: [...this.#warnings, ...report.warnings],
      notes: [
        measuredNote(baseText, headText),
        end.message,
        ...noiseNotes(known[report.verdict.metric]),
        ...this.#learningNotes(),
        ...report.notes,
      ],
      measured: {
        baseText,
        headText,
        ended,
        endSentence: end.message,
        ...(end.wording === undefined ? {} : { endWording: end.wording }),
        elapsedS: this.#elapsedS,
        budgetS,
        precisionPercent,
        failedRuns: this.#failedRuns,
        problem: this.#problem,
        noise,
      },
    };
    return { report: full, problem: null };
  }

  async end(): Promise<void> {
    const states = Object.values(this.#states);
    if (states.some(({ isCopy }) => isCopy)) this.#say({ kind: 'removing' });
    await Promise.all(states.map((state) => state.end()));
  }

  /** Repeats a failed run once, after a first success: a port may be taken for a moment. */
  async #repeat(side: Side): Promise<'well' | 'cancelled' | 'failed'> {
    const first = await this.#run(side);
    if (first === null) return 'well';
    if (first.kind === 'cancelled') return 'cancelled';
    const { length: before } = this.#repeats[side];
    const again = before === 0 ? first : await this.#run(side);
    if (again === null) return 'well';
    if (again.kind === 'cancelled') return 'cancelled';
    this.#problem = runFailed(side, this.#states[side]!.words, before, again);
    return 'failed';
  }

  async #run(side: Side): Promise<Failure | null> {
    const state = this.#states[side]!;
    const order = ++this.#runs;
    const startedAt = Date.now();
    const step = (at: RunState, load: LoadProgress | null): MeasureStep => {
      return { kind: 'running', side, run: order, state: at, load };
    };
    let at: RunState = { phase: 'idle' };
    const learned = this.#learned[side];
    const ran = await runProfile(
      // Else a later run would be charged by what the first could not learn.
      learned?.work === null ? { ...state.options, chargesAwaits: false } : state.options,
      {
        onState: (next) => this.#say(step((at = next), null)),
        onProgress: (load) => this.#say(step(at, load)),
        onOutput: (text, stream) => this.hooks.onOutput(text, stream),
      },
      this.signal,
      { launched: this.#launched[side], learned: learned?.work ?? null, learningS },
    );
    this.#launched[side] = ran.report.failure ? null : ran.launched;
    this.#elapsedS = this.#seconds();
    // Read sources now, because the base's files are gone in the end.
    if (ran.profile) addDiskSources(ran.profile, ran.report, startedAt, ran.workspaceFolders);
    const { report, profile } = state.atHome(ran);
    const repeat = repeatOf(report, order);
    if (report.failure || !profile || !repeat) {
      const failure = report.failure ?? noFigures();
      if (failure.kind !== 'cancelled') this.#failedRuns++;
      return failure;
    }
    if (ran.learned) this.#learned[side] ??= ran.learned;
    const stray = state.strayWarning(ran);
    if (stray !== null) this.#warnings.add(stray);
    const edited = this.#code[side].changedFiles(profile);
    if (edited.length > 0) {
      const names = edited.map((file) => relative(this.options.run.cwd, file));
      this.#warnings.add(editedMeanwhile(side, names));
    }
    this.#repeats[side].push(repeat);
    this.#comparison.add(side, { profile, report }, order);
    this.hooks.onRun(side, { profile, report }, order);
    return null;
  }

  #learningNotes(): string[] {
    return (['base', 'head'] as const).flatMap((side) => {
      const [note] = this.#learned[side]?.notes ?? [];
      return note === undefined ? [] : `In the runs of the ${side}: ${note}`;
    });
  }

  get #pairs(): number {
    return Math.min(this.#repeats.base.length, this.#repeats.head.length);
  }

  /** An interval around zero that reaches the wanted precision to both sides has twice its width. */
  get #narrowPercent(): number {
    return 2 * this.options.precisionPercent;
  }

  #estimated(): MeasureEstimate | null {
    const narrowPercent = this.#narrowPercent;
    const { metrics, verdict } = compareRepeats({ ...this.#repeats, narrowPercent });
    const [lead] = metrics;
    if (!lead?.change) return null;
    const { metric, change } = lead;
    return { metric, change, verdict, wantedPercent: this.options.precisionPercent };
  }

  #seconds(): number {
    return this.#startedMs === null ? 0 : (performance.now() - this.#startedMs) / 1000;
  }

  #secondsPerPair(): number {
    return this.#runs === 0 ? 0 : (2 * this.#elapsedS) / this.#runs;
  }

  #say(step: MeasureStep): void {
    this.#step = step;
    this.hooks.onProgress({
      step,
      elapsedS: this.#seconds(),
      budgetS: this.options.budgetS,
      pairs: this.#pairs,
      estimate: this.#estimate,
    });
  }
}
