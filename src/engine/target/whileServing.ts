import { targetDied } from '../../shared/failureText.ts';
import { BlockedError, type BlockedLoop } from './blockedLoop.ts';
import type { Interruption } from './interruption.ts';
import type { Target } from './target.ts';

const pollMs = 50;

/**
 * The value of `work`, unless the server in the process `serverPid` dies before (FailureError
 * `target-died`), gets stuck (BlockedError), or the run is interrupted.
 */
export async function whileServing<T>(
  work: Promise<T>,
  target: Target,
  serverPid: number,
  loop: BlockedLoop | null,
  interruption: Interruption,
): Promise<T> {
  let giveUp: (error: BlockedError) => void;
  const stuck = new Promise<never>((_resolve, reject) => (giveUp = reject));
  const watch = setInterval(() => {
    target.events.poll();
    const window = loop?.check();
    if (window) giveUp(new BlockedError(window));
    if (!target.exit || !target.isGone(serverPid)) return;
    clearInterval(watch);
    const exit = target.exit;
    void target.drained().then(() => interruption.raise(targetDied(exit, target.output())));
  }, pollMs);
  try {
    return await interruption.until(Promise.race([work, stuck]));
  } finally {
    clearInterval(watch);
  }
}
