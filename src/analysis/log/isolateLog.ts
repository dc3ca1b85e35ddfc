import { clockMarkPrefix } from '../../shared/targetWire.ts';
import type { Area } from '../../shared/vocabulary.ts';
import { CalledFrames } from './calledFrames.ts';
import { CallTree } from '../profile/callTree.ts';
import { CallMemo } from './callMemo.ts';
import { CodeKind, type MadeCode } from './codeTable.ts';
import { Float64List, Int32List } from '../profile/growableArrays.ts';
import { IcLines } from './icLines.ts';
import { LogCode, noFrames } from './logCode.ts';
import { NewestFrames } from './newestFrames.ts';
import { tierCode, type TierCode } from '../profile/profile.ts';
import { ShapeLines } from './shapeLines.ts';
import { StackGaps } from './stackGaps.ts';
import type { LoggedSample } from './tickLine.ts';

export interface LogDeopt {
  timeMicros: number;
  /** The function whose code was discarded. */
  function: number;
  /** The function that contains the site; another one if that was inlined. */
  siteFunction: number;
  /** Offset in the site function's script. */
  offset: number;
  kind: string;
  reason: string;
  /** Tier of the discarded code. */
  tier: TierCode;
  /** Whether that code was made to enter a running loop; the function's own code then stays. */
  onStack: boolean;
}

export interface LogDisabled {
  /** Time of the preceding line, as V8 logs none here. */
  timeMicros: number;
  /** V8's name for the function, which several functions may share. */
  name: string;
  reason: string;
}

export interface LogScript {
  url: string;
  /** The whole source, with V8's escapes. */
  source: Uint8Array;
}

/** V8's states of a sample (their order is the same from Node 18 to 26). */
const enum VmState {
  js = 0,
  gc = 1,
  parser = 2,
  bytecodeCompiler = 3,
  compiler = 4,
  atomicsWait = 7,
  idle = 8,
  logging = 9,
}

/** States in which the pc says nothing about JavaScript. */
const notJs = new Map<number, [name: string, area: Area]>([
  [VmState.gc, ['(garbage collector)', 'gc']],
  [VmState.parser, ['(parser)', 'v8']],
  [VmState.bytecodeCompiler, ['(bytecode compiler)', 'v8']],
  [VmState.compiler, ['(compiler)', 'v8']],
  [VmState.logging, ['(profiler)', 'native']],
]);

/** V8 gives no pc if it interrupted code that was setting up or tearing down a frame. */
const lostStack: [name: string, area: Area] = ['(stack not recorded)', 'v8'];

/**
 * Everything that one isolate's log has said so far: code, scripts and deoptimizations, and the
 * samples as a call tree. Call the methods in the order of the log's lines. Memory grows with the
 * code and the distinct stacks, and by 12 bytes a sample.
 */
export class IsolateLog {
  readonly code = new LogCode();
  readonly scripts = new Map<number, LogScript>();
  readonly deopts: LogDeopt[] = [];
  readonly shapes = new ShapeLines();
  readonly ics = new IcLines(this.code, this.shapes);
  readonly disabled: LogDisabled[] = [];
  readonly tree = new CallTree();
  /** Innermost node of each sample, -1 for idle. */
  readonly sampleNodes = new Int32List();
  readonly sampleTimes = new Float64List();
  /** Times of samples in or below code that the log never described: the log is incomplete. */
  readonly lostTimes = new Float64List();
  readonly #gaps = new StackGaps(this.tree, this.sampleNodes, (node) => this.#functionOf(node));

  /** Caches the nodes of stack levels below their callers. */
  readonly #calls = new CallMemo();
  readonly #called = new CalledFrames(this.code);
  /** Sparkplug code alone calls its out-of-line parts. */
  readonly #baseline = new NewestFrames(this.code);
  /** An interpreted function alone runs bytecode handlers. */
  readonly #interpreted = new NewestFrames(this.code);

  readonly #stateFrames = new Map<number, number>();
  /** The last stack's node of each level; the first `#knownLevels` are still valid. */
  readonly #levelNodes = new Int32Array(512);
  /** 1 for a level whose code, or the code of one of its callers, the log never described. */
  readonly #levelLost = new Uint8Array(512);
  #knownLevels = 0;
  #knownAtChanges = 0;

