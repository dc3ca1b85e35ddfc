import { targetDied } from '../../shared/launchFailures.ts';
import type { BlockedLoop } from '../serving/blockedLoop.ts';
import type { Interruption } from '../processes/interruption.ts';
import type { Target } from './target.ts';
import { unlessStuck } from '../serving/unlessStuck.ts';

/**
 * The value of `work`, unless the server process `serverPid` dies first (FailureError
 * `target-died`), gets stuck (BlockedError), or the run is interrupted.
 */
export function whileServing<T>(
  work: Promise<T>,
  target: Target,
  serverPid: number,
  loop: BlockedLoop | null,
  interruption: Interruption,
): Promise<T> {
  let isDead = false;
  return unlessStuck(work, loop, interruption, () => {
    if (isDead) return false;
    target.events.poll();
    const isGone = target.isGone(serverPid);
    const { exit } = target;
    if (!exit || !isGone) return true;
    isDead = true;
    void target.drained().then(() => interruption.raise(targetDied(exit, target.output())));
    return false;
  });
}
