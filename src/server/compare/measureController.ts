import { join } from 'node:path';
import type { Connection } from 'vscode-languageserver/node';
import type { SavedRun } from '../../analysis/profile/savedRun.ts';
import { measureStates, type MeasureHooks } from '../../engine/measure/measure.ts';
import { readSavedRun } from '../../engine/profile/savedRunFile.ts';
import type { Failure } from '../../shared/failure.ts';
import type { MeasureOptions, MeasureReport, MeasureResult, Side } from '../../shared/measure.ts';
import type {
  MeasureAnswer,
  MeasureRequest,
  MeasureStatesAnswer,
  MeasureStatesRequest,
} from '../../shared/measureWire.ts';
import type { ComparisonHandlers } from './comparisonHandlers.ts';
import { answerMeasureStates } from './measureAnswers.ts';
import { ComparisonCache, type ComparedRun } from './comparisonCache.ts';
import { MeasuredFolder } from './measuredRuns.ts';
import { NoiseStore } from './noiseStore.ts';
import type { RunController } from '../runs/runController.ts';
import { writeRun } from '../runs/writeRun.ts';
import { tellHost } from '../tellHost.ts';

/** Measures two states in turn, and holds what came out as the comparison. */
export class MeasureController {
  constructor(
    private readonly connection: Connection,
    private readonly runs: RunController,
    private readonly comparison: ComparisonHandlers,
    /** Where saved runs are; null: nowhere. */
    private readonly storageFolder: () => string | null,
  ) {}

  /** Asks git, whose configuration in a repository may name programs. */
  readonly states = (request: MeasureStatesRequest): Promise<MeasureStatesAnswer> =>
    this.runs.whereTrusted(
      () => answerMeasureStates(request),
      (failure) => ({ states: null, problem: refused(failure).problem }),
    );

  readonly measure = ({ options }: MeasureRequest): Promise<MeasureAnswer> =>
    this.runs.alone((signal) => this.#measure(options, signal), refused);

  async #measure(options: MeasureOptions, signal: AbortSignal): Promise<MeasureResult> {
    const storage = this.storageFolder();
    const kept = storage === null ? new RunsInMemory() : new RunsInFolder(storage);
    const hooks: MeasureHooks = {
      onProgress: (progress) => void tellHost(this.connection, 'measureProgress', progress),
      onOutput: (text, stream) => void tellHost(this.connection, 'output', { text, stream }),
      onRun: (side, run) => kept.add(side, run),
    };
    const noise = storage === null ? null : new NoiseStore(join(storage, 'noise.json'));
    const knownNoise = noise?.find(options) ?? {};
    const result = await measureStates({ ...options, knownNoise }, hooks, signal);
    const { runs, paths } = await kept.settled();
    if (!result.report) {
      kept.remove();
      return result;
    }
    const problem = await this.comparison.hold(new ComparisonCache(runs, paths, result.report));
    if (problem !== null) throw new Error(problem);
    kept.keep(result.report);
    noise?.keep(options, result.report.measured.noise);
    return result;
  }
}

function refused(failure: Failure): MeasureResult {
  const { message } = failure;
  const kind = failure.kind === 'untrusted-workspace' ? failure.kind : 'already-running';
  return { report: null, problem: { kind, side: null, message, failure: null } };
}

/** Runs of a measuring that are written as they come. */
class RunsInFolder {
  readonly #folder: MeasuredFolder;
  readonly #writing: Promise<void>[] = [];

  constructor(storage: string) {
    this.#folder = new MeasuredFolder(storage);
  }

  add(side: Side, run: SavedRun): void {
    const written = writeRun({ kind: 'keep', run, path: this.#folder.nextPath(side) });
    // Told when all are waited for.
    written.catch(() => undefined);
    this.#writing.push(written);
  }

  /** Throws where one could not be written. */
  async settled() {
    await Promise.all(this.#writing);
    const { paths } = this.#folder;
    const runs = (['base', 'head'] as const).flatMap((side) =>
      paths[side].map((path): ComparedRun => ({ side, read: () => readSavedRun(path) })),
    );
    return { runs, paths };
  }

  remove(): void {
    this.#folder.remove();
  }

  /** In the place of what was measured before. */
  keep(report: MeasureReport): void {
    this.#folder.keepReport(report);
    this.#folder.removeOthers();
  }
}

class RunsInMemory {
  readonly #runs: ComparedRun[] = [];

  add(side: Side, run: SavedRun): void {
    const takenAt = Date.parse(run.report.takenAt ?? '');
    this.#runs.push({ side, read: () => ({ ...run, takenAt }) });
  }

  settled() {
    return Promise.resolve({ runs: this.#runs, paths: null });
  }

  remove(): void {
    this.#runs.length = 0;
  }

  /** It is held, which is all that there is without a folder. */
  keep(): void {}
}
