import { CodeMap } from './codeMap.ts';
import { builtinCopyOffsets } from './builtinCopy.ts';
import { Float64List, Int32List } from '../profile/growableArrays.ts';
import type { TierCode } from '../profile/profile.ts';

export const enum CodeKind {
  js,
  /** Runs on behalf of the interpreted function on top of the stack. */
  bytecodeHandler,
  /** Builtins, regular expressions, stubs, WebAssembly: one frame, without positions. */
  unmapped,
}

/** What the log says of JavaScript's code when it is made. */
export interface MadeCode {
  timeMicros: number;
  tier: TierCode;
  /** It is for entering a loop that runs; V8 says so from Node.js 26 on. */
  onStack: boolean;
}

/** The code map, and of each entry what it is and which function it belongs to. */
export class CodeTable extends CodeMap {
  readonly #kinds = new Int32List();
  readonly #functions = new Int32List();
  readonly #tiers = new Int32List();
  readonly #times = new Float64List();
  /** Entries that were made to enter a loop that runs (on-stack replacement). */
  readonly #onStack = new Set<number>();
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

  /** When it was made, by V8's clock; 0 where nobody asks. */
  timeMicros(entry: number): number {
    return this.#times.at(entry);
  }

  isOnStack(entry: number): boolean {
    return this.#onStack.has(entry);
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
    this.#times.push(0);
    return entry;
  }

  addJs(start: number, size: number, functionIndex: number, made: MadeCode): number {
    const entry = this.addCode(start, size, CodeKind.js, functionIndex, made.tier);
    this.#times.items[entry] = made.timeMicros;
    if (made.onStack) this.#onStack.add(entry);
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
