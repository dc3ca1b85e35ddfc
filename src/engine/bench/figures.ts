import { callTime } from '../../analysis/compare/compareCalls.ts';
import type { BenchClock, BenchDeopt, BenchFigures, BenchTier } from '../../shared/bench.ts';
import type { CallTimes, MeasuredCalls } from '../../shared/benchWire.ts';

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
/** By the wall clock a call takes at least so many times its CPU time if it waits. */
const waitsTimes = 1.5;

/** The clock that all processes have: two functions are compared by one. */
export function clockOf(processes: readonly Measured[]): BenchClock {
  return processes.every(({ calls }) => calls.cpu !== null) ? 'cpu' : 'wall';
}

/** The times of a process by a clock that it has. */
export function timesBy(clock: BenchClock, { cpu, wall }: MeasuredCalls): CallTimes {
  return (clock === 'cpu' && cpu) || wall;
}

/** The figures of all processes together. */
export function figuresOf(
  processes: readonly Measured[],
  isTierKnown: boolean,
  clock: BenchClock,
): BenchFigures {
  const [first] = processes;
  const all = processes.map(({ calls }) => calls);
  const times = all.map((calls) => timesBy(clock, calls));
  const time = callTime(times.map(({ nsPerCall }) => nsPerCall));
  const isNothing = isNothingLeft(times);
  // Processes that differ by so much don't say that the work is gone.
  const isUnknown = time === null || time.low < leastNs;
  const known = all.every(({ bytesPerCall }) => bytesPerCall !== null);
  const bytes = all.map(({ bytesPerCall }) => bytesPerCall ?? 0);
  const mayBeRemoved =
    first!.calls.returnsNothing && !first!.calls.mutates && first!.calls.threw === 0;
  const emptyNs = meanOf(times.map(({ emptyNs }) => emptyNs));
  const leastWallNs = Math.min(...all.map((calls) => calls.leastWallNs));
  const mostNs = Math.max(...times.map((each) => each.nsPerCall + each.emptyNs));
  const waits = clock === 'cpu' && leastWallNs > waitsTimes * mostNs;
  return {
    clock,
    nsPerCall: isNothing || isUnknown ? null : time,
    elimination: isNothing
      ? nothingOf(times, all)
      : isUnknown
        ? 'within-noise'
        : mayBeRemoved
          ? 'may-be-removed'
          : 'measured',
    emptyNs,
    bytesPerCall: known ? Math.round(Math.min(...bytes)) : null,
    waitsNs: waits ? leastWallNs : null,
    tiers: tiersOf(all),
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
export function isNothingLeft(processes: readonly CallTimes[]): boolean {
  const empty = processes.filter(
    ({ nsPerCall, emptyDeviationNs }) => nsPerCall < Math.max(leastNs, 2 * emptyDeviationNs),
  );
  return 2 * empty.length > processes.length || processes.some(({ nsPerCall }) => nsPerCall <= 0);
}

/** A quiet machine tells far less than this apart, and what allocates has done something. */
function nothingOf(
  times: readonly CallTimes[],
  processes: readonly MeasuredCalls[],
): 'nothing-left' | 'within-noise' {
  const isNoisy = times.some(({ emptyDeviationNs }) => emptyDeviationNs > quietNs);
  const allocates = processes.every(({ bytesPerCall }) => (bytesPerCall ?? 0) >= leastBytes);
  return isNoisy || allocates ? 'within-noise' : 'nothing-left';
}

/** A process in which V8 compiled the function while it was measured counts for both tiers. */
function tiersOf(processes: readonly MeasuredCalls[]): BenchTier[] {
  const all = processes.flatMap(({ tiers }) => tiers);
  const counted = [...new Set(all)].map((tier) => ({
    tier,
    processes: processes.filter(({ tiers }) => tiers.includes(tier)).length,
  }));
  return counted.sort((a, b) => b.processes - a.processes);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
