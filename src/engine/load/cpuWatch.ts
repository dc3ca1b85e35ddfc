import type { CpuWait } from '../../analysis/report/loopSeconds.ts';
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
  /** The waits of the server, in their order; empty if the system does not tell. */
  waits: CpuWait[];
}

/** Twice in each second of the window, so that each has its own. */
const waitEveryMs = 500;

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
  #waits: CpuWait[] = [];
  #timer: NodeJS.Timeout | undefined;

  beginLoad(): void {
    this.#loadBegins = readPrograms();
  }

  beginWindow(target: readonly number[], load: number): void {
    this.#windowBegins = read(target, load);
    this.#watchWaits(target);
  }

  endWindow(target: readonly number[], load: number): CpuUse {
    this.stop();
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
      waits: this.#waits,
    };
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #watchWaits(target: readonly number[]): void {
    this.stop();
    const waits: CpuWait[] = (this.#waits = []);
    let [atMs, threads] = [nowMs(), readThreads(target)];
    this.#timer = setInterval(() => {
      const [fromMs, before] = [atMs, threads];
      [atMs, threads] = [nowMs(), readThreads(target)];
      const busiest = busiestThread(before, threads, atMs - fromMs);
      if (busiest) waits.push({ fromMs, toMs: atMs, share: Math.min(1, busiest.waited) });
    }, waitEveryMs).unref();
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

/** On the system's monotonic clock, as the moments of the window. */
function nowMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

function read(target: readonly number[], load: number): Reading {
  return {
    atMs: performance.now(),
    ...{ server: readThreads(target), load: readThreads([load]), programs: readPrograms() },
  };
}
