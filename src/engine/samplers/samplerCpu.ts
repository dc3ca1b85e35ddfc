import type { CpuTimes } from '../processes/cpuUsage.ts';
import { namesIn, textOf } from '../processes/procFiles.ts';

/**
 * V8's sampling threads by name: `--prof` has one that interrupts and one that writes the log, the
 * CPU profiler has one for both. The number is the extra cost in the interrupted thread (the signal
 * and the stack walk), as a part of the sampling thread's CPU time. It can't be told from the
 * server's work at run time, so `npm run bench -- interrupt` measures it on a thread whose work is
 * counted.
 */
const samplerThreads: ReadonlyMap<string, number> = new Map([
  ['SamplingThread', 0.4],
  ['v8:Profiler', 0.4],
  ['v8:ProfEvntProc', 0.6],
]);

/** Those of them that interrupt the thread that they sample. */
export const interruptingThreads: ReadonlySet<string> = new Set([
  'SamplingThread',
  'v8:ProfEvntProc',
]);

/**
 * CPU time so far, in microseconds, of V8's sampling threads in these processes, by thread id, with
 * their cost in interrupted threads. Empty except on Linux.
 */
export function readSamplerCpu(pids: Iterable<number>): CpuTimes {
  const times = new Map<number, number>();
  if (process.platform !== 'linux') return times;
  for (const pid of new Set(pids)) {
    const tasks = `/proc/${pid}/task`;
    for (const thread of namesIn(tasks)) {
      const part = samplerThreads.get(textOf(`${tasks}/${thread}/comm`).trimEnd());
      if (part === undefined) continue;
      // schedstat counts nanoseconds, `stat` only hundredths of a second.
      const ns = Number(textOf(`${tasks}/${thread}/schedstat`).split(' ')[0] || NaN);
      if (ns > 0) times.set(Number(thread), (ns / 1000) * (1 + part));
    }
  }
  return times;
}
