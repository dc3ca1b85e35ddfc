import { namesIn, textOf } from './procFiles.ts';

/** The scheduler's counters of a thread, in nanoseconds. */
interface ThreadTimes {
  onCpuNs: number;
  /** Time in which it could have run while others had the CPUs. */
  waitedNs: number;
}

/** By thread id. */
export type ThreadReading = ReadonlyMap<number, ThreadTimes>;

/** Shares (0…1) of the time between two readings. */
export interface ThreadShares {
  onCpu: number;
  waited: number;
}

/** All threads of the processes; empty except on Linux. */
export function readThreads(pids: Iterable<number>): ThreadReading {
  const threads = new Map<number, ThreadTimes>();
  if (process.platform !== 'linux') return threads;
  for (const pid of new Set(pids)) {
    for (const thread of namesIn(`/proc/${pid}/task`)) {
      const [onCpuNs, waitedNs] = textOf(`/proc/${pid}/task/${thread}/schedstat`)
        .split(' ')
        .map(Number);
      if (onCpuNs && waitedNs !== undefined) threads.set(Number(thread), { onCpuNs, waitedNs });
    }
  }
  return threads;
}

/** The shares of the thread that ran most between two readings; null if none ran. */
export function busiestThread(
  before: ThreadReading,
  after: ThreadReading,
  elapsedMs: number,
): ThreadShares | null {
  let busiest: ThreadShares | null = null;
  for (const [thread, { onCpuNs, waitedNs }] of after) {
    const from = before.get(thread) ?? { onCpuNs: 0, waitedNs: 0 };
    const onCpu = (onCpuNs - from.onCpuNs) / 1e6 / elapsedMs;
    const waited = (waitedNs - from.waitedNs) / 1e6 / elapsedMs;
    if (onCpu > (busiest?.onCpu ?? 0)) busiest = { onCpu, waited };
  }
  return busiest;
}
