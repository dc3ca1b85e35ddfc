import type { Metric, Repeat, RunNoise } from '../../shared/verdict.ts';
import { tQuantile } from './studentT.ts';

export function figureOf(run: Repeat, metric: Metric): number | null {
  const value = rawFigure(run, metric);
  return value !== null && Number.isFinite(value) && value > 0 ? value : null;
}

function rawFigure(run: Repeat, metric: Metric): number | null {
  const { cpuMicrosPerRequest, reqPerS, latencyMs, waitMs, bytesPerRequest } = run;
  switch (metric) {
    case 'cpuMicrosPerRequest':
      return cpuMicrosPerRequest;
    case 'reqPerS':
      return reqPerS;
    case 'p50Ms':
      return latencyMs.p50;
    case 'p90Ms':
      return latencyMs.p90;
    case 'p99Ms':
      return latencyMs.p99;
    case 'waitMs':
      return waitMs;
    case 'bytesPerRequest':
      return bytesPerRequest;
  }
}

/** Estimates noise from runs of one code at different times, as single runs to be compared are. */
export function noiseOfRuns(runs: readonly Repeat[], metric: Metric): RunNoise | null {
  const logs = runs
    .flatMap((run) => Math.log(figureOf(run, metric) ?? NaN))
    .filter(Number.isFinite);
  if (logs.length < 2) return null;
  const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length;
  const squares = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const degreesOfFreedom = logs.length - 1;
  // A ratio has the noise of both of its runs.
  return { logDeviation: Math.sqrt((2 * squares) / degreesOfFreedom), degreesOfFreedom };
}

/** Estimates noise from pairs of neighbouring runs of the same code. */
export function noiseOfNeighbours(
  pairs: readonly (readonly [Repeat, Repeat])[],
  metric: Metric,
): RunNoise | null {
  const differences = pairs
    .map(([a, b]) => Math.log((figureOf(b, metric) ?? NaN) / (figureOf(a, metric) ?? NaN)))
    .filter(Number.isFinite);
  if (differences.length === 0) return null;
  // For the same code, the true difference is zero, so no mean is subtracted.
  const squares = differences.reduce((sum, value) => sum + value ** 2, 0);
  return {
    logDeviation: Math.sqrt(squares / differences.length),
    degreesOfFreedom: differences.length,
  };
}

/** How much two runs of the same code differ at most, in 19 of 20 cases. */
export function noisePercentOf({ logDeviation, degreesOfFreedom }: RunNoise): number {
  return Math.expm1(tQuantile(0.05, degreesOfFreedom) * logDeviation) * 100;
}

/** Limits the weight of older differences, so that the estimate adapts to a changed machine. */
const maxDegreesOfFreedom = 60;

/** Pools two estimates; null if both are unknown. */
export function pooledNoise(older: RunNoise | null, newer: RunNoise | null): RunNoise | null {
  if (!older || !newer) return older ?? newer;
  const kept = Math.max(
    0,
    Math.min(older.degreesOfFreedom, maxDegreesOfFreedom - newer.degreesOfFreedom),
  );
  const degreesOfFreedom = kept + newer.degreesOfFreedom;
  const variance =
    (kept * older.logDeviation ** 2 + newer.degreesOfFreedom * newer.logDeviation ** 2) /
    degreesOfFreedom;
  return { logDeviation: Math.sqrt(variance), degreesOfFreedom };
}
