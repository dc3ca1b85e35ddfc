import { formatRoughMs, formatShare } from '../../shared/format.ts';
import { waitTarget } from '../../shared/requestText.ts';
import { none, type Rule } from './rule.ts';
import { isRemote, waitsOf } from './waits.ts';

/** So often a request waits at one line, once for each of several things: pages and retries are below it. */
const minPerRequest = 4;
/** Share of the mean latency. */
const minShare = 0.1;

/**
 * A request asks a database or another server again and again at one line, each time after the answer before. From
 * the requests that were followed; it can't know whether the questions could be asked as one.
 */
export const nPlusOne: Rule = {
  kind: 'n-plus-one',
  find: (facts) => {
    const { requests } = facts.report;
    if (!requests) return [];
    return waitsOf(facts, isRemote).flatMap(({ line, ms, perRequest, longest }) => {
      const share = Math.min(1, ms / requests.meanMs);
      if (perRequest < minPerRequest || share < minShare) return [];
      // The CPU time of the answers is saved with them.
      const price = Math.min(1, share + line.self * facts.cpuPrice);
      const times = Math.round(perRequest);
      // A function that asks once stands between the loop and the wait.
      const { file, line: at } = longest.loop ?? line;
      return [
        {
          ...none,
          ...{ kind: 'n-plus-one' as const, file, line: at, waitsAt: line },
          ...{ ms, perRequest, price },
          text: `Each request asks ${times} times, one after another, and waits ${formatRoughMs(ms)} for it: ${formatShare(share)} of its latency (${waitTarget(longest)}).`,
          next: 'Ask for all of it at once: one query for the whole list, or the requests side by side with Promise.all.',
          action: { type: 'open-line' as const },
        },
      ];
    });
  },
};
