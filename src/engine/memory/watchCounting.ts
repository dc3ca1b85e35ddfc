import { existsSync, watch } from 'node:fs';
import type * as V8 from 'node:v8';
import { countedFile, countFile } from '../../shared/memory.ts';
import type { TargetEvent } from '../../shared/targetWire.ts';
import { AllocationMeter } from './allocationMeter.ts';

declare const require: NodeJS.Require;

/** Counts in the target what this thread allocates, from when the engine asks for it to when it wants to know. */
export function watchCounting(folder: string, tell: (event: TargetEvent) => void): void {
  let meter: AllocationMeter | null = null;
  const begin = () => {
    if (meter) return;
    // Not loaded before it is needed.
    meter = AllocationMeter.begin(require('node:v8') as typeof V8);
    tell({ type: 'counting', isAble: meter !== null });
  };
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => {
      try {
        if (name === countFile) {
          begin();
        } else if (name === countedFile) {
          if (meter) tell({ type: 'allocated', ...meter.end() });
          watcher.close();
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
