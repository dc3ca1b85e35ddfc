import { join } from 'node:path';
import type { Connection } from 'vscode-languageserver/node';
import type { SavedRun } from '../../analysis/saved/savedRun.ts';
import { measureStates, type MeasureHooks } from '../../engine/measure/measure.ts';
import { readSavedRun } from '../../engine/profile/savedRunFile.ts';
import { notAllowed } from '../../shared/measureText.ts';
import type { MeasureOptions, MeasureReport, MeasureResult, Side } from '../../shared/measure.ts';
import type { AnswerOf, RequestOf } from '../../shared/lspWire.ts';
import type { ComparisonHandlers } from '../compare/comparisonHandlers.ts';
import { answerMeasureStates } from './measureHandlers.ts';
import { ComparisonCache, type ComparedRun } from '../compare/comparisonCache.ts';
import { MeasuredFolder } from '../store/measuredRuns.ts';
import { NoiseStore } from './noiseStore.ts';
import type { RunController } from '../runs/runController.ts';
import { writeRun } from '../store/writeRun.ts';
import { tellHost } from '../core/tellHost.ts';

/** Measures two states in turn, and makes the result the current comparison. */
export class MeasureController {
  constructor(
    private readonly connection: Connection,
    private readonly runs: RunController,
    private readonly comparison: ComparisonHandlers,
    /** The folder of saved runs; null if there is no storage. */
    private readonly storageFolder: () => string | null,
  ) {}

  /** Only in trusted workspaces, as a repository's git configuration may name programs. */
  readonly states = (request: RequestOf<'measureStates'>): Promise<AnswerOf<'measureStates'>> =>
    this.runs.whereTrusted(
      () => answerMeasureStates(request),
      (failure) => ({ states: null, problem: notAllowed(failure) }),
    );

  readonly measure = ({ options }: RequestOf<'measure'>): Promise<MeasureResult> =>
    this.runs.alone(
      (signal) => this.#measure(options, signal),
      (failure) => ({ report: null, problem: notAllowed(failure) }),
    );

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

/** Runs of a measurement that are written as they come. */
class RunsInFolder {
  readonly #folder: MeasuredFolder;
  readonly #writing: Promise<void>[] = [];

  constructor(storage: string) {
    this.#folder = new MeasuredFolder(storage);
  }

  add(side: Side, run: SavedRun): void {
    const written = writeRun({ kind: 'keep', run, path: this.#folder.nextPath(side) });
    // `settled` reports the error.
    written.catch(() => undefined);
    this.#writing.push(written);
  }

  /** Throws if a run could not be written. */
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

  /** Keeps this measurement instead of earlier ones. */
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

  /** The comparison holds the runs; there is no folder to keep them in. */
  keep(): void {}
}
