import { CodeMap } from './codeMap.ts';
import { builtinCopyOffsets } from './builtinCopy.ts';
import { Float64List, Int32List } from '../profile/growableArrays.ts';
import type { TierCode } from '../profile/profile.ts';

export const enum CodeKind {
  js,
  /** Runs on behalf of the interpreted function on top of the stack. */
  bytecodeHandler,
  /** Builtins, regular expressions, stubs and WebAssembly have one frame, without positions. */
  unmapped,
}

/** The facts of a code-creation line about JavaScript code. */
export interface MadeCode {
  timeMicros: number;
  tier: TierCode;
  /** Whether the code was made to enter a running loop (OSR); V8 says so from Node.js 26 on. */
  onStack: boolean;
}

/** The code map, with the kind, function and tier of each entry. */
export class CodeTable extends CodeMap {
  readonly #kinds = new Int32List();
  readonly #functions = new Int32List();
  readonly #tiers = new Int32List();
  readonly #times = new Float64List();
  /** Entries made to enter a running loop (on-stack replacement). */
  readonly #onStack = new Set<number>();
  #builtins: number[] = [];
  /** All builtins and bytecode handlers that V8 has copied are entries before this one. */
  #firstCopy = 0;

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

  /** When the code was made, by V8's clock; 0 for code that is not JavaScript. */
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

  /** Adds code that is part of the Node.js binary. */
  addBuiltin(start: number, size: number, kind: CodeKind, functionIndex: number): void {
    this.#builtins.push(this.addCode(start, size, kind, functionIndex, 0));
  }

  /** Whether V8 has a copy of this builtin or bytecode handler elsewhere. */
  isCopied(entry: number): boolean {
    return entry < this.#firstCopy;
  }

  /** Adds the copies of the builtins in the code range. Call it once all builtins are known. */
  addBuiltinCopies(codeRange: number): void {
    const builtins = this.#builtins;
    this.#builtins = [];
    if (builtins.length === 0) return;
    const first = builtins.reduce((min, entry) => Math.min(min, this.starts.at(entry)), Infinity);
    const last = builtins.reduce((max, entry) => Math.max(max, this.ends.at(entry)), 0);
    const offsets = builtinCopyOffsets(codeRange, first, last);
    if (offsets.length > 0) this.#firstCopy = this.length;
    for (const offset of offsets) {
      for (const entry of builtins) {
        const start = this.starts.at(entry) + offset;
        if (this.find(start) >= 0) continue;
        const size = this.ends.at(entry) - this.starts.at(entry);
        this.addCode(start, size, this.kind(entry), this.function(entry), 0);
      }
    }
  }
}
