import { setTimeout as delay } from 'node:timers/promises';
import type { LoadProgress } from '../../shared/loadWire.ts';

const tellMs = 200;

/** Waits while a process is sampled without load, and reports the elapsed time. */
export async function quietWindow(
  durationS: number,
  tell: (progress: LoadProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const startMs = performance.now();
  for (;;) {
    const elapsedMs = performance.now() - startMs;
    const leftMs = durationS * 1000 - elapsedMs;
    if (leftMs <= 0) return;
    tell({
      type: 'progress',
      elapsedMs,
      isWithoutLoad: true,
      ...{ requests: 0, bytes: 0, reqPerS: 0, latencyMs: 0, errors: 0, non2xx: 0 },
    });
    await delay(Math.min(tellMs, leftMs), undefined, { signal });
  }
}
