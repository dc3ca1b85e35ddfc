import {
  busyPrograms,
  programShares,
  readPrograms,
  type BusyProgram,
  type ProgramReading,
} from '../processes/busyPrograms.ts';
import {
  busiestThread,
  readThreads,
  type ThreadReading,
  type ThreadShares,
} from '../processes/threadTimes.ts';

/** Who had the CPUs within the window. Each field is null if the system does not tell (all but Linux). */
export interface CpuUse {
  server: ThreadShares | null;
  load: ThreadShares | null;
  /** Programs that do not belong to the run. */
  others: BusyProgram[] | null;
}

interface Reading {
  atMs: number;
  server: ThreadReading;
  load: ThreadReading;
  programs: ProgramReading | null;
}

export class CpuWatch {
  readonly #start = readPrograms();
  #loadBegins: ProgramReading | null = null;
  #windowBegins: Reading | null = null;

  beginLoad(): void {
    this.#loadBegins = readPrograms();
  }

  beginWindow(target: readonly number[], load: number): void {
    this.#windowBegins = read(target, load);
  }

  endWindow(target: readonly number[], load: number): CpuUse {
    const before = this.#windowBegins!;
    const after = read(target, load);
    const elapsedMs = after.atMs - before.atMs;
    return {
      server: busiestThread(before.server, after.server, elapsedMs),
      load: busiestThread(before.load, after.load, elapsedMs),
      others: this.#others(
        before.programs,
        after.programs,
        new Set([...target, load, process.pid]),
      ),
    };
  }

  #others(
    from: ProgramReading | null,
    to: ProgramReading | null,
    ours: ReadonlySet<number>,
  ): BusyProgram[] | null {
    const [start, load] = [this.#start, this.#loadBegins];
    if (!start || !load || !from || !to) return null;
    return busyPrograms(programShares(start, load, ours), programShares(from, to, ours));
  }
}

function read(target: readonly number[], load: number): Reading {
  return {
    atMs: performance.now(),
    ...{ server: readThreads(target), load: readThreads([load]), programs: readPrograms() },
  };
}
