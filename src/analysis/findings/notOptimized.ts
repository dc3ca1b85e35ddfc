import { formatShare } from '../../shared/format.ts';
import type { FunctionReport } from '../../shared/report.ts';
import { msOf, none, reportOf, type Rule } from './rule.ts';

/** Share of the CPU time; a marker in the editor is drawn from a tenth of it on. */
const minShare = 0.1;
const minPrice = 0.1;
/** Share of a function's own time in code that is not optimized: a rare deopt is soon made good. */
const minSlow = 0.3;
/** The same of all CPU time: V8 can't make what a function calls quicker, such as the reading of a file. */
const minOwn = 0.02;
const most = 2;

/**
 * A function that V8 did not optimize, or deoptimizes again and again, takes real time. From the tiers of
 * the samples and V8's deopts; it can't know how fast the optimized code would be.
 */
export const notOptimized: Rule = {
  kind: 'not-optimized',
  find: (facts) =>
    facts.costs.functions
      .filter(({ share }) => share >= minShare && share * facts.cpuPrice >= minPrice)
      .flatMap((cost) => {
        const told = reportOf(facts, cost);
        if (!told?.marker || !isSlow(told)) return [];
        const price = cost.share * facts.cpuPrice;
        const site = told.deopts.find(({ file, line }) => file === cost.file && line > 0);
        const line = told.marker === 'deopt-loop' && site ? site.line : cost.line;
        const what =
          told.marker === 'deopt-loop'
            ? 'V8 optimizes it again and again, and gives up each time'
            : 'V8 has not optimized it';
        return [
          {
            ...none,
            ...{ kind: 'not-optimized' as const, file: cost.file, line, share: cost.share },
            ...{ ms: msOf(facts, price), price, of: cost },
            text: `${cost.name} takes ${formatShare(cost.share)} of the CPU time, and ${what}${told.reason === null ? '' : `: ${told.reason}`}.`,
            next: 'Look why V8 does not optimize it, and change what it trips over.',
            action: { type: 'why' as const },
          },
        ];
      })
      .slice(0, most),
};

function isSlow({ marker, own, tiers }: FunctionReport): boolean {
  if (marker === 'not-optimized') return own >= minShare;
  return own >= minOwn && tiers.ignition + tiers.sparkplug >= own * minSlow;
}
