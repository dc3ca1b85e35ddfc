import { cpuMicrosBetween, readCpuTimes, type CpuTimes } from '../target/cpuUsage.ts';
import { readSamplerCpu } from './samplerCpu.ts';

/**
 * What a sample costs on the thread that it interrupts (the signal, the walk over its stack), as a
 * part of what it costs on the sampler's own threads. The first can't be told from the server's work
 * while it runs, the second is in the system's accounting. Measured with `npm run bench -- interrupt`
 * on a thread whose work is counted.
 */
export const interruptionPart = 0.35;

/** Below this much CPU time the accounting, in hundredths of a second, says nothing of a share. */
const leastMicros = 100_000;

export interface CpuReading {
  /** CPU time of all of a target's processes. */
  processes: CpuTimes;
  /** Of the threads in them that V8 samples with. */
  samplers: CpuTimes;
}

export async function readCpu(pids: readonly number[]): Promise<CpuReading> {
  return { processes: await readCpuTimes(pids), samplers: readSamplerCpu(pids) };
}

/**
 * The share of the target's CPU time between two readings that sampling took (0…1); null where the
 * system does not tell, and where nothing was sampled.
 */
export function samplingCostShare(before: CpuReading, after: CpuReading): number | null {
  const micros = cpuMicrosBetween(before.processes, after.processes);
  const threadMicros = cpuMicrosBetween(before.samplers, after.samplers);
  if (micros === null || threadMicros === null || micros < leastMicros) return null;
  return Math.min(1, (threadMicros * (1 + interruptionPart)) / micros);
}
