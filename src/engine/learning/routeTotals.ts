import type { RouteSums } from '../../shared/learningWire.ts';
import { toMicros } from './keptPaths.ts';
import type { PathWalk } from './pathWalk.ts';

/** Those that come later are left out. */
const maxRoutes = 1_000;

/** Adds up by route how long the requests that were followed ran, were queued and waited. */
export class RouteTotals {
  readonly #byRoute = new Map<string, Omit<RouteSums, 'waits'> & { waits: Map<number, number> }>();

  add(route: string, walk: PathWalk): void {
    let sums = this.#byRoute.get(route);
    if (!sums) {
      if (this.#byRoute.size === maxRoutes) return;
      sums = { route, count: 0, cpuMs: 0, queueMs: 0, waitMs: 0, waits: new Map() };
      this.#byRoute.set(route, sums);
    }
    sums.count++;
    sums.cpuMs += walk.cpuMs;
    sums.queueMs += walk.queueMs;
    sums.waitMs += walk.waitMs;
    for (const { context, ms } of walk.waits) {
      sums.waits.set(context, (sums.waits.get(context) ?? 0) + ms);
    }
  }

  results(): RouteSums[] {
    return [...this.#byRoute.values()].map(({ waits, ...sums }) => ({
      ...sums,
      waits: [...waits].map(([context, ms]) => ({ context, ms: toMicros(ms) })),
    }));
  }
}
