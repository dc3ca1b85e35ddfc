import type { IcState } from '../../shared/report.ts';
import type { LogIcSite } from '../log/icLines.ts';
import type { IsolateLog } from '../log/isolateLog.ts';
import type { FunctionResolver } from './functionResolver.ts';
import type { ProfileFunction, ProfileIcSite } from '../profile/profile.ts';

const maxSites = 4000;
const maxShapes = 8;

/** Says which of an isolate's accesses are wanted. */
export interface IcWindow {
  /** Index of the isolate in the profile. */
  isolate: number;
  /** Added to the log's microseconds, it gives microseconds since the window's start. */
  windowOffsetMicros: number;
  windowMicros: number;
  /** The log's functions that occur in samples of the window. */
  ranFunctions: ReadonlySet<number>;
}

/** The property accesses of functions that ran, with the state of each at the window's end. */
export function icSitesOf(
  { ics }: IsolateLog,
  resolver: FunctionResolver,
  functions: readonly ProfileFunction[],
  window: IcWindow,
): ProfileIcSite[] {
  const found: ProfileIcSite[] = [];
  for (const site of ics.sites) {
    if (!window.ranFunctions.has(site.function)) continue;
    const at = resolver.frame(site.function, site.offset);
    if (!at.exact) continue;
    const state = stateAtEnd(site, window);
    if (!state || (state.state === 'monomorphic' && isImplied(site, resolver))) continue;
    const { file } = functions[at.function]!;
    found.push({
      ...{ file, line: at.line, column: at.column, isolate: window.isolate },
      ...{ kind: site.kind, property: site.property },
      ...state,
    });
  }
  return found.sort(worstFirst).slice(0, maxSites);
}

/** Whether the access is not in the source, such as that of `next` in `for (const row of rows)`. */
function isImplied(
  { kind, function: fn, offset, property }: LogIcSite,
  resolver: FunctionResolver,
) {
  return kind === 'load' && resolver.textAt(fn, offset, property.length) !== property;
}

type StateAtEnd = Pick<ProfileIcSite, 'state' | 'shapeCount' | 'shapes' | 'keyCount' | 'misses'>;

/** Returns null if V8 had not learned anything by then. */
function stateAtEnd(site: LogIcSite, window: IcWindow): StateAtEnd | null {
  const end = window.windowMicros - window.windowOffsetMicros;
  const last = site.changes.findLast(({ timeMicros }) => timeMicros < end);
  if (!last) return null;
  const next = site.changes.find(
    (change) => change.timeMicros >= end && change.firstShape !== last.firstShape,
  );
  const met = site.shapes
    .slice(last.firstShape, next?.firstShape)
    .filter(({ timeMicros }) => timeMicros < end);
  const words = met.flatMap((shape) => (shape.words === null ? [] : [shape.words]));
  return {
    state: last.state,
    shapeCount: met.length,
    shapes: [...new Set(words)].slice(0, maxShapes),
    keyCount: site.keys.size,
    misses: missesBetween(site, -window.windowOffsetMicros, end),
  };
}

function missesBetween({ misses }: LogIcSite, startMicros: number, endMicros: number): number {
  let count = 0;
  for (let at = 0; at < misses.length; at++) {
    const time = misses.at(at);
    if (time >= startMicros && time < endMicros) count++;
  }
  return count;
}

/** Ordered from cheapest to most expensive. */
export const icStates: readonly IcState[] = ['monomorphic', 'polymorphic', 'megamorphic'];

/** Sorts megamorphic sites first, those with most misses first among them. */
export function worstFirst(
  a: Pick<ProfileIcSite, 'state' | 'misses'>,
  b: Pick<ProfileIcSite, 'state' | 'misses'>,
): number {
  return icStates.indexOf(b.state) - icStates.indexOf(a.state) || b.misses - a.misses;
}
