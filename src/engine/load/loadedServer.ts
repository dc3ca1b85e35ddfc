import type { LoadDone, LoadProgress, LoadStart } from '../../shared/loadWire.ts';
import type { RunScope } from '../runScope.ts';
import { BlockedLoop } from '../processes/blockedLoop.ts';
import type { Interruption } from '../processes/interruption.ts';
import type { ServerAddress } from '../processes/waitForListener.ts';
import { whileServing } from '../processes/whileServing.ts';

/** A server that was launched, and the stretches of load on it: each fails where the server dies or gets stuck. */
export class LoadedServer {
  constructor(
    private readonly address: ServerAddress,
    private readonly scope: RunScope,
    private readonly interruption: Interruption,
    private readonly onProgress: (progress: LoadProgress) => void,
  ) {}

  /**
   * Where the warm-up brings no answer, it begins anew with the first one: a development server
   * compiles what is asked for first. Waits for it as long as a server may take to listen.
   * Null where there is nothing to judge yet.
   */
  async warmUp(start: LoadStart, warmupS: number, firstWaitS: number): Promise<LoadDone | null> {
    const warm = await this.stretch({ ...start, durationS: warmupS });
    if (warm.requests > 0 || warm.errors > 0) return warm;
    // What has begun to answer has compiled already.
    const waitS = warm.begun > 0 ? start.timeoutS : firstWaitS;
    const first = await this.stretch({
      ...start,
      connections: 1,
      pipelining: 1,
      rate: null,
      durationS: waitS,
      timeoutS: waitS + 1,
      untilFirstAnswer: true,
    });
    if (first.requests === 0) return first;
    const again = await this.stretch({ ...start, durationS: warmupS });
    // A slow server may have answered nothing in this time either: that is judged after the window.
    return again.requests > 0 || again.errors > 0 ? again : null;
  }

  stretch(start: LoadStart): Promise<LoadDone> {
    const { load, sampling } = this.scope;
    const loop = new BlockedLoop(sampling!, this.address.listener.pid, start.timeoutS);
    const answers = load!.run(start, (progress) => {
      loop.note(progress.bytes);
      this.onProgress(progress);
    });
    return this.whileServing(answers, loop);
  }

  /** The value of `work`, which takes the server. */
  whileServing<T>(work: Promise<T>, loop: BlockedLoop | null = null): Promise<T> {
    const { pid } = this.address.listener;
    return whileServing(work, this.scope.target!, pid, loop, this.interruption);
  }
}
