import pidusage from 'pidusage';
import { statOf } from './procFiles.ts';
import type { Hello } from './targetEvents.ts';

/** CPU time of processes so far, in microseconds, by process id. */
export type CpuTimes = ReadonlyMap<number, number>;

/** /proc counts in 1/100 s for every program, whatever the kernel's own tick is. */
const microsPerTick = 10_000;

/** Leaves out processes that have ended. */
export async function readCpuTimes(pids: Iterable<number>): Promise<CpuTimes> {
  const times = new Map<number, number>();
  for (const pid of new Set(pids)) {
    const micros =
      process.platform === 'linux' ? statMicros(`/proc/${pid}/stat`) : await foreignMicros(pid);
    if (micros !== null) times.set(pid, micros);
  }
  return times;
}

/** CPU time between two readings; null without any. A process that started in between counts in full. */
export function cpuMicrosBetween(before: CpuTimes, after: CpuTimes): number | null {
  if (after.size === 0) return null;
  let sum = 0;
  for (const [pid, micros] of after) sum += micros - (before.get(pid) ?? 0);
  return sum;
}

/**
 * CPU time so far of the threads that run JavaScript, by Linux thread id. Empty on other systems;
 * worker threads that were started without the preload are missing.
 */
export function readThreadTimes(hellos: Iterable<Hello>): CpuTimes {
  const times = new Map<number, number>();
  if (process.platform !== 'linux') return times;
  for (const hello of hellos) {
    const tid = systemThreadOf(hello);
    if (tid === undefined) continue;
    const micros = statMicros(`/proc/${hello.pid}/task/${tid}/stat`);
    if (micros !== null) times.set(tid, micros);
  }
  return times;
}

export function systemThreadOf({ pid, threadId, tid }: Hello): number | undefined {
  return threadId === 0 ? pid : tid;
}

/** User and system time are fields 14 and 15. */
function statMicros(file: string): number | null {
  const stat = statOf(file);
  return stat && (Number(stat.fields[11]) + Number(stat.fields[12])) * microsPerTick;
}

/**
 * Not read on Windows, which needs seconds to answer and would shift the window. There the processes tell
 * it themselves (allocationCount.ts).
 */
async function foreignMicros(pid: number): Promise<number | null> {
  if (process.platform === 'win32') return null;
  try {
    return (await pidusage(pid)).ctime * 1000;
  } catch {
    return null;
  }
}
