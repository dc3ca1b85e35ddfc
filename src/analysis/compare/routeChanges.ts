import type { RouteChange, RouteCostKind } from '../../shared/codeChange.ts';
import type { RouteReport } from '../../shared/routes.ts';
import type { RunCosts } from './codeSide.ts';
import { bySize, judge } from './costMeasure.ts';
import { measurePairs, type RunValue } from './pairMeasure.ts';
import { pairRuns } from './runPairs.ts';

/** What a request of each route costs in a run, by route and kind. */
export type RouteCosts = Map<string, Record<RouteCostKind, RunValue | null>>;

const kinds: readonly RouteCostKind[] = ['cpu', 'wait'];

/**
 * @param onCpu number of samples that the routes' shares are of
 * @returns null if the run does not tell of routes
 */
export function routeCosts(
  routes: readonly RouteReport[] | null | undefined,
  onCpu: number,
): RouteCosts | null {
  if (!routes) return null;
  return new Map(
    routes.map(({ route, cpuShare, cpuMicrosPerRequest: cpu, parts, sampled }) => {
      const samples = Math.max(1, cpuShare * onCpu);
      const waitMicros = parts && parts.wait * 1000;
      return [
        route,
        {
          // Samples are Poisson counts.
          cpu: cpu === null ? null : { micros: cpu, variance: cpu ** 2 / samples },
          // As if single waits were spread as widely as those that have no memory; most are less.
          wait:
            waitMicros === null
              ? null
              : { micros: waitMicros, variance: waitMicros ** 2 / sampled },
        },
      ];
    }),
  );
}

/** Lists which routes of both states cost more or less CPU time or wait longer or shorter, by the pairs of the verdict. */
export function routeChanges(base: readonly RunCosts[], head: readonly RunCosts[]): RouteChange[] {
  const names = new Set([...base, ...head].flatMap(({ routes }) => [...(routes?.keys() ?? [])]));
  const measured = [...names].flatMap((route) =>
    kinds.flatMap((kind) => {
      const valueOf = ({ routes }: RunCosts) => routes?.get(route)?.[kind] ?? null;
      const tells = (run: RunCosts) => valueOf(run) !== null;
      const runs = { base: base.filter(tells), head: head.filter(tells) };
      if (runs.base.length === 0 || runs.head.length === 0) return [];
      const { pairs } = pairRuns(runs.base, runs.head);
      const value = (run: RunCosts) => valueOf(run)!;
      const of = measurePairs({ base: value, head: value }, runs, pairs);
      return of ? [{ ...of, route, kind }] : [];
    }),
  );
  return judge(measured)
    .map(({ entry: { route, kind }, cost }): RouteChange => ({ ...cost, route, kind }))
    .sort(bySize);
}
