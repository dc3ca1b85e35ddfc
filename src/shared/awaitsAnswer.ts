import type { LoadProgress } from './loadWire.ts';

/** Whether a warm-up of `warmupS` seconds goes on because no answer came in its time. */
export function awaitsAnswer(progress: LoadProgress, warmupS: number): boolean {
  const { requests, errors, elapsedMs } = progress;
  return requests === 0 && errors === 0 && elapsedMs > warmupS * 1000 + 500;
}
