import { formatRoughMs, formatShare } from '../../shared/format.ts';
import type { LoopBlock } from '../../shared/signals.ts';
import type { FunctionCost } from './functionCosts.ts';
import { none, type Facts, type PricedFinding, type Rule } from './rule.ts';

/** Fewer can be another program's doing, which had the CPU meanwhile. */
const minBlocks = 3;
/** The thread ran for 50 ms at least of a block that is so long and has a line; one alone can be a beginning. */
const surelyMs = 250;
const minSure = 2;
/** Share of the window. */
const minShare = 0.03;
/**
 * The loop may be held by several requests, one after another, none of which is long. So a block counts only
 * where it is much longer than the requests of all connections together, by their CPU time outside of the blocks and
 * by their latency, which is the length of a whole round then. A round that another program interrupts takes two and
 * three times as long.
 */
const pileUpSlack = 4;
const latencySlack = 3;
/** A function that takes so long in the mean of the requests holds the loop by itself. */
const longCallMs = 40;
/** Blocks that are so much of a function's time are what it does, with the garbage that it makes. */
const mostOfTime = 0.5;

/**
 * One line holds the event loop for 50 ms and more at a time, and everything else waits: other requests, timers,
 * health checks. From how late a timer came, and the samples meanwhile; it can't know whether someone waited.
 */
export const blockedLoop: Rule = {
  kind: 'blocked-loop',
  find: (facts) => {
    const { report, costs } = facts;
    const { signals, sampling, load } = report;
    if (!signals || !sampling) return [];
    const byFunction = new Map<string, LoopBlock[]>();
    for (const block of signals.blocks) {
      if (block.file === null) continue;
      const key = `${block.file}:${block.name}`;
      byFunction.set(key, [...(byFunction.get(key) ?? []), block]);
    }
    return [...byFunction.values()].flatMap((blocks): PricedFinding[] => {
      const [{ file, name }] = blocks as [LoopBlock];
      const of = costs.functions.find((each) => each.file === file && each.name === name);
      const isLongCall = (of?.share ?? 0) * cpuMsOf(facts, 0) >= longCallMs;
      // A block in which the server waited for a CPU has less CPU time than it lasted.
      const blockedCpuMs = Math.min(sumOf(blocks), of ? runMsOf(facts, of) : Infinity);
      const pileUpMs = Math.max(
        cpuMsOf(facts, blockedCpuMs) * (load?.connections ?? 1) * pileUpSlack,
        (load?.latencyMs.p50 ?? 0) * latencySlack,
      );
      const long = isLongCall ? blocks : blocks.filter(({ ms }) => ms > pileUpMs);
      const ms = sumOf(long);
      const share = ms / sampling.windowMs;
      const isEnough =
        long.length >= minBlocks || long.filter((each) => each.ms >= surelyMs).length >= minSure;
      if (!isEnough || share < minShare) return [];
      const longestMs = Math.max(...long.map((each) => each.ms));
      // A block may have no sample that tells the line, but others of the function do.
      const told = long.flatMap(({ line }) => (line === of?.start ? [] : [line!]));
      const line = mostFrequent(told) ?? of?.line ?? long[0]!.line!;
      return [
        {
          ...none,
          ...{ kind: 'blocked-loop', file, line, share, ms: longestMs, price: share },
          perRequest: load && load.requests > 0 ? long.length / load.requests : null,
          ...(of ? { of, isAllOf: ms >= runMsOf(facts, of) * mostOfTime } : {}),
          text: `${name} holds the event loop for ${formatRoughMs(ms / long.length)} at a time, ${long.length} times in ${formatRoughMs(sampling.windowMs)} (${formatShare(share)} of it), at most for ${formatRoughMs(longestMs)}. Everything else waits meanwhile.`,
          next: 'Divide the work into pieces, or move it to a worker thread.',
          action: { type: 'open-line' },
        },
      ];
    });
  },
};

/** How long the function ran or collected garbage in the window, by its samples. */
function runMsOf({ report: { sampling } }: Facts, { share, gcShare }: FunctionCost): number {
  if (!sampling) return 0;
  return ((share + gcShare) * sampling.onCpu * sampling.intervalMicros) / 1000;
}

/** CPU time of a mean request, without some time of the window. */
function cpuMsOf({ report: { sampling, load } }: Facts, withoutMs: number): number {
  const ms = (sampling?.cpuMicrosPerRequest ?? 0) / 1000;
  return Math.max(0, ms - withoutMs / Math.max(1, load?.requests ?? 1));
}

function sumOf(blocks: readonly LoopBlock[]): number {
  return blocks.reduce((all, each) => all + each.ms, 0);
}

function mostFrequent(lines: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}
