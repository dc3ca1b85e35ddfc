import { clockMarkPrefix } from '../shared/targetWire.ts';
import type { Area } from '../shared/vocabulary.ts';
import { AddressCache } from './addressCache.ts';
import { CalledFrames } from './calledFrames.ts';
import { CallTree } from './callTree.ts';
import { CodeKind, CodeTable } from './codeTable.ts';
import { Float64List, Int32List } from './growableArrays.ts';
import { LogFunctions, type LogFunction } from './logFunctions.ts';
import { PositionTable } from './positionTable.ts';
import { tierCode, type TierCode } from './profile.ts';
import { StackGaps } from './stackGaps.ts';

/** A frame of the isolate's call tree: a function at a position, in the tier that ran. */
export interface LogFrame {
  /** Index into `functions`. */
  function: number;
  /** Offset in the function's script; -1 where only the function is known. */
  offset: number;
  tier: TierCode;
}

/** A deoptimization as logged. */
export interface LogDeopt {
  timeMicros: number;
  /** The function whose code was thrown away. */
  function: number;
  /** The function that holds the site. */
  siteFunction: number;
  /** Offset in the site function's script. */
  offset: number;
  kind: string;
  reason: string;
}

export interface LogScript {
  url: string;
  /** The whole source, still in V8's escapes. */
  source: Uint8Array;
}

interface SourceInfo {
  positions: string;
  inlining: string;
  /** Index into `functions` of each inlined function. */
  inlined: number[];
  table: PositionTable | null;
}

