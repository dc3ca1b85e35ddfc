import { availableParallelism, cpus } from 'node:os';
import type { MachineReport } from '../../shared/report.ts';

/** What figures of two runs need to be of the same machine for; nothing that says whose it is. */
export function machineReport(): MachineReport {
  return {
    cpu: cpus()[0]?.model.trim() ?? '',
    cores: availableParallelism(),
    platform: process.platform,
    arch: process.arch,
  };
}
