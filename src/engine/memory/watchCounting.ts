import { existsSync, watch } from 'node:fs';
import type * as Inspector from 'node:inspector';
import type * as V8 from 'node:v8';
import { threadId } from 'node:worker_threads';
import { countedFile, countFile, heapSuffix, type ThreadAllocation } from '../../shared/memory.ts';
import type { TargetEvent } from '../../shared/targetWire.ts';
import { AllocationMeter } from './allocationMeter.ts';
import { HeapSampler } from './heapSampler.ts';
import { TracedAllocation } from './tracedAllocation.ts';

declare const require: NodeJS.Require;

/**
 * Counts in the target what this thread allocates, from when the engine asks for it to when it wants
 * to know.
 *
 * @param samples whether the functions that allocate are sampled too
 * @param isServing whether a server of this thread listens; beside one there is little to collect
 */
export function watchCounting(
  folder: string,
  samples: boolean,
  isServing: () => boolean,
  tell: (event: TargetEvent) => void,
): void {
  let meter: AllocationMeter | TracedAllocation | null = null;
  let sampler: HeapSampler | null = null;
  const begin = () => {
    if (meter) return;
    // Neither is loaded before it is needed.
    if (samples) sampler = new HeapSampler(require('node:inspector') as typeof Inspector);
    const v8 = require('node:v8') as typeof V8;
    // Only the main thread may trace. It runs some code for it, with which it would be sampled.
    const mayTrace = threadId === 0 && isServing();
    meter = (mayTrace ? TracedAllocation.begin(v8) : null) ?? AllocationMeter.begin(v8);
    tell({ type: 'counting', isAble: meter !== null, ...cpuTime() });
  };
  const end = () => {
    if (!meter) return;
    const cpu = cpuTime();
    const answer = (allocated: ThreadAllocation) =>
      tell({ type: 'allocated', ...cpu, ...allocated });
    const counted = meter instanceof TracedAllocation ? meter.end(answer) : meter.end();
    sampler?.end(`${folder}/${process.pid}-${threadId}${heapSuffix}`);
    if (counted) answer(counted);
  };
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => {
      try {
        if (name === countFile) {
          begin();
        } else if (name === countedFile) {
          watcher.close();
          end();
        }
      } catch {
        // The engine says of a thread that tells nothing that it is not counted.
      }
    });
    watcher.on('error', () => {});
    // A thread that starts within the window.
    if (existsSync(`${folder}/${countFile}`) && !existsSync(`${folder}/${countedFile}`)) begin();
  } catch {
    // The run does not ask for it, or the system has no watcher left.
  }
}

/** The figure is of the whole process, so its main thread tells it. */
function cpuTime(): { cpuMicros?: number } {
  if (threadId !== 0) return {};
  const { user, system } = process.cpuUsage();
  return { cpuMicros: user + system };
}
