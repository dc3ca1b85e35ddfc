import { BlockedError, type BlockedLoop } from './blockedLoop.ts';
import type { Interruption } from '../processes/interruption.ts';

const pollMs = 50;

/**
 * The value of `work`. Rejects with BlockedError if the server gets stuck first, or with the
 * failure if the run is interrupted.
 *
 * @param loop null if blocking can't be detected
 * @param lives a dead server is not called stuck
 */
export async function unlessStuck<T>(
  work: Promise<T>,
  loop: BlockedLoop | null,
  interruption: Interruption,
  lives: () => boolean = () => true,
): Promise<T> {
  let giveUp: (error: BlockedError) => void;
  const stuck = new Promise<never>((_resolve, reject) => (giveUp = reject));
  const watch = setInterval(() => {
    if (!lives()) return;
    const window = loop?.check();
    if (window) giveUp(new BlockedError(window));
  }, pollMs);
  try {
    return await interruption.until(Promise.race([work, stuck]));
  } finally {
    clearInterval(watch);
  }
}
