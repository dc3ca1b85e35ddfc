import { FailureError, type Failure } from '../../shared/failure.ts';
import {
  answersDoNotEnd,
  answersTimeOut,
  couldNotConnect,
  notTwoHundred,
  slowerThanWindow,
  targetNotReached,
} from '../../shared/loadFailures.ts';
import type { LoadDone } from '../../shared/loadWire.ts';
import { BlockedError, type BusySign, type TimeWindow } from '../serving/blockedLoop.ts';
import type { LoadPlan } from '../load/loadPlan.ts';
import type { ServerPlace } from '../serving/loadAddress.ts';
import { hostOf } from '../serving/otherHost.ts';
import { askOnce } from '../serving/probe.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { TargetEvents } from '../processes/targetEvents.ts';
import type { ServerAddress } from '../launch/waitForListener.ts';

/** The server did not answer, and as far as is known by now it was not stuck. */
export class SilentError extends FailureError {
  constructor(
    failure: Failure,
    readonly pid: number,
    readonly window: TimeWindow,
  ) {
    super(failure);
    this.name = 'SilentError';
  }
}

/** Whether a load phase got no answer, though nothing else failed than the patience of the load. */
export function isSilent({ requests, errors, timeouts }: LoadDone): boolean {
  return requests === 0 && errors === timeouts;
}

/** Throws FailureError if a load phase has nothing to measure: `load-could-not-connect` or `not-2xx`. */
export function checkResponses(
  done: LoadDone,
  url: string,
  output: string | null,
  secrets: Secrets,
): void {
  if (done.requests === 0) {
    throw new FailureError(couldNotConnect(url, done.firstError ?? 'no answer came'));
  }
  if (done.non2xx === done.requests) {
    const { status, body } = done.firstNon2xx ?? { status: 0, body: '' };
    throw new FailureError(notTwoHundred(url, status, secrets.redact(body), output));
  }
}

/** Throws FailureError `target-not-reached` if another machine has kept the load to itself. */
export function judgeReach(
  { startedNs, requests }: LoadDone,
  { place }: ServerAddress,
  events: TargetEvents,
): void {
  if (!place.isOther) return;
  events.poll();
  // A server that is no HTTP server of Node.js reports no requests.
  const tells = events.listeners.every(({ protocol }) => protocol !== 'tcp');
  if (tells && events.lastRequestNs < BigInt(startedNs)) {
    throw new FailureError(targetNotReached(hostOf(place), requests));
  }
}

/** Why a load phase was silent that waited long enough: its answers do not end, the server is stuck, or it waits. */
export function silence(
  done: LoadDone,
  { start, url }: LoadPlan,
  pid: number,
  sign: BusySign,
): BlockedError | FailureError {
  const startNs = BigInt(done.startedNs);
  const endNs = BigInt(done.endedNs);
  if (done.begun > 0) {
    return new FailureError(answersDoNotEnd(url, done.begun, done.bytes, secondsOf(done)));
  }
  const window = { startNs, endNs };
  if (sign.isBusy(pid, startNs)) return new BlockedError(window);
  const hasTimedOut = done.timeouts > 0;
  const waitedS = hasTimedOut ? start.timeoutS : Math.round(secondsOf(done));
  const waitedFor = hasTimedOut ? 'answer' : 'start';
  return new SilentError(answersTimeOut(url, waitedS, waitedFor), pid, window);
}

/**
 * Why the window was silent, by asking once more with the patience that the load has. Throws
 * FailureError `slower-than-window` or `answers-time-out`, or BlockedError.
 */
export async function explainSilence(
  done: LoadDone,
  plan: LoadPlan,
  { place, pid }: { place: ServerPlace; pid: number },
  sign: BusySign,
): Promise<never> {
  if (done.begun > 0) throw silence(done, plan, pid, sign);
  const { start, url } = plan;
  const askedMs = performance.now();
  const answer = await askOnce(place, start.requests[0]!, start.timeoutS * 1000);
  if (answer) {
    const tookS = (performance.now() - askedMs) / 1000;
    throw new FailureError(slowerThanWindow(url, secondsOf(done), tookS));
  }
  const endedNs = String(process.hrtime.bigint());
  throw silence({ ...done, endedNs, timeouts: done.timeouts + 1 }, plan, pid, sign);
}

function secondsOf({ startedNs, endedNs }: LoadDone): number {
  return Number(BigInt(endedNs) - BigInt(startedNs)) / 1e9;
}
