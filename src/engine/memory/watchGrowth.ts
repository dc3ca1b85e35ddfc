import { watch } from 'node:fs';
import type * as Inspector from 'node:inspector';
import type * as V8 from 'node:v8';
import { threadId } from 'node:worker_threads';
import type { TargetEvent } from '../../shared/targetWire.ts';
import { GrowthProbe } from './growthProbe.ts';

declare const require: NodeJS.Require;

/** Counts in the target what this thread keeps, whenever the engine asks for it (growth.ts). */
export function watchGrowth(folder: string, tell: (event: TargetEvent) => void): void {
  let probe: GrowthProbe | null = null;
  const take = async (step: string) => {
    probe ??= new GrowthProbe(
      require('node:inspector') as typeof Inspector,
      require('node:v8') as typeof V8,
      `${folder}/${process.pid}-${threadId}`,
    );
    if (step.startsWith('mark-')) tell({ type: 'grown', step, mark: await probe.mark() });
    else if (step === 'track') {
      await probe.track();
      tell({ type: 'grown', step });
    } else if (step === 'look') tell({ type: 'grown', step, look: await probe.look() });
  };
  let last: Promise<void> = Promise.resolve();
  try {
    const seen = new Set<string>();
    const watcher = watch(folder, { persistent: false }, (_, name) => {
      if (name === null || seen.has(name) || !/^(mark-\d+|track|look)$/.test(name)) return;
      seen.add(name);
      // The engine says of a thread that tells nothing that it is not counted.
      last = last.then(() => take(name)).catch(() => {});
    });
    watcher.on('error', () => {});
  } catch {
    // The run does not ask for it, or the system has no watcher left.
  }
}
