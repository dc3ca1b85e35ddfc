import { plainLine } from '../../shared/plainText.ts';
import { Int32List } from './growableArrays.ts';
import type { FrameTable, ProfileFunction } from './profile.ts';

/** Collects the functions and frames of a profile without duplicates. */
export class ProfileTables {
  readonly functions: ProfileFunction[] = [];
  readonly #functionByKey = new Map<string, number>();
  readonly #frameByKey = new Map<number, number>();
  readonly #frames = {
    function: new Int32List(),
    line: new Int32List(),
    column: new Int32List(),
    tier: new Int32List(),
    exact: new Int32List(),
    inlined: new Int32List(),
  };

  function(made: ProfileFunction): number {
    const key = `${made.area}\0${made.file}\0${made.line}\0${made.column}\0${made.name}`;
    let index = this.#functionByKey.get(key);
    if (index === undefined) {
      index = this.functions.push({ ...made, name: plainLine(made.name) }) - 1;
      this.#functionByKey.set(key, index);
    }
    return index;
  }

  /** Returns the index of a frame. Columns of the same line share the frame of the first one. */
  frame(
    fn: number,
    line: number,
    column: number,
    tier: number,
    exact: boolean,
    inlined: boolean,
  ): number {
    // Lines are below 2^28 and functions below 2^20, so the key stays below 2^53.
    const key = (fn * 2 ** 28 + line) * 32 + tier * 4 + (exact ? 2 : 0) + (inlined ? 1 : 0);
    let frame = this.#frameByKey.get(key);
    if (frame === undefined) {
      const frames = this.#frames;
      frame = frames.function.length;
      frames.function.push(fn);
      frames.line.push(line);
      frames.column.push(column);
      frames.tier.push(tier);
      frames.exact.push(exact ? 1 : 0);
      frames.inlined.push(inlined ? 1 : 0);
      this.#frameByKey.set(key, frame);
    }
    return frame;
  }

  frames(): Required<FrameTable> {
    const { function: fn, line, column, tier, exact, inlined } = this.#frames;
    return {
      function: fn.toArray(),
      line: line.toArray(),
      column: column.toArray(),
      tier: Uint8Array.from(tier.toArray()),
      exact: Uint8Array.from(exact.toArray()),
      inlined: Uint8Array.from(inlined.toArray()),
    };
  }
}
