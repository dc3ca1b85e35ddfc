import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serialize } from 'node:v8';
import { compareCalls } from '../../analysis/compare/compareCalls.ts';
import { maxPairs, minPairs } from '../../analysis/compare/verdict.ts';
import type {
  BenchAnswers,
  BenchComparison,
  BenchOptions,
  BenchReport,
  BenchResult,
  BenchShapes,
  BenchStep,
  BenchUnderLoad,
} from '../../shared/bench.ts';
import { answersDiffer, noteSentences } from '../../shared/benchText.ts';
import type { BenchSide, PlacedFunction, Recording } from '../../shared/benchWire.ts';
import type { RunOptions } from '../../shared/runOptions.ts';
import { FailureError } from '../../shared/failure.ts';
import { RunScope } from '../launch/runScope.ts';
import { nodeBinary } from '../processes/nodeCommand.ts';
import { stopTree } from '../processes/processTree.ts';
import { GuardProcess } from '../programs/guardProcess.ts';
import { runProfile } from '../run/run.ts';
import type { RunHooks } from '../run/runOutcome.ts';
import { FolderOwner } from '../runFolder/folderOwner.ts';
import { createRunFolder, nameRunFolder, temporaryFolder } from '../runFolder/runFolder.ts';
import { BenchProblemError, benchProblem } from './benchProblem.ts';
import { BenchProcesses, type BenchNode } from './benchProcess.ts';
import { findSides, type BenchSides } from './benchSides.ts';
import { clockOf, figuresOf, isNothingLeft, timesBy, type Measured } from './figures.ts';
import { placeInFile } from './placeInFile.ts';
import { predictRequest } from './predictRequest.ts';
import { recordCalls } from './recordCalls.ts';
import { shapesOf } from './shapes.ts';
import { underLoad } from './underLoad.ts';
import { writeBenchmark } from './writeBenchmark.ts';

export interface BenchHooks {
  onStep(step: BenchStep): void;
  onOutput(text: string, stream: 'stdout' | 'stderr'): void;
}

/** Processes that measure one function alone. */
const aloneProcesses = 6;
/** Between samples of the short profile, so that a share of a percent has some. */
const profileMicros = 1_000;
/** Shapes are met in the first moments already. */
const shapeTimes = { warmupS: 1, durationS: 2 };
/** The difference is known well enough if its interval reaches no further to both sides. */
const narrowPercent = 2;

/**
 * Measures one function by itself, with the arguments that the server passes to it under load.
 * Everything that it made is gone when it resolves. Throws only on defects.
 */
export async function benchmark(
  options: BenchOptions,
  hooks: BenchHooks,
  signal: AbortSignal,
): Promise<BenchResult> {
  const scope = new RunScope();
  try {
    scope.folder = nameRunFolder(await temporaryFolder());
    // First of all, so that whatever ends the engine leaves no folder.
    scope.guard = new GuardProcess(scope.folder);
    await createRunFolder(scope.folder);
    scope.owner = await FolderOwner.claim(scope.folder);
    const report = await new Benchmark(options, hooks, signal, scope.folder).report();
    return { report, problem: null };
  } catch (error) {
    if (signal.aborted)
      return { report: null, problem: benchProblem('cancelled', 'Cancelled.').problem };
    if (error instanceof BenchProblemError) return { report: null, problem: error.problem };
    if (error instanceof FailureError) {
      const { failure } = error;
      return {
        report: null,
        problem: benchProblem('run-failed', failure.message, failure).problem,
      };
    }
    throw error;
  } finally {
    if (scope.folder) await stopTree({ root: null, runFolder: scope.folder });
    await scope.end();
  }
}

class Benchmark {
  #sides!: BenchSides;
  #processes!: BenchProcesses;
  #load: BenchUnderLoad | null = null;
  #callsFile: string | null = null;
  #started = 0;

  constructor(
    private readonly options: BenchOptions,
    private readonly hooks: BenchHooks,
    private readonly signal: AbortSignal,
    private readonly folder: string,
  ) {}

