import { callTime } from '../../analysis/compare/compareCalls.ts';
import type { BenchDeopt, BenchFigures } from '../../shared/bench.ts';
import type { MeasuredCalls } from '../../shared/benchWire.ts';

/** The figures of one process on a function. */
export interface Measured {
  order: number;
  calls: MeasuredCalls;
  deopts: BenchDeopt[];
}

/**
 * A call that takes no longer than this beside an empty one is none that was measured: a machine of
 * today makes at least an addition and a store in it.
 */
const leastNs = 0.5;
/** On a quiet machine the time of an empty function varies by less. */
const quietNs = 2;
/** The smallest object that V8 makes is larger; what one process counts beside a call is less. */
const leastBytes = 8;

/** The figures of all processes together. */
export function figuresOf(processes: readonly Measured[], isTierKnown: boolean): BenchFigures {
  const [first] = processes;
  const all = processes.map(({ calls }) => calls);
  const time = callTime(all.map(({ nsPerCall }) => nsPerCall));
  const isNothing = isNothingLeft(all);
  // Processes that differ by so much don't say that the work is gone.
  const isUnknown = time === null || time.low < leastNs;
  const known = all.every(({ bytesPerCall }) => bytesPerCall !== null);
  const bytes = all.map(({ bytesPerCall }) => bytesPerCall ?? 0);
  const mayBeRemoved =
    first!.calls.returnsNothing && !first!.calls.mutates && first!.calls.threw === 0;
  return {
    nsPerCall: isNothing || isUnknown ? null : time,
    elimination: isNothing
      ? nothingOf(all)
      : isUnknown
        ? 'within-noise'
        : mayBeRemoved
          ? 'may-be-removed'
          : 'measured',
    emptyNs: meanOf(all.map(({ emptyNs }) => emptyNs)),
    bytesPerCall: known ? Math.round(Math.min(...bytes)) : null,
    tiers: [...new Set(all.flatMap(({ tiers }) => tiers))],
    isSameTier: isTierKnown ? all.every(({ isTierReached }) => isTierReached) : null,
    deopts: first!.deopts,
    processes: processes.length,
    calls: all.reduce((sum, { calls }) => sum + calls, 0),
    threw: first!.calls.threw,
    error: first!.calls.error,
    mutates: first!.calls.mutates,
  };
}

/**
 * Whether the time of a call is within what an empty function varies by itself, in most processes:
 * another program can make one of them vary more than any function takes.
 */
export function isNothingLeft(processes: readonly MeasuredCalls[]): boolean {
  const empty = processes.filter(
    ({ nsPerCall, emptyDeviationNs }) => nsPerCall < Math.max(leastNs, 2 * emptyDeviationNs),
  );
  return 2 * empty.length > processes.length || processes.some(({ nsPerCall }) => nsPerCall <= 0);
}

/** A quiet machine tells far less than this apart, and what allocates has done something. */
function nothingOf(processes: readonly MeasuredCalls[]): 'nothing-left' | 'within-noise' {
  const isNoisy = processes.some(({ emptyDeviationNs }) => emptyDeviationNs > quietNs);
  const allocates = processes.every(({ bytesPerCall }) => (bytesPerCall ?? 0) >= leastBytes);
  return isNoisy || allocates ? 'within-noise' : 'nothing-left';
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
