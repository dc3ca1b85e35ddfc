import { AddressCache } from './addressCache.ts';
import type { LogCode } from './logCode.ts';

/** What samples have shown of the call that returns to an address. */
interface Call {
  /** Of the function that it runs; outermost first. */
  frames: Int32Array;
  /** Whether a builtin was on top of these: their line then says where such calls are made. */
  underBuiltin: boolean;
  /** Of that function and those inlined into it, the frames that were seen first of each. */
  byFunction: Map<number, Int32Array>;
  /** Whether it runs now this function and now another one. */
  hasOthers: boolean;
  /** The last that was seen, as most that follow are the same. */
  last: Int32Array;
}

/**
 * Finds the caller that V8's sampler loses under builtins without a frame of their own (inline-cache
 * handlers, small math): the stack then begins with the caller's caller. A return address of JavaScript's
 * code belongs to one call, so the JavaScript function that other samples show there is the one
 * that runs. (A call that reaches now a builtin function and now one in JavaScript is taken for the
 * second.) Where more functions are inlined into that one, it is the one that was seen to call the
 * builtin most, such as before they were inlined.
 */
export class CalledFrames {
  readonly #calls: AddressCache<Call>;
  /** Of functions in sparkplug alone, the newest: where one line calls many, it runs for some samples in a row. */
  readonly #baselineOfReturn: AddressCache<Int32Array>;
  /** By the builtin, how many samples of it each function was on top of which calls it for sure. */
  readonly #callers = new Map<number, Map<number, number>>();

  constructor(private readonly code: LogCode) {
    this.#calls = new AddressCache(code.table);
    this.#baselineOfReturn = new AddressCache(code.table);
  }

  /** A sample shows that the call that returns to `returnAddress` runs `frames`. */
  learn(returnAddress: number, frames: Int32Array): void {
    const known = this.#call(returnAddress, frames, false);
    if (!known || known.last === frames) return;
    known.last = frames;
    const runs = this.#innermost(frames);
    if (this.#outermost(frames) !== this.#outermost(known.frames)) known.hasOthers = true;
    else if (!known.byFunction.has(runs)) known.byFunction.set(runs, frames);
  }

  /** The same, with a builtin on top of the frames. */
  learnUnderBuiltin(returnAddress: number, frames: Int32Array): void {
    const known = this.#call(returnAddress, frames, true);
    if (!known || known.underBuiltin) return;
    known.frames = frames;
    known.underBuiltin = true;
  }

  /** The same of a function in sparkplug, which is the only one that calls what is outside of its code. */
  learnBaseline(returnAddress: number, frames: Int32Array): void {
    const entry = this.code.table.find(returnAddress);
    if (entry >= 0) this.#baselineOfReturn.set(returnAddress, false, entry, frames);
  }

  /** A sample shows that the innermost of `frames` has called the builtin. */
  learnCaller(builtin: number, frames: Int32Array): void {
    let callers = this.#callers.get(builtin);
    if (!callers) this.#callers.set(builtin, (callers = new Map()));
    const caller = this.#innermost(frames);
    callers.set(caller, (callers.get(caller) ?? 0) + 1);
  }

  /** The frames of the function in sparkplug that the call ran last; null where no sample has shown one. */
  baselineAt(returnAddress: number): Int32Array | null {
    return this.#baselineOfReturn.get(returnAddress, false) ?? null;
  }

  /** The frames of the JavaScript function that the call runs, on top of which the builtin is; null where no sample has shown one. */
  at(returnAddress: number, builtin: number): Int32Array | null {
    const call = this.#calls.get(returnAddress, false);
    if (!call) return null;
    const { frames, byFunction, hasOthers } = call;
    if (hasOthers) return frames;
    if (byFunction.size === 1 && frames.length === 1) {
      this.learnCaller(builtin, frames);
      return frames;
    }
    const callers = this.#callers.get(builtin);
    if (!callers) return frames;
    let found = frames;
    let most = callers.get(this.#innermost(frames)) ?? 0;
    for (const [runs, seen] of byFunction) {
      const samples = callers.get(runs) ?? 0;
      if (samples <= most) continue;
      most = samples;
      found = seen;
    }
    return found;
  }

  #call(returnAddress: number, frames: Int32Array, underBuiltin: boolean): Call | null {
    const known = this.#calls.get(returnAddress, false);
    if (known) return known;
    const entry = this.code.table.find(returnAddress);
    if (entry < 0) return null;
    const byFunction = new Map([[this.#innermost(frames), frames]]);
    const call = { frames, underBuiltin, byFunction, hasOthers: false, last: frames };
    this.#calls.set(returnAddress, false, entry, call);
    return call;
  }

  #outermost(frames: Int32Array): number {
    return this.code.frames[frames[0]!]!.function;
  }

  #innermost(frames: Int32Array): number {
    // Not `at(-1)`: V8 compiles that of typed arrays to a call, and this runs for most samples.
    return this.code.frames[frames[frames.length - 1]!]!.function;
  }
}
