import type { Repeat } from '../../shared/verdict.ts';
import { compareRepeats } from './verdict.ts';
import { trimmedMean } from './trimmedMean.ts';

/** The time of a call that one process has measured, with its place in the order of all. */
export interface CallTime {
  order: number;
  nsPerCall: number;
}

/** Compares two functions by processes that measured them in turn, as states of a server are by runs. */
export function compareCalls(base: readonly CallTime[], head: readonly CallTime[]) {
  const { verdict, metrics } = compareRepeats({
    base: base.map(repeatOf),
    head: head.map(repeatOf),
    narrowPercent: 3,
    unit: 'processes',
  });
  const [lead] = metrics;
  return { verdict, change: lead?.change ?? null, pairs: lead?.pairs ?? 0 };
}

/** Time per call stands for the CPU time of a request, and is not counted in ticks. */
function repeatOf({ order, nsPerCall: ns }: CallTime): Repeat {
  return {
    order,
    requests: Infinity,
    reqPerS: 1e9 / ns,
    cpuMicrosPerRequest: ns / 1000,
    latencyMs: { p50: ns / 1e6, p90: ns / 1e6, p99: ns / 1e6 },
    waitMs: null,
    bytesPerRequest: null,
    warnings: [],
  };
}

/** The time of a call with its 95 % interval; null for fewer than two processes or a time that is none. */
export function callTime(
  times: readonly number[],
): { estimate: number; low: number; high: number } | null {
  if (times.some((ns) => ns <= 0)) return null;
  const interval = trimmedMean(times.map(Math.log), 0, 0.05);
  if (!interval) return null;
  const { mean, low, high } = interval;
  return { estimate: Math.exp(mean), low: Math.exp(low), high: Math.exp(high) };
}
