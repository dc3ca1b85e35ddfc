import type { RouteChange, RouteCostKind } from '../../shared/codeChange.ts';
import type { RunCosts } from './codeSide.ts';
import { bySize, judge } from './costMeasure.ts';
import { measurePairs } from './pairMeasure.ts';
import { pairRuns } from './runPairs.ts';

const kinds: readonly RouteCostKind[] = ['cpu', 'wait'];

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
