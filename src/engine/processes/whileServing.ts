import { targetDied } from '../../shared/failureText.ts';
import type { BlockedLoop } from './blockedLoop.ts';
import type { Interruption } from './interruption.ts';
import type { Target } from './target.ts';
import { unlessStuck } from './unlessStuck.ts';

/**
 * The value of `work`, unless the server in the process `serverPid` dies before (FailureError
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
    const { exit } = target;
    if (!exit || !target.isGone(serverPid)) return true;
    isDead = true;
    void target.drained().then(() => interruption.raise(targetDied(exit, target.output())));
    return false;
  });
}
