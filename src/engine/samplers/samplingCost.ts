import {
  cpuMicrosBetween,
  readCpuTimes,
  readThreadTimes,
  type CpuTimes,
} from '../processes/cpuUsage.ts';
import type { Hello } from '../processes/targetEvents.ts';
import { readSamplerCpu } from './samplerCpu.ts';

/** With less CPU time, an accounting in hundredths of a second gives no share. */
const leastMicros = 100_000;

export interface CpuReading {
  processes: CpuTimes;
  /** CPU time of their threads that run JavaScript, by Linux thread id; empty on other systems. */
  threads: CpuTimes;
  /** CPU time of V8's sampling threads in them, with their cost in other threads. */
  samplers: CpuTimes;
}

export async function readCpu(
  pids: readonly number[],
  hellos: readonly Hello[],
): Promise<CpuReading> {
  return {
    processes: await readCpuTimes(pids),
    threads: readThreadTimes(hellos),
    samplers: readSamplerCpu(pids),
  };
}

/**
 * The share (0…1) of the target's CPU time that sampling took between two readings; null if the
 * system does not tell or nothing was sampled.
 */
export function samplingCostShare(
  before: Pick<CpuReading, 'processes' | 'samplers'>,
  after: Pick<CpuReading, 'processes' | 'samplers'>,
): number | null {
  const micros = cpuMicrosBetween(before.processes, after.processes);
  const samplerMicros = cpuMicrosBetween(before.samplers, after.samplers);
  if (micros === null || samplerMicros === null || micros < leastMicros) return null;
  return Math.min(1, samplerMicros / micros);
}