  /**
   * From the clock mark: V8's microseconds and the system's monotonic nanoseconds at one moment.
   */
  clock: { micros: number; ns: bigint; pid: number; threadId: number } | null = null;
  v8Version: string | null = null;
  intervalMicros: number | null = null;

  #lastMicros = 0;

  addJs(start: number, size: number, text: string, sfi: number, made: MadeCode): void {
    this.code.addJs(start, size, text, sfi, made);
    this.#lastMicros = made.timeMicros;
    if (text.startsWith(clockMarkPrefix)) this.#setClock(made.timeMicros, text);
  }

  addDisabled(name: string, reason: string): void {
    this.disabled.push({ timeMicros: this.#lastMicros, name, reason });
  }

  addScript(id: number, script: LogScript): void {
    this.scripts.set(id, script);
  }

  addDeopt(
    timeMicros: number,
    start: number,
    inliningId: number,
    offset: number,
    kind: string,
    reason: string,
  ): void {
    const at = this.code.deoptSite(start, inliningId);
    if (!at) return;
    this.deopts.push({
      timeMicros,
      function: at.own,
      siteFunction: at.site,
      offset,
      kind,
      reason,
      tier: this.code.table.tier(at.entry),
      onStack: this.code.table.isOnStack(at.entry),
    });
    this.#lastMicros = timeMicros;
  }

  addSample({ pc, micros, callback, state, levels, depth, shared }: LoggedSample): void {
    const nearMicros = 5 * (this.intervalMicros ?? 1000);
    this.sampleTimes.push(micros);
    this.#lastMicros = micros;
    this.#knownLevels = Math.min(this.#knownLevels, shared);
    if (state === VmState.idle || state === VmState.atomicsWait) {
      this.#gaps.addWith(micros, 0, nearMicros);
      this.sampleNodes.push(-1);
      return;
    }
    const entry = callback > 0 || notJs.has(state) ? -1 : this.code.table.find(pc);
    const kind = entry < 0 ? null : this.code.table.kind(entry);
    if (depth === 0 && (pc === 0 || state === VmState.gc || kind === CodeKind.unmapped)) {
      const frame =
        entry >= 0
          ? this.code.codeFrame(entry)
          : this.#stateFrame(state, notJs.get(state) ?? lostStack);
      this.sampleNodes.push(this.#gaps.addWithout(micros, frame, nearMicros));
      return;
    }
    let node = this.#nodeOfStack(levels, depth);
    // The innermost level is left out, as it may be a stray value on the stack.
    const isCallerLost = depth > 1 && this.#levelLost[depth - 2] === 1;
    const isJs = state === VmState.js && callback === 0;
    if (isCallerLost || (isJs && entry < 0 && this.code.isUntold(pc))) this.lostTimes.push(micros);
    // The return addresses of the code on top and of its caller. -1 is no code's address.
    const top = depth > 0 ? levels[depth - 1]! : -1;
    const below = depth > 1 ? levels[depth - 2]! : -1;
    if (kind === CodeKind.js) {
      const frames = this.code.framesAt(pc, true);
      if (this.#returnsToJs(top)) {
        this.#called.learn(top, frames);
        if (this.code.table.tier(entry) === tierCode.sparkplug) this.#baseline.learn(top, frames);
      }
      node = this.#descend(node, frames);
      this.sampleNodes.push(node);
    } else {
      const isBaselinePart = entry >= 0 && this.code.isBaselinePart(entry);
      if (isBaselinePart) {
        node = this.#descend(node, this.#baseline.at(top) ?? noFrames);
      } else if (kind === CodeKind.unmapped) {
        const builtin = this.code.table.function(entry);
        const lost = this.#lostFrames(top, below, builtin);
        const { text } = this.code.functions[builtin]!;
        node = this.#descend(node, lost.length > 0 ? this.ics.lookingUp(lost, text) : lost);
      } else if (kind === CodeKind.bytecodeHandler) {
        node = this.#descend(node, this.#lostInterpreted(entry, top, below));
      }
      const frame =
        isBaselinePart && this.#tierOf(node) === tierCode.sparkplug
          ? -1
          : this.#leafFrame(entry, callback > 0 ? callback : pc, state, node);
      this.sampleNodes.push(frame < 0 ? node : this.tree.child(node, frame));
    }
    this.#gaps.addWith(micros, node, nearMicros);
  }

  /** Finds the innermost level's node, reusing outer levels' nodes while no code changes. */
  #nodeOfStack(levels: Float64Array, depth: number): number {
    const { changes } = this.code.table;
    if (changes !== this.#knownAtChanges) {
      this.#knownAtChanges = changes;
      this.#knownLevels = 0;
    }
    const nodes = this.#levelNodes;
    let level = this.#knownLevels;
    let node = level > 0 ? nodes[level - 1]! : 0;
    for (; level < depth; level++) {
      const address = levels[level]!;
      const caller = node;
      const known = this.#calls.get(caller, address, changes);
      if (known >= 0) {
        node = known;
      } else {
        node = this.#descend(caller, this.code.framesAt(address, false));
        this.#calls.set(caller, address, changes, node);
      }
      nodes[level] = node;
      const isLost = node === caller && this.code.isUntold(address);
      this.#levelLost[level] = isLost || (level > 0 && this.#levelLost[level - 1] === 1) ? 1 : 0;
    }
    this.#knownLevels = depth;
    return node;
  }

  #descend(node: number, frames: Int32Array): number {
    for (let k = 0; k < frames.length; k++) node = this.tree.child(node, frames[k]!);
    return node;
  }

  /** Finds the frames lost between a stack and the builtin on top of it; mostly there are none. */
  #lostFrames(top: number, below: number, builtin: number): Int32Array {
    if (!this.#returnsToJs(top)) return noFrames;
    const lost = this.#called.at(top, builtin);
    if (lost) return lost;
    const frames = this.code.framesAt(top, false);
    if (frames.length > 0) {
      this.#called.learnCaller(builtin, frames);
      if (this.#returnsToJs(below)) this.#called.learnUnderBuiltin(below, frames);
      this.#learnInterpreted(below, top, frames);
    }
    return noFrames;
  }

  /** Finds the frames lost between a stack and the bytecode handler on top of it. */
  #lostInterpreted(entry: number, top: number, below: number): Int32Array {
    if (!this.#returnsToJs(top)) return noFrames;
    const lost = this.#interpreted.at(top);
    if (lost && (!this.#isInterpreted(top) || this.code.mayLoseInterpreted(entry))) return lost;
    this.#learnInterpreted(below, top, this.code.framesAt(top, false));
    return noFrames;
  }

  #learnInterpreted(below: number, top: number, frames: Int32Array): void {
    if (!this.#isInterpreted(top) || !this.#returnsToJs(below)) return;
    this.#interpreted.learn(below, frames);
  }

  #isInterpreted(address: number): boolean {
    const entry = this.code.table.find(address);
    return entry >= 0 && this.code.table.tier(entry) === tierCode.ignition;
  }

  /** Only JavaScript's return addresses stand for one call: V8 leaves out some builtins' frames. */
  #returnsToJs(address: number): boolean {
    const entry = this.code.table.find(address);
    return entry >= 0 && this.code.table.kind(entry) === CodeKind.js;
  }

  /** The frame of a pc outside JavaScript; -1 if it runs for the function on top of the stack. */
  #leafFrame(entry: number, pc: number, state: number, node: number): number {
    const special = notJs.get(state);
    if (special) return this.#stateFrame(state, special);
    if (entry < 0) return this.code.nativeFrame(pc);
    const isHandler = this.code.table.kind(entry) === CodeKind.bytecodeHandler;
    return isHandler && this.#tierOf(node) === tierCode.ignition ? -1 : this.code.codeFrame(entry);
  }

  #stateFrame(state: number, [name, area]: [string, Area]): number {
    let frame = this.#stateFrames.get(state);
    if (frame === undefined) {
      frame = this.code.pseudoFrame(name, area);
      this.#stateFrames.set(state, frame);
    }
    return frame;
  }

  #tierOf(node: number): TierCode {
    return node > 0 ? this.code.frames[this.tree.frames.at(node)]!.tier : tierCode.none;
  }

  #functionOf(node: number): number {
    return this.code.frames[this.tree.frames.at(node)]!.function;
  }

  #setClock(micros: number, text: string): void {
    const match = clockPattern.exec(text);
    // A garbled mark is ignored.
    if (!match || this.clock || Number(match[1]) >= 2 ** 31 || !(micros < 2 ** 53)) return;
    this.clock = {
      micros,
      ns: BigInt(match[3]!),
      pid: Number(match[1]),
      threadId: Number(match[2]),
    };
  }
}

const clockPattern = new RegExp(`^${clockMarkPrefix}(\\d+)_(\\d+)_(\\d+) `);
