import { formatShare } from '../../shared/format.ts';
import { msOf, none, type Facts, type Rule } from './rule.ts';

/** Share of the CPU time; servers that allocate little are below 0.05. */
const minShare = 0.12;
/** The same if many functions allocate, so that a change of one line helps little. */
const minShareOfNobody = 0.3;
const minPrice = 0.08;
/** Part of the collections that a function is named for. */
const minPart = 0.3;

/**
 * V8 collects garbage for much of the CPU time. The line is the one that ran most often when a collection began,
 * which is where most is allocated. It can't know what keeps objects alive, which makes collections dear.
 */
export const gc: Rule = {
  kind: 'gc',
  find: (facts) => {
    const share = facts.report.sampling?.gcShare ?? 0;
    const price = share * facts.cpuPrice;
    const usualShare = share * (1 - longestPart(facts));
    if (usualShare < minShare || price < minPrice) return [];
    const [most] = facts.costs.functions.toSorted((a, b) => b.gcShare - a.gcShare);
    // It is a finding anyway, so a part of the stacks is enough to say who allocates.
    const isAnyway = usualShare >= minShareOfNobody;
    const told = isAnyway ? facts.costs.gcWithStackShare : share;
    const known = most && most.gcShare > 0 && most.gcShare >= told * minPart ? most : null;
    if (!known && !isAnyway) return [];
    const who = known
      ? ` ${formatShare(known.gcShare / told)} of it${told < share ? ', as far as V8 tells,' : ''} when ${known.name} allocates.`
      : ' No single function allocates most of it.';
    return [
      {
        ...none,
        ...{ kind: 'gc' as const, file: known?.file ?? null, line: known?.gcLine ?? null, share },
        ...{ ms: msOf(facts, price), price, ...(known ? { of: known } : {}) },
        text: `V8 collects garbage for ${formatShare(share)} of the CPU time.${who}`,
        next: 'Make fewer objects for each request: no copies of large lists, and keep what stays the same.',
        action: known ? { type: 'open-line' as const } : null,
      },
    ];
  },
};

/**
 * The longest collection as a part of the time of all. V8 collects with several threads, so that one which waits for a
 * CPU makes a collection as long as that wait.
 */
function longestPart({ report: { signals } }: Facts): number {
  const gc = signals?.gc ?? [];
  const ms = gc.reduce((all, each) => all + each.ms, 0);
  return ms > 0 ? Math.max(...gc.map(({ longestMs }) => longestMs)) / ms : 0;
}
