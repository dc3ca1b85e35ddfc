import { formatRoughMs, formatShare } from '../../shared/format.ts';
import type { FunctionCost } from './functionCosts.ts';
import { msOf, none, type Facts, type Rule } from './rule.ts';

/** Share of the CPU time that one function has. */
const minShare = 0.2;
/** Share of the mean latency. */
const minPrice = 0.15;
const most = 2;

/**
 * A function takes much of the CPU time, and more than it costs Node.js to receive and answer the requests. From
 * the samples; it can't know whether the work is needed.
 */
export const cpu: Rule = {
  kind: 'cpu',
  find: (facts) =>
    facts.costs.functions
      .filter((of) => shareOfLine(of, facts) >= Math.max(minShare, facts.costs.servingShare))
      .slice(0, most)
      .flatMap((of) => {
        const { name, file, line, share, lineShare } = of;
        const price = share * facts.cpuPrice;
        if (price < minPrice) return [];
        const ms = msOf(facts, price);
        const ofLatency =
          ms === null
            ? ''
            : ` That is ${formatRoughMs(ms)} of the ${formatRoughMs(facts.report.requests!.meanMs)} of a request, with what stands in line for it.`;
        const ofLine =
          lineShare === 0 || share - lineShare < 0.01
            ? ''
            : `, ${formatShare(lineShare)} on this line`;
        return [
          {
            ...none,
            ...{ kind: 'cpu' as const, file, line, share, ms, price, of },
            text: `${name} takes ${formatShare(share)} of the CPU time${ofLine}.${ofLatency}`,
            next: 'Open the line: do the work less often, keep its result, or do it with less.',
            action: { type: 'open-line' as const },
          },
        ];
      }),
};

/** With the callbacks that are on its line, as of `map`. */
function shareOfLine({ file, line }: FunctionCost, { costs }: Facts): number {
  return costs.functions
    .filter((each) => each.file === file && each.line === line)
    .reduce((all, { share }) => all + share, 0);
}
