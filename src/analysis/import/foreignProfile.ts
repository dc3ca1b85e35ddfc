import type { ProfileIsolate } from '../profile/profile.ts';

/**
 * One thread's samples as a file of another program has them: places are those of the code that ran
 * (before source maps), 1-based, 0 where they are not known. What every reader of such a file makes.
 */
export interface ForeignProfile {
  functions: ForeignFunction[];
  /** One entry for each distinct function, place and tier, as in a profile's own table. */
  frames: {
    /** Index into `functions`. */
    function: Int32Array;
    line: Int32Array;
    column: Int32Array;
    /** Index into `tierOfCode`; absent where the file does not say. */
    tier?: Uint8Array;
  };
  /** Node 0 is the root (frame -1); a parent's index is below its children's. */
  nodes: { parent: Int32Array; frame: Int32Array };
  /** `node`: -1 for idle. Times are since the start of the window. */
  samples: { node: Int32Array; timeMicros: Float64Array };
  isolate: ProfileIsolate;
  windowMs: number;
  intervalMicros: number;
  /** Texts of scripts that the file itself has, by the url that its functions have. */
  scripts?: ReadonlyMap<string, string>;
  notes: string[];
}

/** A function where it is written, or, without a url, what has no source: builtins, native code, GC. */
export interface ForeignFunction {
  /** Empty where it has none. */
  name: string;
  /** As the file has it: a `file:` url, a path, `node:fs`, or empty. */
  url: string;
  line: number;
  column: number;
  /** A line of its text, where its first is not known. */
  within?: number;
}

/** Makes the tables of a {@link ForeignProfile} of functions and frames that come in any order. */
export class ForeignFrames {
  readonly functions: ForeignFunction[] = [];
  readonly #functionByKey = new Map<string, number>();
  readonly #frameByKey = new Map<string | number, number>();
  readonly #frames: { function: number; line: number; column: number; tier: number }[] = [];

  function(name: string, url: string, line: number, column: number): number {
    const key = `${line}:${column}:${url}\0${name}`;
    let index = this.#functionByKey.get(key);
    if (index === undefined) {
      if (this.functions.length === maxFunctions) throw new ImportError(tooLarge);
      index = this.functions.push({ name, url, line, column }) - 1;
      this.#functionByKey.set(key, index);
    }
    return index;
  }

  frame(fn: number, line = 0, column = 0, tier = 0): number {
    // Lines are below 2^27, so the number is exact for 2^26 functions.
    const key =
      column === 0 && tier === 0 ? fn * maxPosition + line : `${fn}:${line}:${column}:${tier}`;
    let index = this.#frameByKey.get(key);
    if (index === undefined) {
      index = this.#frames.push({ function: fn, line, column, tier }) - 1;
      this.#frameByKey.set(key, index);
    }
    return index;
  }

  table(): Required<ForeignProfile['frames']> {
    const rows = this.#frames;
    return {
      function: Int32Array.from(rows, (row) => row.function),
      line: Int32Array.from(rows, ({ line }) => line),
      column: Int32Array.from(rows, ({ column }) => column),
      tier: Uint8Array.from(rows, ({ tier }) => tier),
    };
  }
}

/** Ten times those of the largest servers. */
const maxFunctions = 1_000_000;
/** No file has more lines or columns; a larger number is none. */
const maxPosition = 2 ** 27;

/** A line or column that somebody wrote, made 1-based by adding `base`; 0 where it is none. */
export function positionOf(value: unknown, base: 0 | 1): number {
  if (!Number.isInteger(value)) return 0;
  const position = (value as number) + base;
  return position > 0 && position < maxPosition ? position : 0;
}

/** Why a file can't be read as what it looks like. */
export class ImportError extends Error {}

export const tooLarge = 'it would take more memory than a profile may';
