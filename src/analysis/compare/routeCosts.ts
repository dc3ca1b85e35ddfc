import type { RouteCostKind } from '../../shared/codeChange.ts';
import type { RouteReport } from '../../shared/routes.ts';

/** The costs that are measured of a run, in microseconds a request. */
export interface RunValue {
  micros: number;
  variance: number;
}

/** Says what a request of each route costs in a run, by route and kind. */
export type RouteCosts = Map<string, Record<RouteCostKind, RunValue | null>>;

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
