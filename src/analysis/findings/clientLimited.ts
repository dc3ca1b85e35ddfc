import { formatShare } from '../../shared/format.ts';
import { none, type Rule } from './rule.ts';

/** With more connections than this, the load is not short of them. */
const manyConnections = 100;

/**
 * The server idles because the load asks for no more. From the CPU time of both (loadLimit.ts); it can't know how
 * much the server could do.
 */
export const clientLimited: Rule = {
  kind: 'client-limited',
  find: ({ loadLimit }) => {
    if (!loadLimit) return [];
    const { idleShare, connections, isRate } = loadLimit;
    const more = isRate || connections >= manyConnections ? null : 5 * connections;
    const why = isRate
      ? 'the load kept to the rate that was asked for'
      : `${connections} ${connections === 1 ? 'connection' : 'connections'} ask for no more`;
    return [
      {
        ...none,
        ...{ kind: 'client-limited' as const, share: idleShare, price: 0 },
        text: `The server had nothing to do for ${formatShare(idleShare)} of the time: ${why}.`,
        next:
          more === null
            ? 'It can do more than was asked for: raise the load to see how much.'
            : `Measure again with ${more} connections to see what it can do.`,
        action: more === null ? null : { type: 'measure-again', connections: more },
      },
    ];
  },
};
