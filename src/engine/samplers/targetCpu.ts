import type { RunScope } from '../runScope.ts';
import { findTree } from '../processes/processTree.ts';
import { readCpu, type CpuReading } from './samplingCost.ts';

/** The CPU time so far of all processes of a run's target, those that told of themselves and others. */
export function readTargetCpu({ folder, target }: RunScope): Promise<CpuReading> {
  const { pid, events } = target!;
  events.poll();
  const tree = findTree({ root: pid, runFolder: folder! });
  return readCpu([...tree, ...events.hellos.map((hello) => hello.pid)], events.hellos);
}
