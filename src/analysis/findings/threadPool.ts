import { formatRoughMs, formatShare } from '../../shared/format.ts';
import { none, type Rule } from './rule.ts';
import { isPoolWork, waitsOf } from './waits.ts';

/** Threads of libuv's pool unless UV_THREADPOOL_SIZE says another number. */
const usualThreads = 4;
/** On average so many pieces of work for each thread: above 1, some of them must stand in line. */
const minLoad = 1;
/** Share of the mean latency. */
const minShare = 0.15;
/**
 * A piece of work is done when the event loop has come to it, so the line for the loop is in its time. Pieces that
 * take so many times as long as a timer of the loop came late were elsewhere for half of their time at least.
 */
const loopSlack = 2;
/** So short a piece is not told apart from how late a timer comes; without such times, `unwatchedMinMs`. */
const minMs = 1;
const unwatchedMinMs = 5;

/**
 * Requests stand in line for the thread pool. By Little's law the pieces of work that are under way are their rate
 * times how long each takes; what is more than there are threads waits. It can't know how long a piece takes
 * without the line, nor of a pool of another size, nor of work that no request waits for.
 */
export const threadPool: Rule = {
  kind: 'thread-pool',
  find: (facts) => {
    const { requests, load, sampling, signals } = facts.report;
    if (!requests || !load || !sampling) return [];
    const waits = waitsOf(facts, isPoolWork);
    const [first] = waits;
    const ms = waits.reduce((all, each) => all + each.ms, 0);
    const underWay = (load.reqPerS.mean * ms) / 1000;
    const share = Math.min(1, ms / requests.meanMs);
    const leastMs = signals ? Math.max(minMs, signals.delayMs.mean * loopSlack) : unwatchedMinMs;
    if (
      !first ||
      underWay < usualThreads * minLoad ||
      share < minShare ||
      first.ms / first.perRequest < leastMs
    )
      return [];
    const queued = ms * (1 - usualThreads / underWay);
    const { line, longest } = first;
    return [
      {
        ...none,
        ...{ kind: 'thread-pool' as const, file: line.file, line: line.line },
        ...{ ms, perRequest: first.perRequest, price: share },
        text: `On average ${underWay.toFixed(1)} pieces of ${longest.kind} work are under way for the ${usualThreads} threads of the pool, so about ${formatRoughMs(queued)} of the ${formatRoughMs(ms)} that a request waits for them (${formatShare(share)} of its latency) is standing in line.`,
        next: 'Do less of it in each request, or keep its result; where CPUs are free, set UV_THREADPOOL_SIZE to more threads.',
        action: { type: 'open-line' as const },
      },
    ];
  },
};
