import type { ProfileIsolate } from '../profile/profile.ts';

/**
 * One thread's samples from another program's file; every reader of such files makes one. Places
 * are those of the code that ran, before source maps. They are 1-based, 0 if unknown.
 */
export interface ForeignProfile {
  functions: ForeignFunction[];
  /** One entry for each distinct function, place and tier, as in a profile's own table. */
  frames: {
    /** Index into `functions`. */
    function: Int32Array;
    line: Int32Array;
    column: Int32Array;
    /** Index into `tierOfCode`; absent if the file does not say. */
    tier?: Uint8Array;
  };
  /** Node 0 is the root (frame -1); a parent's index is below its children's. */
  nodes: { parent: Int32Array; frame: Int32Array };
  /** `node` is -1 for idle. Times are since the window's start. */
  samples: { node: Int32Array; timeMicros: Float64Array };
  isolate: ProfileIsolate;
  windowMs: number;
  intervalMicros: number;
  /** Texts of scripts in the file itself, by the url that its functions have. */
  scripts?: ReadonlyMap<string, string>;
  notes: string[];
}

/** A function in a source, or without a url: a builtin, native code, GC. */
export interface ForeignFunction {
  name: string;
  /** As in the file: a `file:` url, a path, `node:fs`, or empty. */
  url: string;
  line: number;
  column: number;
  /** A line of its text, if its first line is unknown. */
  within?: number;
}

/** Builds the tables of a {@link ForeignProfile} from functions and frames in any order. */
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

/** A profile whose samples are of no time: they stand for bytes or handles, or only their stacks are asked for. */
export function untimedProfile(
  frames: ForeignFrames,
  isolate: ProfileIsolate,
  nodes: { parent: ArrayLike<number>; frame: ArrayLike<number> },
  samples: readonly number[],
): ForeignProfile {
  return {
    functions: frames.functions,
    frames: frames.table(),
    nodes: { parent: Int32Array.from(nodes.parent), frame: Int32Array.from(nodes.frame) },
    samples: { node: Int32Array.from(samples), timeMicros: new Float64Array(samples.length) },
    isolate,
    windowMs: 0,
    intervalMicros: 1000,
    notes: [],
  };
}

/** Ten times as many as the largest servers have. */
const maxFunctions = 1_000_000;
/** No file has more lines or columns; a larger number is invalid. */
const maxPosition = 2 ** 27;

/** Converts a line or column to 1-based by adding `base`; 0 if it is invalid. */
export function positionOf(value: unknown, base: 0 | 1): number {
  if (!Number.isInteger(value)) return 0;
  const position = (value as number) + base;
  return position > 0 && position < maxPosition ? position : 0;
}

/** Thrown if a file can't be read as what it looks like; the message is the reason. */
export class ImportError extends Error {}

export const tooLarge = 'it would take more memory than a profile may';
