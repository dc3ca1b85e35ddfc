import { metrics, type Comparison, type Repeat } from '../../shared/verdict.ts';
import type { NoiseByMetric } from '../../shared/measure.ts';
import { noiseOfNeighbours, noisePercentOf, pooledNoise } from './runNoise.ts';
import { pairRuns } from './runPairs.ts';
import { minNeighbours } from './verdict.ts';

/** How much neighbouring runs of the same code differ, pooled over these runs and earlier ones. */
export function measuredNoise(
  { base, head }: Record<'base' | 'head', readonly Repeat[]>,
  known: NoiseByMetric,
): NoiseByMetric {
  const { sameCode } = pairRuns(base, head);
  return Object.fromEntries(
    metrics.flatMap((metric) => {
      const own = sameCode.length === 0 ? null : noiseOfNeighbours(sameCode, metric);
      const noise = pooledNoise(known[metric] ?? null, own);
      return noise ? [[metric, noise]] : [];
    }),
  );
}

/** Adds to the estimates how much runs of the same code differ; null if too little is known. */
export function withNoise<T extends Pick<Comparison, 'metrics'>>(
  report: T,
  noise: NoiseByMetric,
): T {
  const estimates = report.metrics.map((each) => {
    const of = noise[each.metric];
    const isKnown = of !== undefined && of.degreesOfFreedom >= minNeighbours;
    return { ...each, noisePercent: isKnown ? noisePercentOf(of) : null };
  });
  return { ...report, metrics: estimates };
}
