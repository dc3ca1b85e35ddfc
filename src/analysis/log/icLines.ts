import type { IcKind, IcState } from '../../shared/report.ts';
import { AddressCache } from './addressCache.ts';
import { Float64List } from '../profile/growableArrays.ts';
import { tierCode } from '../profile/profile.ts';
import type { LogCode } from './logCode.ts';
import { propertyName } from './propertyName.ts';
import type { ShapeLines } from './shapeLines.ts';

/**
 * Reads what V8 learned at each property access, from the lines of `--log-ic`. V8 writes one when
 * an access learns something and when its table for megamorphic accesses misses. How optimized code
 * uses what was learned is not logged.
 */

/** The kind of access by the line's name; null for globals and literals, which we ignore. */
export const icKinds: ReadonlyMap<string, IcKind | null> = new Map([
  ['LoadIC', 'load'],
  ['StoreIC', 'store'],
  ['KeyedLoadIC', 'keyed-load'],
  ['KeyedStoreIC', 'keyed-store'],
  ['StoreInArrayLiteralIC', null],
  ['LoadGlobalIC', null],
  ['StoreGlobalIC', null],
]);

const maxShapes = 1000;
const maxNamedShapes = 16;
const maxKeys = 1000;

export interface LogIcSite {
  kind: IcKind;
  function: number;
  /** Offset in the function's script. */
  offset: number;
  /** The line V8 logged first; 0 for optimized code, which may log another function's line. */
  scriptLine: number;
  /** Empty for keyed accesses. */
  property: string;
  changes: IcChange[];
  shapes: SeenShape[];
  /** Addresses of the shapes that the last change knows. */
  known: Set<number>;
  /** Microseconds at which the table for megamorphic accesses missed. */
  misses: Float64List;
  /** Names used by keyed accesses, without array indexes. */
  keys: Set<string>;
}

/** A state that begins at a moment. */
export interface IcChange {
  timeMicros: number;
  state: IcState;
  /** Index of the first of the site's shapes that this state knows; V8 dropped the earlier ones. */
  firstShape: number;
}

export interface SeenShape {
  timeMicros: number;
  /** Null if the log does not say how the shape was made. */
  words: string | null;
}

/** The property accesses of one isolate. Lines must come in the order of the log. */
export class IcLines {
  readonly sites: LogIcSite[] = [];
  readonly #sitesOfFunction = new Map<number, LogIcSite[]>();
  readonly #siteByKey = new Map<string, LogIcSite>();
  readonly #sitesOfAddress: AddressCache<LogIcSite[]>;

  constructor(
    private readonly code: LogCode,
    private readonly shapes: ShapeLines,
  ) {
    this.#sitesOfAddress = new AddressCache(code.table);
  }

  /**
   * @param from V8's mark of the old state, as `to` is of the new one: `0` nothing learned, `X`
   * never learns, `1`, `P`, `N`; `G` and `D` are special megamorphic states, `^` learns a shape
   * anew
   * @param map address of the shape, 0 for none
   * @param readKey reads the line's property name or key; called at most once
   */
  add(
    kind: IcKind,
    pc: number,
    timeMicros: number,
    scriptLine: number,
    from: number,
    to: number,
    map: number,
    readKey: () => string,
  ): void {
    const state = stateOfMark(to);
    if (state === null) return;
    const site = this.#site(kind, pc, scriptLine, readKey);
    // The log has not described this code.
    if (!site) return;
    const last = site.changes.at(-1);
    const isNew = from === marks.uninitialized || state === 'monomorphic';
    if (state === 'monomorphic' && last?.state === state && site.known.has(map)) return;
    if (isNew || last?.state !== state) {
      const firstShape = isNew || !last ? site.shapes.length : last.firstShape;
      site.changes.push({ timeMicros, state, firstShape });
      if (isNew) site.known.clear();
    } else if (state === 'megamorphic') {
      site.misses.push(timeMicros);
    }
    if (map !== 0) this.#see(site, timeMicros, map);
    if (kind === 'keyed-load' || kind === 'keyed-store') {
      const key = site.keys.size < maxKeys ? readKey() : '';
      if (key !== '' && !/^-?\d/.test(key)) site.keys.add(key);
    }
  }

