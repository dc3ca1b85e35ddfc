import type { LoadDone, LoadProgress, LoadStart } from '../../shared/loadWire.ts';
import type { LoadPlan } from '../load/loadPlan.ts';
import type { LoadProcess } from '../load/loadProcess.ts';
import { BlockedLoop } from '../serving/blockedLoop.ts';
import type { ServerPlace } from '../serving/loadAddress.ts';
import { explainSilence, isSilent, silence } from './checkResponses.ts';
import type { RunTarget } from './runTarget.ts';

/** A server and the load phases on it: each fails if the server dies or gets stuck. */
export class LoadedServer {
  constructor(
    readonly plan: LoadPlan,
    readonly load: LoadProcess,
    private readonly asked: { place: ServerPlace; pid: number },
    private readonly target: RunTarget,
    private readonly onProgress: (progress: LoadProgress) => void,
  ) {}

  /**
   * Sends the load of the warm-up. If no answer comes, waits for a first one as long as a server may
   * take to listen, because a development server compiles what is asked for first, and then begins
   * anew. Null if there is nothing to judge yet.
   */
  async warmUp(durationS: number): Promise<LoadDone | null> {
    const warm = await this.run({ durationS });
    if (hasOutcome(warm)) return warm;
    const { firstAnswerS } = this.target;
    if (firstAnswerS === null) return null;
    // A server that has begun to answer has compiled already.
    const waitS = warm.begun > 0 ? this.plan.start.timeoutS : firstAnswerS;
    const first = await this.run({
      connections: 1,
      pipelining: 1,
      rate: null,
      durationS: waitS,
      timeoutS: waitS + 1,
      untilFirstAnswer: true,
    });
    if (first.requests === 0) return first;
    const again = await this.run({ durationS });
    // A slow server may have answered nothing in this time either: that is judged after the window.
    return hasOutcome(again) ? again : null;
  }

  /** One load phase as it is planned, but for what is given. */
  run(differences: Partial<LoadStart>): Promise<LoadDone> {
    const start = { ...this.plan.start, ...differences };
    const loop = new BlockedLoop(this.target, this.asked.pid, start.timeoutS);
    const answers = this.load.run(start, (progress) => {
      loop.note(progress.bytes);
      this.onProgress(progress);
    });
    return this.target.whileServing(answers, loop);
  }

  /** Throws if the answers of a load phase leave nothing to measure. */
  check(done: LoadDone): void {
    if (isSilent(done)) throw silence(done, this.plan, this.asked.pid, this.target);
    this.target.checkAnswers(done, this.plan.url);
  }

  /** The same of the window, after which a silent server is asked once more. */
  async checkWindow(done: LoadDone): Promise<void> {
    if (isSilent(done)) {
      const explained = explainSilence(done, this.plan, this.asked, this.target);
      await this.target.whileServing(explained, null);
    }
    this.check(done);
  }
}

function hasOutcome({ requests, errors }: LoadDone): boolean {
  return requests > 0 || errors > 0;
}
