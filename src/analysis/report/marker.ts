import type { Marker, TierShares } from '../../shared/vocabulary.ts';
import { compilerText } from '../../shared/tierText.ts';
import type { FunctionDeopts } from './functionDeopts.ts';

/** Below this share of time, optimizing a function would gain too little for a marker. */
const markerMinShare = 0.01;
/**
 * A deoptimization loop happens at least this often, in this many quarters of the window. While V8
 * learns, deoptimizations come in a burst.
 */
const loopMinCount = 4;
const loopMinQuarters = 3;

export interface Judged {
  selfShare: number;
  ownShare: number;
  ownSamples: number;
  /** Own samples by tier. */
  tierSamples: TierShares;
  deopts: FunctionDeopts | undefined;
  functionFile: string;
}

/**
 * Whether missing optimization costs time: the function deoptimized repeatedly, or most of its own
 * samples ran in ignition or sparkplug. Returns no marker if there are too few samples to tell.
 */
export function judge(judged: Judged): { marker: Marker; reason: string | null } {
  const { selfShare, ownShare, ownSamples, tierSamples, deopts, functionFile } = judged;
  const price = Math.max(selfShare, ownShare);
  if (price < markerMinShare) return { marker: null, reason: null };

  const main = deopts?.sites[0];
  if (main && isDeoptLoop(deopts)) {
    const site = main.file === functionFile ? 'line ' : `${main.file.replace(/^.*[\\/]/, '')}:`;
    const at = main.line > 0 ? `, at ${site}${main.line}` : '';
    return {
      marker: 'deopt-loop',
      reason: `deoptimized ${deopts.count} times: ${main.reason}${at}`,
    };
  }

  const low = tierSamples.ignition + tierSamples.sparkplug;
  if (ownShare < markerMinShare || !isMostly(low, ownSamples)) {
    return { marker: null, reason: null };
  }
  const tier = tierSamples.ignition >= tierSamples.sparkplug ? 'ignition' : 'sparkplug';
  const percent = Math.round((tierSamples[tier] / ownSamples) * 100);
  const deopted = main ? `, after a deoptimization (${main.reason})` : '';
  return {
    marker: 'not-optimized',
    reason: `${percent} % of its own time ran in ${tier}, ${compilerText[tier]}${deopted}`,
  };
}

/** Whether V8 discarded the function's code repeatedly throughout the window. */
export function isDeoptLoop({ count, quarters }: FunctionDeopts): boolean {
  return count >= loopMinCount && quarters >= loopMinQuarters;
}

/** "Most" must hold at the lower end of the confidence interval. */
export function isMostly(part: number, whole: number): boolean {
  return wilsonLower(part, whole) > 0.5;
}

/** Lower end of Wilson's score interval (1927) for `successes` of `trials` at 95 %. */
function wilsonLower(successes: number, trials: number): number {
  if (trials === 0) return 0;
  const z = 1.96;
  const p = successes / trials;
  const spread = z * Math.sqrt((p * (1 - p)) / trials + (z * z) / (4 * trials * trials));
  return (p + (z * z) / (2 * trials) - spread) / (1 + (z * z) / trials);
}
