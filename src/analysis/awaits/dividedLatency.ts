import type { RequestSums } from '../../shared/learningWire.ts';
import type { LatencyParts } from '../../shared/requestTimes.ts';

/** The known figures on the requests of the measured window. Times are milliseconds a request. */
export interface WindowTimes {
  meanMs: number;
  /** CPU time of all the server's threads, `gcShare` of it for garbage collection. */
  cpuMs: number;
  gcShare: number;
}

/** Sums over requests that were followed, and the share of the phase in which the event loop had work. */
export type FollowedSums = RequestSums & { busyShare: number };

/**
 * Divides the mean latency of the window. Waits are as they were learned, or less if they were longer than the whole latency of the window. CPU time is that of the
 * window, because hooks slow the learning phase, but no more than ran on the paths of requests: what
 * goes on after an answer is nobody's latency. What is left of the latency is queueing and what
 * is outside, and of what the server did not see, requests that arrived while the loop was
 * busy were queued.
 *
 * @returns with `scale` from the milliseconds of waits that were learned to those of the window
 */
export function dividedLatency(
  { count, busyShare, ...sums }: FollowedSums,
  window: WindowTimes,
): { parts: LatencyParts; scale: number } {
  const onCpuMs = Math.min(window.cpuMs, sums.cpuMs / count, window.meanMs);
  const learnedWaitMs = sums.waitMs / count;
  const waitMs = Math.min(learnedWaitMs, window.meanMs - onCpuMs);
  const restMs = window.meanMs - onCpuMs - waitMs;
  const queuedMs = Math.min(restMs, sums.queueMs / count);
  const unseenMs = restMs - queuedMs;
  const gc = onCpuMs * window.gcShare;
  const parts = {
    ...{ cpu: onCpuMs - gc, gc },
    queue: queuedMs + unseenMs * busyShare,
    ...{ wait: waitMs, outside: unseenMs * (1 - busyShare) },
  };
  return { parts, scale: waitMs / (learnedWaitMs || 1) };
}

/** The sums over all threads; null if no request was followed. */
export function summed(followed: readonly FollowedSums[]): FollowedSums | null {
  const all = { count: 0, cpuMs: 0, queueMs: 0, waitMs: 0, busyShare: 0 };
  for (const each of followed) {
    all.count += each.count;
    all.cpuMs += each.cpuMs;
    all.queueMs += each.queueMs;
    all.waitMs += each.waitMs;
    all.busyShare += each.busyShare * each.count;
  }
  return all.count === 0 ? null : { ...all, busyShare: all.busyShare / all.count };
}
