import { formatNumberOf, formatShare } from '../../shared/format.ts';
import { none, type Rule } from './rule.ts';

/** Share of the requests. */
const minShare = 0.005;

/**
 * Requests fail: other answers than 2xx, broken connections, timeouts. From the load, which can't know the
 * line that failed.
 */
export const errors: Rule = {
  kind: 'errors',
  find: ({ report: { load } }) => {
    if (!load) return [];
    const { non2xx, timeouts, requests } = load;
    const broken = load.errors - timeouts;
    const failed = non2xx + load.errors;
    const share = failed / Math.max(1, requests + load.errors);
    if (share < minShare) return [];
    const parts = [
      ...(non2xx > 0
        ? [`${formatNumberOf(non2xx, 'answer')} that ${non2xx === 1 ? 'is' : 'are'} not 2xx`]
        : []),
      ...(timeouts > 0 ? [formatNumberOf(timeouts, 'timeout')] : []),
      ...(broken > 0 ? [formatNumberOf(broken, 'broken connection')] : []),
    ];
    return [
      {
        ...none,
        ...{ kind: 'errors' as const, share, price: 1 + share },
        text: `${formatShare(share)} of the requests fail: ${parts.join(', ')}. Failing is often quicker than answering, so all other figures are doubtful.`,
        next: "Read the server's output, mend what fails, and measure again.",
      },
    ];
  },
};
