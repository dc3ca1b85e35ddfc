import type { RouteReport } from '../../shared/routes.ts';
import type { FoundRoute } from './findRoutes.ts';

type SourceRoute = Pick<FoundRoute, 'method' | 'path'>;

/**
 * Finds the routes of a run that are for each of a file's: paths of the source have names for their values, and
 * may lack a prefix that another file adds.
 *
 *   source                run
 *   GET /users/:name      GET /api/users/ann, GET /api/users/bob
 *   GET /users/me         GET /api/users/me
 *
 * @returns for each of the file's routes those of the run
 */
export function routesOfRun(
  sources: readonly SourceRoute[],
  ran: readonly RouteReport[],
): RouteReport[][] {
  const found = sources.map((): RouteReport[] => []);
  for (const route of ran) {
    let best = -1;
    let most = 0;
    sources.forEach((source, index) => {
      const fit = fitOf(source, route.route);
      if (fit <= most) return;
      most = fit;
      best = index;
    });
    found[best]?.push(route);
  }
  return found;
}

/** How many of the path's parts are known to be the same, and a half for each that may be; 0 if it is another route. */
function fitOf({ method, path }: SourceRoute, ran: string): number {
  const [ranMethod, ranPath = ''] = ran.split(' ');
  const own = partsOf(path);
  const given = partsOf(ranPath);
  if (method !== ranMethod || own.length > given.length) return 0;
  const prefix = given.length - own.length;
  let fit = 0;
  for (const [index, part] of own.entries()) {
    const other = given[prefix + index]!;
    if (part === other) fit++;
    else if (isValue(part)) fit += 0.5;
    else return 0;
  }
  // Without a name of its own, it would fit every path that is longer.
  if (prefix > 0 && !own.some((part) => !isValue(part))) return 0;
  return prefix === 0 ? fit + 1 : fit;
}

function partsOf(path: string): string[] {
  return path.split('/').filter((part) => part !== '');
}

/** `:id`, `{id}`, `[id]`, `*`, and `…` for what the file does not say. */
function isValue(part: string): boolean {
  return /^[:*{[…]/.test(part);
}
