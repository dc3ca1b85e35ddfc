import { readFileSync } from 'node:fs';
import pidusage from 'pidusage';

/** CPU time of processes so far, in microseconds, by process id. */
export type CpuTimes = ReadonlyMap<number, number>;

/** The kernel's unit in /proc is fixed at 100 a second for all programs. */
const microsPerTick = 10_000;

/** Reads what can be read of the processes; those that ended are left out. */
export async function readCpuTimes(pids: Iterable<number>): Promise<CpuTimes> {
  const times = new Map<number, number>();
  for (const pid of new Set(pids)) {
    const micros = process.platform === 'linux' ? ownMicros(pid) : await foreignMicros(pid);
    if (micros !== null) times.set(pid, micros);
  }
  return times;
}

/** CPU time spent between two readings; null where nothing could be read. A process that came in between counts from its start. */
export function cpuMicrosBetween(before: CpuTimes, after: CpuTimes): number | null {
  if (after.size === 0) return null;
  let sum = 0;
  for (const [pid, micros] of after) sum += micros - (before.get(pid) ?? 0);
  return sum;
}

/** `pid (name) state …` with user and system time as fields 14 and 15. */
function ownMicros(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * microsPerTick;
  } catch {
    return null;
  }
}

/** Windows needs seconds for an answer, which would shift the window: it goes without. */
async function foreignMicros(pid: number): Promise<number | null> {
  if (process.platform === 'win32') return null;
  try {
    return (await pidusage(pid)).ctime * 1000;
  } catch {
    return null;
  }
}
