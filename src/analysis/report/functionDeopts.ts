import type { DeoptReport } from '../../shared/report.ts';
import type { Profile } from '../profile/profile.ts';

export interface FunctionDeopts {
  sites: DeoptReport[];
  count: number;
  /** Quarters of the window that had one. This separates a loop from a burst of learning. */
  quarters: number;
}

/**
 * The window's deoptimizations by function. One at an inlined site is listed with two functions:
 * the one that lost its code and the one that contains the cause.
 */
export function deoptsOfFunctions(profile: Profile): Map<number, FunctionDeopts> {
  const byFunction = new Map<number, { sites: Map<string, DeoptReport>; quarters: Set<number> }>();
  const quarterMicros = (profile.windowMs * 1000) / 4;
  for (const deopt of profile.deopts) {
    for (const fn of new Set([deopt.function, deopt.siteFunction])) {
      let found = byFunction.get(fn);
      if (!found) byFunction.set(fn, (found = { sites: new Map(), quarters: new Set() }));
      found.quarters.add(Math.floor(deopt.timeMicros / quarterMicros));
      const { reason, kind, file, line, column } = deopt;
      const key = [kind, reason, file, line, column].join('\0');
      const known = found.sites.get(key);
      if (known) known.count++;
      else found.sites.set(key, { reason, kind, file, line, column, count: 1 });
    }
  }
  return new Map(
    [...byFunction].map(([fn, found]) => {
      const sites = [...found.sites.values()].sort((a, b) => b.count - a.count);
      const count = sites.reduce((sum, site) => sum + site.count, 0);
      return [fn, { sites, count, quarters: found.quarters.size }];
    }),
  );
}
