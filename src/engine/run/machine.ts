import { availableParallelism, cpus } from 'node:os';
import type { MachineReport } from '../../shared/report.ts';

/** Describes the machine, since figures of two runs compare only on the same one; it never says whose it is. */
export function machineReport(): MachineReport {
  return {
    cpu: cpus()[0]?.model.trim() ?? '',
    cores: availableParallelism(),
    platform: process.platform,
    arch: process.arch,
  };
}
