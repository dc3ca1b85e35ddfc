import { AddressCache } from './addressCache.ts';
import type { LogCode, LogFrame } from './logCode.ts';

/** The knowledge that samples give about the call that returns to an address. */
interface Call {
  /** Frames of the function that the call runs, outermost first. */
  frames: Int32Array;
  /**
   * Whether `frames` were seen below a builtin; their line is then the one that calls the builtin. Else they are the
   * newest, which gives each line of the function its part.
   */
  underBuiltin: boolean;
  /** The newest frames for each innermost function: the called one or one inlined into it. */
  byFunction: Map<number, Int32Array>;
  /** Whether samples have shown more than one called function. */
  hasOthers: boolean;
  /** The frames seen last, which most later samples repeat. */
  last: Int32Array;
}

/**
 * Finds the caller that V8's sampler loses below builtins without a frame of their own
 * (inline-cache handlers, small math): the recorded stack then begins with the caller's caller. A
 * return address in JavaScript code belongs to one call site, so the JavaScript function that other
 * samples show there is taken for the one that runs:
 *
 *     sample:     main  outer        inner                 learn(return address in outer, inner)
 *     sample:     main  outer              (Math.floor)    inner's frame is missing
 *     placed as:  main  outer        inner (Math.floor)
 *
 * This is wrong for a call site that reaches now a builtin and now a JavaScript function: the
 * builtin's samples get the latter as their caller. If other functions are inlined into `inner`,
 * the one that was seen most as the builtin's caller is taken, for example from samples before it
 * was inlined.
 */
export class CalledFrames {
  readonly #calls: AddressCache<Call>;
  /** For each builtin, how many samples showed each function as its certain caller. */
  readonly #callers = new Map<number, Map<number, number>>();

  constructor(private readonly code: LogCode) {
    this.#calls = new AddressCache(code.table);
  }

  /** Records that a sample shows `frames` running in the call that returns to `returnAddress`. */
  learn(returnAddress: number, frames: Int32Array): void {
    const known = this.#call(returnAddress, frames, false);
    if (!known || known.last === frames) return;
    known.last = frames;
    if (this.#outermost(frames) !== this.#outermost(known.frames)) {
      known.hasOthers = true;
      return;
    }
    known.byFunction.set(this.#innermost(frames), frames);
    if (!known.underBuiltin) known.frames = frames;
  }

  /** Like `learn`, for frames with a builtin on top of them. */
  learnUnderBuiltin(returnAddress: number, frames: Int32Array): void {
    // Sparkplug code, which the function leaves soon, has no line before Node.js 26.
    const hasLine = this.#innermostFrame(frames).offset >= 0;
    const known = this.#call(returnAddress, frames, hasLine);
    if (!known || known.underBuiltin || !hasLine) return;
    known.frames = frames;
    known.underBuiltin = true;
  }

  /** Records that the innermost of `frames` called the builtin. */
  learnCaller(builtin: number, frames: Int32Array): void {
    let callers = this.#callers.get(builtin);
    if (!callers) this.#callers.set(builtin, (callers = new Map()));
    const caller = this.#innermost(frames);
    callers.set(caller, (callers.get(caller) ?? 0) + 1);
  }

  /** Frames of the JavaScript function that called the builtin; null if no sample showed it. */
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
    return this.#innermostFrame(frames).function;
  }

  #innermostFrame(frames: Int32Array): LogFrame {
    // Not `at(-1)`: V8 compiles it to a call for typed arrays, and this runs for most samples.
    return this.code.frames[frames[frames.length - 1]!]!;
  }
}
