import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Connection } from 'vscode-languageserver/node';
import type { SavedRun } from '../analysis/savedRun.ts';
import { measureStates, type MeasureHooks } from '../engine/measure.ts';
import { readSavedRun } from '../engine/savedRunFile.ts';
import type { Failure } from '../shared/failure.ts';
import { lspMethods, type OutputMessage } from '../shared/lspWire.ts';
import type { MeasureOptions, MeasureResult, Side } from '../shared/measure.ts';
import type {
  MeasureAnswer,
  MeasureProgressMessage,
  MeasureRequest,
} from '../shared/measureWire.ts';
import type { ComparisonAnswers } from './comparisonAnswers.ts';
import { HeldComparison, type ComparedRun } from './heldComparison.ts';
import { NoiseStore } from './noiseStore.ts';
import type { RunKeeper } from './runKeeper.ts';
import { writeRun } from './writeRun.ts';

/** Measures two states in turn, and holds what came out as the comparison. */
export class MeasureKeeper {
  constructor(
    private readonly connection: Connection,
    private readonly runs: RunKeeper,
    private readonly comparison: ComparisonAnswers,
    /** Where saved runs are; null: nowhere. */
    private readonly storageFolder: () => string | null,
  ) {}

  readonly measure = ({ options }: MeasureRequest): Promise<MeasureAnswer> =>
    this.runs.alone((signal) => this.#measure(options, signal), refused);

  async #measure(options: MeasureOptions, signal: AbortSignal): Promise<MeasureResult> {
    const storage = this.storageFolder();
    const kept = storage === null ? new RunsInMemory() : new RunsInFolder(storage);
    const hooks: MeasureHooks = {
      onProgress: (progress) =>
        this.#say(lspMethods.measureProgress, progress satisfies MeasureProgressMessage),
      onOutput: (text, stream) =>
        this.#say(lspMethods.output, { text, stream } satisfies OutputMessage),
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
    const problem = await this.comparison.hold(new HeldComparison(runs, paths, result.report));
    if (problem !== null) throw new Error(problem);
    kept.removeOthers();
    noise?.keep(options, result.report.measured.noise);
    return result;
  }

  #say(method: string, message: object): void {
    // A client that is gone has no use for it.
    this.connection.sendNotification(method, message).catch(() => undefined);
  }
}

function refused(failure: Failure): MeasureResult {
  const { message } = failure;
  const kind = failure.kind === 'untrusted-workspace' ? failure.kind : 'already-running';
  return { report: null, problem: { kind, side: null, message, failure: null } };
}

const folderName = /^measured-\d+$/;

/** The runs of a measuring in a folder of their own, so that the page of them comes back after a reload. */
class RunsInFolder {
  readonly #folder: string;
  readonly #paths: Record<Side, string[]> = { base: [], head: [] };
  readonly #writing: Promise<void>[] = [];

  constructor(private readonly storage: string) {
    this.#folder = join(storage, `measured-${Date.now()}`);
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
  }

  add(side: Side, run: SavedRun): void {
    const name = `${side}-${this.#paths[side].length + 1}.hotframe`;
    const path = join(this.#folder, name);
    this.#paths[side].push(path);
    const written = writeRun({ kind: 'keep', run, path });
    // Told when all are waited for.
    written.catch(() => undefined);
    this.#writing.push(written);
  }

  /** Throws where one could not be written. */
  async settled() {
    await Promise.all(this.#writing);
    const runs = (['base', 'head'] as const).flatMap((side) =>
      this.#paths[side].map((path): ComparedRun => ({ side, read: () => readSavedRun(path) })),
    );
    return { runs, paths: this.#paths };
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Those of earlier measurings. */
  removeOthers(): void {
    for (const name of readdirSync(this.storage)) {
      const path = join(this.storage, name);
      if (folderName.test(name) && path !== this.#folder) rmSync(path, { recursive: true });
    }
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

  /** There are none. */
  removeOthers(): void {}
}