/** V8's states that a sample can be in (the order is the same from Node 18 to 26). */
const enum VmState {
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

/** V8 gives no pc where it was interrupted while it set up or tore down a frame. */
const lostStack: [name: string, area: Area] = ['(stack not recorded)', 'v8'];

/**
 * Everything that one isolate's log has said so far: code, scripts and deoptimizations, and the
 * samples as a call tree. Calls come in the order of the log's lines. Grows with the code and the
 * distinct stacks, and by 12 bytes a sample.
 */
export class IsolateLog {
  readonly code = new CodeTable();
  readonly #sourceInfos = new Map<number, SourceInfo>();

  readonly #functionTable = new LogFunctions();
  /** The newest code of each SharedFunctionInfo, by its address. */
  readonly #codeBySfi = new Map<number, number>();

  readonly frames: LogFrame[] = [];
  readonly #frameByKey = new Map<number, number>();
  readonly scripts = new Map<number, LogScript>();
  readonly deopts: LogDeopt[] = [];
  /** Reasons of `code-disable-optimization`, by function name. */
  readonly disabled = new Map<string, string>();
  readonly #libraries: { name: string; start: number; end: number }[] = [];

  #codeRange: number | null = null;

  readonly tree = new CallTree();
  /** Innermost node of each sample, -1 for idle. */
  readonly sampleNodes = new Int32List();
  readonly sampleTimes = new Float64List();
  readonly #gaps = new StackGaps(this.tree, this.sampleNodes, (node) => this.#functionOf(node));

  readonly #called = new CalledFrames(this.code);

  /** From the clock mark: V8's microseconds and the system's monotonic nanoseconds at one moment. */
  clock: { micros: number; ns: bigint; pid: number; threadId: number } | null = null;
  v8Version: string | null = null;
  intervalMicros: number | null = null;

  readonly #framesOfAddress = new AddressCache<Int32Array>(this.code);

  get functions(): readonly LogFunction[] {
    return this.#functionTable.all;
  }

  addJs(
    micros: number,
    start: number,
    size: number,
    text: string,
    sfi: number,
    tier: TierCode,
  ): void {
    if (this.#codeRange !== null) {
      // All builtins are logged before the first JavaScript.
      this.code.addBuiltinCopies(this.#codeRange);
      this.#codeRange = null;
    }
    const entry = this.code.addCode(
      start,
      size,
      CodeKind.js,
      this.#functionTable.ofText(text),
      tier,
    );
    this.#codeBySfi.set(sfi, entry);
    if (text.startsWith(clockMarkPrefix)) this.#setClock(micros, text);
  }

  addV8(start: number, size: number, type: string, name: string): void {
    const shown = type === 'RegExp' ? `RegExp /${name}/` : name;
    const functionIndex = this.#functionTable.pseudo(shown, 'v8');
    // The trampoline is the interpreter's own entry: the function it enters is on the stack.
    const handler = type === 'BytecodeHandler' || name === 'InterpreterEntryTrampoline';
    const kind = handler ? CodeKind.bytecodeHandler : CodeKind.unmapped;
    if (handler || type === 'Builtin') this.code.addBuiltin(start, size, kind, functionIndex);
    else this.code.addCode(start, size, kind, functionIndex, 0);
  }

  /** The isolate's code range begins at `start`. */
  addCodeRange(start: number): void {
    this.#codeRange = start;
  }

  addWasm(start: number, size: number, name: string): void {
    const functionIndex = this.#functionTable.pseudo(name, 'wasm');
    this.code.addCode(start, size, CodeKind.unmapped, functionIndex, 0);
  }

  addSourceInfo(
    start: number,
    script: number,
    functionStart: number,
    positions: string,
    inlining: string,
    sfis: number[],
  ): void {
    const entry = this.code.find(start);
    if (entry < 0 || this.code.kind(entry) !== CodeKind.js) return;
    this.code.setFunction(
      entry,
      this.#functionTable.inScript(this.code.function(entry), script, functionStart),
    );
    const inlined = sfis.map((sfi) => {
      const code = this.#codeBySfi.get(sfi);
      return code === undefined
        ? this.#functionTable.pseudo('(inlined function)', 'v8')
        : this.code.function(code);
    });
    this.#sourceInfos.set(entry, { positions, inlining, inlined, table: null });
  }

  moveSfi(from: number, to: number): void {
    const code = this.#codeBySfi.get(from);
    if (code === undefined) return;
    this.#codeBySfi.delete(from);
    this.#codeBySfi.set(to, code);
  }

  addScript(id: number, script: LogScript): void {
    this.scripts.set(id, script);
  }

  addLibrary(name: string, start: number, end: number): void {
    this.#libraries.push({ name: name.replace(/^.*[\\/]/, ''), start, end });
  }

  addDeopt(
    timeMicros: number,
    start: number,
    inliningId: number,
    offset: number,
    kind: string,
    reason: string,
  ): void {
    const entry = this.code.find(start);
    if (entry < 0 || this.code.kind(entry) !== CodeKind.js) return;
    const own = this.code.function(entry);
    const info = this.#sourceInfos.get(entry);
    const call = info && inliningId >= 0 ? this.#table(info).inlining[inliningId] : undefined;
    const siteFunction = (call && info?.inlined[call.function]) ?? own;
    this.deopts.push({ timeMicros, function: own, siteFunction, offset, kind, reason });
  }

  /**
   * @param stack return addresses, innermost first; only the first `depth` are in use
   * @param callback address of the C++ callback that ran instead of `pc`, or 0
   */
  addSample(
    pc: number,
    micros: number,
    callback: number,
    state: number,
    stack: Float64Array,
    depth: number,
  ): void {
    const nearMicros = 5 * (this.intervalMicros ?? 1000);
    this.sampleTimes.push(micros);
    if (state === VmState.idle || state === VmState.atomicsWait) {
      this.#gaps.addWith(micros, 0, nearMicros);
      this.sampleNodes.push(-1);
      return;
    }
    const entry = callback > 0 || notJs.has(state) ? -1 : this.code.find(pc);
    const kind = entry < 0 ? null : this.code.kind(entry);
    if (depth === 0 && (pc === 0 || state === VmState.gc || kind === CodeKind.unmapped)) {
      const frame =
        entry >= 0 ? this.#codeFrame(entry) : this.#pseudoFrame(...(notJs.get(state) ?? lostStack));
      this.sampleNodes.push(this.#gaps.addWithout(micros, frame, nearMicros));
      return;
    }
    let node = 0;
    for (let i = depth - 1; i >= 0; i--)
      node = this.#descend(node, this.#framesAt(stack[i]!, false));
    if (kind === CodeKind.js) {
      const frames = this.#framesAt(pc, true);
      if (depth > 0 && this.#returnsToJs(stack[0]!)) {
        this.#called.learn(stack[0]!, frames, false);
      }
      node = this.#descend(node, frames);
      this.sampleNodes.push(node);
    } else {
      if (kind === CodeKind.unmapped) node = this.#descend(node, this.#lostFrames(stack, depth));
      const frame = this.#leafFrame(entry, callback > 0 ? callback : pc, state, stack, depth);
      this.sampleNodes.push(frame < 0 ? node : this.tree.child(node, frame));
    }
    this.#gaps.addWith(micros, node, nearMicros);
  }

  #descend(node: number, frames: Int32Array): number {
    for (let k = 0; k < frames.length; k++) node = this.tree.child(node, frames[k]!);
    return node;
  }

  /** What belongs between a stack and the builtin on top of it; mostly nothing. */
  #lostFrames(stack: Float64Array, depth: number): Int32Array {
    if (!this.#returnsToJs(stack[0]!)) return noFrames;
    const lost = this.#called.at(stack[0]!);
    if (lost) return lost;
    if (depth > 1 && this.#returnsToJs(stack[1]!)) {
      this.#called.learn(stack[1]!, this.#framesAt(stack[0]!, false), true);
    }
    return noFrames;
  }

  /** Builtins call each other through frames that V8 leaves out, so only JavaScript's addresses stand for one call. */
  #returnsToJs(address: number): boolean {
    const entry = this.code.find(address);
    return entry >= 0 && this.code.kind(entry) === CodeKind.js;
  }

  /** The frame of a pc that is not JavaScript; -1 where it runs on behalf of the function on top of the stack. */
  #leafFrame(entry: number, pc: number, state: number, stack: Float64Array, depth: number): number {
    const special = notJs.get(state);
    if (special) return this.#pseudoFrame(...special);
    if (entry < 0) return this.#nativeFrame(pc);
    if (this.code.kind(entry) === CodeKind.bytecodeHandler && depth > 0) {
      const caller = this.code.find(stack[0]!);
      if (caller >= 0 && this.code.tier(caller) === tierCode.ignition) return -1;
    }
    return this.#codeFrame(entry);
  }

  /**
   * The frames at an address, outermost first: several where calls were inlined, none where it is
   * not code that we know.
   * @param leaf whether `address` is the pc itself; else it is a return address, which points after its call
   */
  #framesAt(address: number, leaf: boolean): Int32Array {
    const cached = this.#framesOfAddress.get(address, leaf);
    if (cached) return cached;
    let entry = this.code.find(address);
    let at = address;
    // In bytecode the stack holds the offset of the running bytecode, not a return address.
    if (!leaf && !(entry >= 0 && this.code.tier(entry) === tierCode.ignition)) {
      at = address - 1;
      entry = this.code.find(at);
    }
    if (entry < 0) return noFrames;
    const frames = this.#expand(entry, at);
    // A call may be the last instruction: then its return address is not within its code.
    if (this.code.holds(entry, address)) this.#framesOfAddress.set(address, leaf, entry, frames);
    return frames;
  }

  #expand(entry: number, address: number): Int32Array {
    if (this.code.kind(entry) !== CodeKind.js) {
      return this.code.kind(entry) === CodeKind.unmapped
        ? Int32Array.of(this.#codeFrame(entry))
        : noFrames;
    }
    const own = this.code.function(entry);
    const tier = this.code.tier(entry);
    const info = this.#sourceInfos.get(entry);
    const table = info && this.#table(info);
    // Sparkplug code has no positions: only the function is known.
    if (!info || !table || table.empty) return Int32Array.of(this.#frame(own, -1, tier));
    const run = table.find(address - this.code.starts.at(entry));
    const frames: number[] = [];
    let offset = table.sourceOffset(run);
    let inliningId = table.inliningId(run);
    while (inliningId >= 0) {
      const call = table.inlining[inliningId];
      if (!call) break;
      frames.push(this.#frame(info.inlined[call.function] ?? own, offset, tier));
      offset = call.sourceOffset;
      inliningId = call.parent;
    }
    frames.push(this.#frame(own, offset, tier));
    return Int32Array.from(frames.reverse());
  }

  #functionOf(node: number): number {
    return this.frames[this.tree.frames.at(node)]!.function;
  }

  #table(info: SourceInfo): PositionTable {
    info.table ??= new PositionTable(info.positions, info.inlining);
    return info.table;
  }

  #frame(functionIndex: number, offset: number, tier: TierCode): number {
    // Offsets are below 2^29 (V8's longest string), so the key is below 2^53 up to 2^21 functions.
    const key = (functionIndex * 2 ** 29 + offset + 1) * 8 + tier;
    let frame = this.#frameByKey.get(key);
    if (frame === undefined) {
      frame = this.frames.push({ function: functionIndex, offset, tier }) - 1;
      this.#frameByKey.set(key, frame);
    }
    return frame;
  }

  #codeFrame(entry: number): number {
    return this.#frame(this.code.function(entry), -1, 0);
  }

  #pseudoFrame(name: string, area: Area): number {
    return this.#frame(this.#functionTable.pseudo(name, area), -1, 0);
  }

  #nativeFrame(pc: number): number {
    const library = this.#libraries.find(({ start, end }) => pc >= start && pc < end);
    return this.#pseudoFrame(library ? `(${library.name})` : '(native code)', 'native');
  }

  #setClock(micros: number, text: string): void {
    const match = clockPattern.exec(text);
    if (!match || this.clock) return;
    this.clock = {
      micros,
      ns: BigInt(match[3]!),
      pid: Number(match[1]),
      threadId: Number(match[2]),
    };
  }
}

const clockPattern = new RegExp(`^${clockMarkPrefix}(\\d+)_(\\d+)_(\\d+) `);

const noFrames = new Int32Array(0);