  /**
   * Finds the line of a megamorphic access if V8's sampler lost the caller of the builtin that does
   * the look-up (see calledFrames.ts), so that only the function is certain. This succeeds if the
   * function has megamorphic accesses of that kind on one line only.
   * @param frames frames of the function, outermost first
   */
  lookingUp(frames: Int32Array, builtin: string): Int32Array {
    const kind = this.sites.length === 0 ? null : kindOfBuiltin(builtin);
    if (kind === null) return frames;
    let found: { at: number; site: LogIcSite } | null = null;
    for (const [at, frame] of frames.entries()) {
      for (const site of this.#sitesOfFunction.get(this.code.frames[frame]!.function) ?? []) {
        if (site.kind !== kind || site.changes.at(-1)?.state !== 'megamorphic') continue;
        found ??= { at, site };
        if (found.at !== at || found.site.scriptLine !== site.scriptLine) return frames;
      }
    }
    if (!found) return frames;
    const placed = frames.slice(0, found.at + 1);
    placed[found.at] = this.code.frameElsewhere(placed[found.at]!, found.site.offset);
    return placed;
  }

  #see(site: LogIcSite, timeMicros: number, map: number): void {
    const { shapes, known } = site;
    if (known.has(map) || known.size >= maxShapes) return;
    known.add(map);
    const words = known.size <= maxNamedShapes ? this.shapes.words(map) : null;
    shapes.push({ timeMicros, words });
  }

  #site(kind: IcKind, pc: number, scriptLine: number, readKey: () => string): LogIcSite | null {
    const known = this.#sitesOfAddress.get(pc, false);
    const same = known?.find((site) => site.kind === kind);
    if (same) return same;
    const frames = this.code.framesAt(pc, false);
    const entry = this.code.table.find(pc);
    if (frames.length === 0 || entry < 0) return null;
    const { function: fn, offset, tier } = this.code.frames[frames.at(-1)!]!;
    if (offset < 0) return null;
    const property = kind === 'load' || kind === 'store' ? propertyName(readKey()) : '';
    const key = `${fn}:${offset}:${kind}:${property}`;
    let site = this.#siteByKey.get(key);
    if (!site) {
      site = {
        ...{ kind, function: fn, offset, property },
        scriptLine: tier === tierCode.ignition ? scriptLine : 0,
        ...{
          changes: [],
          shapes: [],
          known: new Set<number>(),
          misses: new Float64List(8),
          keys: new Set<string>(),
        },
      };
      this.sites.push(site);
      this.#siteByKey.set(key, site);
      const there = this.#sitesOfFunction.get(fn);
      if (there) there.push(site);
      else this.#sitesOfFunction.set(fn, [site]);
    }
    this.#sitesOfAddress.set(pc, false, entry, [...(known ?? []), site]);
    return site;
  }
}

const marks = { uninitialized: 48 } as const;

/** The kind of access that a builtin for megamorphic look-ups serves; null for other builtins. */
function kindOfBuiltin(name: string): IcKind | null {
  const match = /^(Keyed)?(Load|Store)IC\w*_Megamorphic/.exec(name);
  if (!match) return null;
  const isLoad = match[2] === 'Load';
  return match[1] ? (isLoad ? 'keyed-load' : 'keyed-store') : isLoad ? 'load' : 'store';
}

/** Returns null for states in which V8 does not learn or has not learned yet. */
function stateOfMark(mark: number): IcState | null {
  switch (mark) {
    case 49: // 1
      return 'monomorphic';
    case 80: // P
      return 'polymorphic';
    case 78: // N
    case 71: // G: every kind of object and key
    case 68: // D: objects of a browser
      return 'megamorphic';
    default:
      return null;
  }
}
