import type { CpuTimes } from '../target/cpuUsage.ts';
import { namesIn, textOf } from '../target/procFiles.ts';

/**
 * What V8 calls the threads that sample: of `--prof` one that wakes and interrupts, and one that
 * writes the log; of its CPU profiler one that does both.
 */
const samplerThreads = new Set(['SamplingThread', 'v8:Profiler', 'v8:ProfEvntProc']);

/**
 * CPU time so far, in microseconds, of the threads in these processes that V8 samples with, by thread
 * id. Only Linux tells it; elsewhere there are none.
 */
export function readSamplerCpu(pids: Iterable<number>): CpuTimes {
  const times = new Map<number, number>();
  if (process.platform !== 'linux') return times;
  for (const pid of new Set(pids)) {
    const tasks = `/proc/${pid}/task`;
    for (const thread of namesIn(tasks)) {
      if (!samplerThreads.has(textOf(`${tasks}/${thread}/comm`).trimEnd())) continue;
      // To the nanosecond, where `stat` has hundredths of a second.
      const ns = Number(textOf(`${tasks}/${thread}/schedstat`).split(' ')[0] || NaN);
      if (ns > 0) times.set(Number(thread), ns / 1000);
    }
  }
  return times;
}