  async report(): Promise<BenchReport> {
    const { options } = this;
    const { recording, placed, node, version } = await this.#prepare();
    this.#processes = new BenchProcesses(node, this.folder, this.signal);
    const second = recording?.second ?? null;
    this.#sides = await findSides(placed, options.file, options.against, second, node.execArgv);
    const { own, rival } = this.#sides;
    const answers = rival && (await this.#check(own, rival.side));
    const isComparable = answers !== null && !answersDiffer(answers);
    const endMs = performance.now() + options.budgetS * 1000;
    const { base, head } = isComparable
      ? await this.#inTurn(own, rival!.side, endMs)
      : { base: await this.#alone(own), head: [] };
    const isTierKnown = (this.#load?.tier ?? null) !== null;
    const clock = clockOf([...base, ...head]);
    const measured = figuresOf(base, isTierKnown, clock);
    const rivalFigures = head.length > 0 ? figuresOf(head, isTierKnown, clock) : null;
    // If V8 may have removed a part of the work, times of two functions say nothing of their work.
    const isWhole = [measured, rivalFigures].every((each) => each?.elimination === 'measured');
    const comparison = isWhole ? this.#compare(base, head) : null;
    const { kind } = base[0]!.calls;
    const shapes = options.run && (await this.#shapes(options.run, own, placed));
    const written =
      options.writeTo === null ? null : await this.#write(options.writeTo, own, placed);
    const report: BenchReport = {
      hotframeBench: 1,
      function: {
        name: placed.name || '(anonymous)',
        file: options.file,
        line: placed.line,
        kind,
        ...(placed.runtimeFile === options.file ? {} : { runtimeFile: placed.runtimeFile }),
      },
      node: version,
      recording: recording && {
        calls: recording.calls,
        requests: recording.requests,
        kept: recording.kept.length,
        everyNth: recording.everyNth,
        isUsed: options.fixture === null,
      },
      underLoad: this.#load,
      shapes,
      measured,
      rival: rivalFigures && { ...rivalFigures, words: rival!.words },
      answers,
      comparison,
      prediction: comparison && predictRequest(this.#load, measured, comparison, kind, shapes),
      written: written?.files ?? [],
      notes: [],
    };
    const plainClasses = [...new Set(base.flatMap(({ calls }) => calls.plainClasses))];
    const lost = recording?.lost ?? [];
    report.notes = [
      ...noteSentences(report, { plainClasses, lost, isRecursive: placed.isRecursive }),
      ...(written?.note === undefined ? [] : [written.note]),
    ];
    return report;
  }

  /** Finds the function and the Node.js that runs it, from the server itself if one is given. */
  async #prepare(): Promise<{
    recording: Recording | null;
    placed: PlacedFunction;
    node: BenchNode;
    version: string;
  }> {
    const { options, hooks, signal, folder } = this;
    const { run } = options;
    if (!run) {
      const placed = placeInFile(options);
      const cwd = dirname(options.file);
      const execPath = nodeBinary('node', cwd, process.env);
      const node = { execPath, execArgv: [], cwd, env: process.env };
      return { recording: null, placed, node, version: '' };
    }
    const runHooks = silentHooks(hooks);
    hooks.onStep({ kind: 'recording' });
    const { recording, launched } = await recordCalls(options, run, folder, runHooks, signal);
    hooks.onStep({ kind: 'profiling' });
    const profiled = await runProfile(
      { ...run, chargesAwaits: false, intervalMicros: profileMicros },
      runHooks,
      signal,
    );
    const { failure } = profiled.report;
    if (failure) {
      throw benchProblem(
        failure.kind === 'cancelled' ? 'cancelled' : 'run-failed',
        failure.message,
        failure,
      );
    }
    const placed = recording.found!;
    this.#load = underLoad(profiled.report, options.file, { ...recording, found: placed });
    this.#callsFile = join(folder, 'calls');
    writeFileSync(this.#callsFile, serialize(recording.kept), { mode: 0o600 });
    const { execPath, execArgv, cwd } = recording;
    const node = { execPath, execArgv, cwd, env: launched.env };
    return { recording, placed, node, version: recording.node };
  }

  async #check(own: BenchSide, rival: BenchSide): Promise<BenchAnswers> {
    this.hooks.onStep({ kind: 'checking' });
    const { answer } = await this.#processes.run(this.#job('check', [own, rival]));
    if (answer.type !== 'checked') throw new Error('The process that checks has not checked.');
    const { calls, isUnsteady, holdsFunctions, differing, differences } = answer;
    return { calls, isUnsteady, holdsFunctions, differing, differences };
  }

  async #alone(side: BenchSide): Promise<Measured[]> {
    const measured: Measured[] = [];
    while (measured.length < aloneProcesses) measured.push(await this.#measure(side));
    return measured;
  }

  /** A B B A A B B A, until the difference is known well enough or the time is over. */
  async #inTurn(own: BenchSide, rival: BenchSide, endMs: number) {
    const base: Measured[] = [];
    const head: Measured[] = [];
    for (let pair = 0; pair < maxPairs; pair++) {
      const order = pair % 2 === 0 ? [own, rival] : [rival, own];
      for (const side of order) (side === own ? base : head).push(await this.#measure(side));
      if (base.length < minPairs) continue;
      const comparison = this.#compare(base, head);
      const change = comparison?.change;
      const width = change ? change.highPercent - change.lowPercent : Infinity;
      if (!comparison || width < 2 * narrowPercent || performance.now() > endMs) break;
    }
    return { base, head };
  }

  /** Null if nothing is left of one of them. */
  #compare(own: readonly Measured[], rival: readonly Measured[]): BenchComparison | null {
    const clock = clockOf([...own, ...rival]);
    const timesOf = (all: readonly Measured[]) =>
      all.map(({ order, calls }) => ({ order, ...timesBy(clock, calls) }));
    if (isNothingLeft(timesOf(own)) || isNothingLeft(timesOf(rival))) return null;
    // The code of a revision was before.
    const isBefore = this.options.against?.kind === 'revision';
    const [base, head] = isBefore ? [rival, own] : [own, rival];
    const compared = compareCalls(timesOf(base), timesOf(head));
    return { ...compared, judged: isBefore ? 'measured' : 'rival' };
  }

  async #measure(side: BenchSide): Promise<Measured> {
    const order = ++this.#started;
    this.hooks.onStep({ kind: 'measuring', processes: order });
    const { answer, deopts } = await this.#processes.run(this.#job('measure', [side]));
    if (answer.type !== 'measured') throw new Error('The process that measures has not measured.');
    return { order, calls: answer, deopts };
  }

  /** What is not known of shapes takes nothing from what was measured. */
  async #shapes(run: RunOptions, own: BenchSide, placed: PlacedFunction): Promise<BenchShapes> {
    const { hooks, signal } = this;
    if (run.sampler !== undefined && run.sampler !== 'v8log') {
      return { kind: 'not-known', reason: 'only V8’s log tells of shapes' };
    }
    hooks.onStep({ kind: 'shapes' });
    const { report, profile } = await runProfile(
      { ...run, load: { ...run.load, ...shapeTimes }, chargesAwaits: false, deep: true },
      silentHooks(hooks),
      signal,
    );
    signal.throwIfAborted();
    if (report.failure) return { kind: 'not-known', reason: report.failure.message };
    const measure = () => this.#processes.run(this.#job('measure', [own]), true);
    return shapesOf(profile?.icSites ?? [], this.options.file, placed, own, measure);
  }

  async #write(file: string, side: BenchSide, placed: PlacedFunction) {
    const { answer } = await this.#processes.run(this.#job('write', [side]));
    if (answer.type !== 'exported') throw new Error('The process has not said how to export.');
    return writeBenchmark(file, answer, placed);
  }

  #job(task: 'measure' | 'check' | 'write', sides: BenchSide[]) {
    const { fixture } = this.options;
    const callsFile = fixture === null ? this.#callsFile : null;
    return { task, sides, callsFile, fixture, tier: this.#load?.tier ?? null };
  }
}

function silentHooks(hooks: BenchHooks): RunHooks {
  return { onState: () => {}, onProgress: () => {}, onOutput: hooks.onOutput.bind(hooks) };
}
