import type { CpuTimes } from '../processes/cpuUsage.ts';
import { namesIn, textOf } from '../processes/procFiles.ts';

/**
 * What V8 calls the threads that sample: of `--prof` one that wakes and interrupts, and one that
 * writes the log; of its CPU profiler one that does both. With each, what a sample takes of the thread
 * that it interrupts (the signal, the walk over the stack), as a part of what it takes of these:
 * nothing tells that from the server's work while it runs. `npm run bench -- interrupt` measures it on
 * a thread whose work is counted.
 */
const samplerThreads: ReadonlyMap<string, number> = new Map([
  ['SamplingThread', 0.4],
  ['v8:Profiler', 0.4],
  ['v8:ProfEvntProc', 0.6],
]);

/**
 * CPU time so far, in microseconds, of the threads in these processes that V8 samples with, by thread
 * id, with what they take of others. Only Linux tells it; elsewhere there are none.
 */
export function readSamplerCpu(pids: Iterable<number>): CpuTimes {
  const times = new Map<number, number>();
  if (process.platform !== 'linux') return times;
  for (const pid of new Set(pids)) {
    const tasks = `/proc/${pid}/task`;
    for (const thread of namesIn(tasks)) {
      const part = samplerThreads.get(textOf(`${tasks}/${thread}/comm`).trimEnd());
      if (part === undefined) continue;
      // To the nanosecond, where `stat` has hundredths of a second.
      const ns = Number(textOf(`${tasks}/${thread}/schedstat`).split(' ')[0] || NaN);
      if (ns > 0) times.set(Number(thread), (ns / 1000) * (1 + part));
    }
  }
  return times;
}
