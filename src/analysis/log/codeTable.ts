import { CodeMap } from './codeMap.ts';
import { builtinCopyOffsets } from './builtinCopy.ts';
import { Int32List } from '../profile/growableArrays.ts';
import type { TierCode } from '../profile/profile.ts';

export const enum CodeKind {
  js,
  /** Runs on behalf of the interpreted function on top of the stack. */
  bytecodeHandler,
  /** Builtins, regular expressions, stubs, WebAssembly: one frame, without positions. */
  unmapped,
}

/** The code map, and of each entry what it is and which function it belongs to. */
export class CodeTable extends CodeMap {
  readonly #kinds = new Int32List();
  readonly #functions = new Int32List();
  readonly #tiers = new Int32List();
  #builtins: number[] = [];

  kind(entry: number): CodeKind {
    return this.#kinds.at(entry);
  }

  function(entry: number): number {
    return this.#functions.at(entry);
  }

  setFunction(entry: number, functionIndex: number): void {
    this.#functions.items[entry] = functionIndex;
  }

  tier(entry: number): TierCode {
    return this.#tiers.at(entry) as TierCode;
  }

  addCode(
    start: number,
    size: number,
    kind: CodeKind,
    functionIndex: number,
    tier: TierCode,
  ): number {
    const entry = this.add(start, size);
    this.#kinds.push(kind);
    this.#functions.push(functionIndex);
    this.#tiers.push(tier);
    return entry;
  }

  /** Code that is part of the Node.js binary. */
  addBuiltin(start: number, size: number, kind: CodeKind, functionIndex: number): void {
    this.#builtins.push(this.addCode(start, size, kind, functionIndex, 0));
  }

  /** Adds the copies of the builtins that V8 runs in the code range; all builtins are known by now. */
  addBuiltinCopies(codeRange: number): void {
    const builtins = this.#builtins;
    this.#builtins = [];
    if (builtins.length === 0) return;
    const first = builtins.reduce((min, entry) => Math.min(min, this.starts.at(entry)), Infinity);
    const last = builtins.reduce((max, entry) => Math.max(max, this.ends.at(entry)), 0);
    for (const offset of builtinCopyOffsets(codeRange, first, last)) {
      for (const entry of builtins) {
        const start = this.starts.at(entry) + offset;
        if (this.find(start) >= 0) continue;
        const size = this.ends.at(entry) - this.starts.at(entry);
        this.addCode(start, size, this.kind(entry), this.function(entry), 0);
      }
    }
  }
}
