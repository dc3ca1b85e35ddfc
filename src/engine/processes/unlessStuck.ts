import { BlockedError, type BlockedLoop } from './blockedLoop.ts';
import type { Interruption } from './interruption.ts';

const pollMs = 50;

/**
 * The value of `work`, unless the server gets stuck before (BlockedError) or the run is interrupted.
 *
 * @param loop null: it is not known to get stuck
 * @param lives looked at meanwhile: a server that is dead gets stuck no more
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
