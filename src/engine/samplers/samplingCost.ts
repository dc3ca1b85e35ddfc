import {
  cpuMicrosBetween,
  readCpuTimes,
  readThreadTimes,
  type CpuTimes,
} from '../processes/cpuUsage.ts';
import type { Hello } from '../processes/targetEvents.ts';
import { readSamplerCpu } from './samplerCpu.ts';

/** Below this much CPU time the accounting, in hundredths of a second, says nothing of a share. */
const leastMicros = 100_000;

export interface CpuReading {
  /** CPU time of all of a target's processes. */
  processes: CpuTimes;
  /** Of the threads in them that run JavaScript, by what Linux calls them; empty elsewhere. */
  threads: CpuTimes;
  /** Of the threads in them that V8 samples with, with what they take of others. */
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
 * The share of the target's CPU time between two readings that sampling took (0…1); null where the
 * system does not tell, and where nothing was sampled.
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
