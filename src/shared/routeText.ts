import { formatMicros } from './format.ts';
import type { RouteChange } from './codeChange.ts';
import type { RouteLine, RouteReport } from './routes.ts';
import { minWaitMs, minWaitShare } from './requestText.ts';

/** Share of the on-CPU samples that is of no request of the load, or not known to be. */
export function noRouteShare(routes: readonly RouteReport[]): number {
  return Math.max(
    0,
    routes.reduce((rest, { cpuShare }) => rest - cpuShare, 1),
  );
}

/** Lines with less say little of where the time went. */
const minLineShare = 0.001;

/** The line on which the route spends most of its time; null if it spends next to none on any. */
export function hottestLine({ lines }: RouteReport): RouteLine | null {
  const [first] = lines;
  return first && first.self >= minLineShare ? first : null;
}

/** The line at which the route's requests wait longest; null if they wait nowhere long enough to be told. */
export function longestWait({ lines, meanMs }: RouteReport): RouteLine | null {
  const least = Math.max(minWaitMs, (meanMs ?? 0) * minWaitShare);
  let longest: RouteLine | null = null;
  for (const line of lines) {
    if (line.waitMs >= least && line.waitMs > (longest?.waitMs ?? 0)) longest = line;
  }
  return longest;
}

const maxChanges = 2;

/**
 * `Of the routes, GET /orders/:id waits 11–13 ms less.`: what is not told by figures over all requests. Empty if
 * no route changed by more than the noise.
 */
export function routesSentence(changes: readonly RouteChange[]): string {
  const proven = changes.filter(({ isBeyondNoise, change }) => isBeyondNoise && change);
  if (proven.length === 0) return '';
  const told = proven.slice(0, maxChanges).map(routeChangeText);
  const more = proven.length - told.length;
  const words = more > 0 ? [...told, `and ${more} more changed`] : told;
  return `Of the routes, ${words.join(', ')}.`;
}

function routeChangeText({ route, kind, change }: RouteChange): string {
  const { lowMicros, highMicros, micros } = change!;
  const [low, high] = [Math.abs(lowMicros), Math.abs(highMicros)].sort((a, b) => a - b);
  const range = `${formatMicros(low!)} to ${formatMicros(high!)}`;
  if (kind === 'wait') return `${route} waits ${range} ${micros < 0 ? 'less' : 'longer'}`;
  return `${route} takes ${range} ${micros < 0 ? 'less' : 'more'} CPU time`;
}

/** The figures of a route that have changed. */
export function routeKindText({ kind }: Pick<RouteChange, 'kind'>): string {
  return kind === 'cpu' ? 'CPU time' : 'wait';
}
