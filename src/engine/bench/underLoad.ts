import type { BenchUnderLoad } from '../../shared/bench.ts';
import type { PlacedFunction, Recording } from '../../shared/benchWire.ts';
import type { FunctionReport, Report } from '../../shared/report.ts';
import { isSamePath } from '../../shared/filePaths.ts';
import { minTierSamples } from '../../shared/tierText.ts';
import { tiers } from '../../shared/vocabulary.ts';

/** Gives what the profile says of the function in a run under the same load; null if it was not sampled. */
export function underLoad(
  report: Report,
  file: string,
  { found, calls, requests }: Pick<Recording, 'calls' | 'requests'> & { found: PlacedFunction },
): BenchUnderLoad | null {
  const { sampling } = report;
  const profiled = functionAt(report.functions, file, found);
  if (!sampling || !profiled) return null;
  const share = profiled.total;
  const error = Math.sqrt((share * (1 - share)) / Math.max(1, sampling.onCpu));
  const shareLow = Math.max(0, share - 2 * error);
  const shareHigh = Math.min(1, share + 2 * error);
  const ownSamples = tiers.reduce((sum, tier) => sum + profiled.tiers[tier], 0) * sampling.onCpu;
  const most = tiers.reduce((a, b) => (profiled.tiers[b] > profiled.tiers[a] ? b : a));
  const mostShare = profiled.tiers[most] * sampling.onCpu;
  const isKnown = ownSamples >= minTierSamples || (ownSamples >= 6 && mostShare > 0.9 * ownSamples);
  const { cpuMicrosPerRequest } = sampling;
  // Calls of a recursive function by itself are within its share once, and counted each time.
  const isCounted =
    calls > 0 && requests > 0 && !found.isRecursive && !found.kind.startsWith('async');
  const nsOf = (part: number) => (part * (cpuMicrosPerRequest ?? 0) * 1000 * requests) / calls;
  return {
    ...{ share, shareLow, shareHigh },
    tier: isKnown ? most : null,
    deopts: profiled.deopts.reduce((sum, { count }) => sum + count, 0),
    isDeoptLoop: profiled.marker === 'deopt-loop',
    inlinedInto: profiled.story?.inlinedInto.map(({ name }) => name) ?? [],
    cpuMicrosPerRequest,
    nsPerCall:
      isCounted && cpuMicrosPerRequest !== null
        ? { estimate: nsOf(share), low: nsOf(shareLow), high: nsOf(shareHigh) }
        : null,
  };
}

function functionAt(
  functions: readonly FunctionReport[],
  file: string,
  { line, startLine, endLine, name }: PlacedFunction,
): FunctionReport | undefined {
  const ofFile = functions.filter((each) => isSamePath(each.file, file));
  const own = name.replace(/^.*\./, '');
  return (
    ofFile.find((each) => each.line === line && each.name.includes(own)) ??
    ofFile.find((each) => each.line === line) ??
    ofFile.find((each) => each.line >= startLine && each.line <= endLine && each.name === own)
  );
}
