import { clockMarkPrefix } from '../shared/targetWire.ts';
import type { Area } from '../shared/vocabulary.ts';
import { AddressCache } from './addressCache.ts';
import { CallTree } from './callTree.ts';
import { CodeMap } from './codeMap.ts';
import { Float64List, Int32List } from './growableArrays.ts';
import { PositionTable } from './positionTable.ts';
import { tierCode, type TierCode } from './profile.ts';

/** A function as the log names it, or a pseudo-function (`area` set) for what is not JavaScript. */
export interface LogFunction {
  /** `name url:line:column` as logged, or the pseudo-function's name. */
  text: string;
  /** Script id; -1 where the log did not say. */
  script: number;
  /** Offset of the function in its script; -1 where the log did not say. */
  start: number;
  /** Null for JavaScript and WebAssembly, whose area is known only once its file is. */
  area: Area | null;
}

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

const enum CodeKind {
  js,
  /** Runs on behalf of the interpreted function on top of the stack. */
  bytecodeHandler,
  /** Builtins, regular expressions, stubs, WebAssembly: one frame, without positions. */
  unmapped,
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

const compilerStates = new Map<number, string>([
  [VmState.parser, '(parser)'],
  [VmState.bytecodeCompiler, '(bytecode compiler)'],
  [VmState.compiler, '(compiler)'],
]);

/**
 * Everything that one isolate's log has said so far: code, scripts and deoptimizations, and the
 * samples as a call tree. Calls come in the order of the log's lines. Grows with the code and the
 * distinct stacks, and by 12 bytes a sample.
 */
export class IsolateLog {
  readonly code = new CodeMap();
  readonly #kinds = new Int32List();
  readonly #codeFunctions = new Int32List();
  readonly #codeTiers = new Int32List();
  readonly #sourceInfos = new Map<number, SourceInfo>();

  readonly functions: LogFunction[] = [];
  readonly #functionByText = new Map<string, number>();
  /** The newest code of each SharedFunctionInfo, by its address. */
  readonly #codeBySfi = new Map<number, number>();

  readonly frames: LogFrame[] = [];
  readonly #frameByKey = new Map<number, number>();
  readonly scripts = new Map<number, LogScript>();
  readonly deopts: LogDeopt[] = [];
  /** Reasons of `code-disable-optimization`, by function name. */
  readonly disabled = new Map<string, string>();
  readonly #libraries: { name: string; start: number; end: number }[] = [];

  readonly tree = new CallTree();
  /** Innermost node of each sample, -1 for idle. */
  readonly sampleNodes = new Int32List();
  readonly sampleTimes = new Float64List();

  /** From the clock mark: V8's microseconds and the system's monotonic nanoseconds at one moment. */
  clock: { micros: number; ns: bigint; pid: number; threadId: number } | null = null;
  v8Version: string | null = null;
  intervalMicros: number | null = null;

  /** Node of the innermost JavaScript frame of the last sample, and when it was. */
  #lastNode = 0;
  #lastMicros = -Infinity;

  readonly #framesOfAddress = new AddressCache<Int32Array>(this.code);

  addJs(
    micros: number,
    start: number,
    size: number,
    text: string,
    sfi: number,
    tier: TierCode,
  ): void {
    const entry = this.code.add(start, size);
    this.#kinds.push(CodeKind.js);
    this.#codeFunctions.push(this.#functionOfText(text));
    this.#codeTiers.push(tier);
    this.#codeBySfi.set(sfi, entry);
    if (text.startsWith(clockMarkPrefix)) this.#setClock(micros, text);
  }

  addV8(start: number, size: number, type: string, name: string): void {
    this.code.add(start, size);
    // The trampoline is the interpreter's own entry: the function it enters is on the stack.
    const handler = type === 'BytecodeHandler' || name === 'InterpreterEntryTrampoline';
    this.#kinds.push(handler ? CodeKind.bytecodeHandler : CodeKind.unmapped);
    this.#codeFunctions.push(this.#pseudo(type === 'RegExp' ? `RegExp /${name}/` : name, 'v8'));
    this.#codeTiers.push(0);
  }

  addWasm(start: number, size: number, name: string): void {
    this.code.add(start, size);
    this.#kinds.push(CodeKind.unmapped);
    this.#codeFunctions.push(this.#pseudo(name, 'wasm'));
    this.#codeTiers.push(0);
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
    if (entry < 0 || this.#kinds.at(entry) !== CodeKind.js) return;
    this.#codeFunctions.items[entry] = this.#functionInScript(
      this.#codeFunctions.at(entry),
      script,
      functionStart,
    );
    const inlined = sfis.map((sfi) => {
      const code = this.#codeBySfi.get(sfi);
      return code === undefined
        ? this.#pseudo('(inlined function)', 'v8')
        : this.#codeFunctions.at(code);
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
    if (entry < 0 || this.#kinds.at(entry) !== CodeKind.js) return;
    const own = this.#codeFunctions.at(entry);
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
    const sinceLast = micros - this.#lastMicros;
    this.#lastMicros = micros;
    this.sampleTimes.push(micros);
    if (state === VmState.idle || state === VmState.atomicsWait) {
      this.#lastNode = 0;
      this.sampleNodes.push(-1);
      return;
    }
    // V8 records no stack while it collects garbage. As in Chrome's DevTools, the sample before
    // says who was running when the collection began.
    const resumes = state === VmState.gc && depth === 0;
    const close = sinceLast <= 5 * (this.intervalMicros ?? 1000);
    let node = resumes && close ? this.#lastNode : 0;
    for (let i = depth - 1; i >= 0; i--) {
      const frames = this.#framesAt(stack[i]!, false);
      for (let k = 0; k < frames.length; k++) node = this.tree.child(node, frames[k]!);
    }
    const leaf = this.#addLeaf(node, pc, callback, state, depth > 0 ? stack[0]! : 0);
    this.sampleNodes.push(leaf);
    const leafFrame = this.frames[this.tree.frames.at(leaf)];
    const isCode = leafFrame !== undefined && this.functions[leafFrame.function]!.area === null;
    this.#lastNode = isCode ? leaf : node;
  }

  #addLeaf(node: number, pc: number, callback: number, state: number, top: number): number {
    if (state === VmState.gc)
      return this.tree.child(node, this.#pseudoFrame('(garbage collector)', 'gc'));
    const compiler = compilerStates.get(state);
    if (compiler !== undefined) return this.tree.child(node, this.#pseudoFrame(compiler, 'v8'));
    if (state === VmState.logging) {
      return this.tree.child(node, this.#pseudoFrame('(profiler)', 'native'));
    }
    if (callback > 0) return this.tree.child(node, this.#nativeFrame(callback));
    // V8 gives no pc where it was interrupted while it set up or tore down a frame.
    if (pc === 0) return this.tree.child(node, this.#pseudoFrame('(stack not recorded)', 'v8'));
    const entry = this.code.find(pc);
    if (entry < 0) return this.tree.child(node, this.#nativeFrame(pc));
    switch (this.#kinds.at(entry) as CodeKind) {
      case CodeKind.js: {
        const frames = this.#framesAt(pc, true);
        for (let k = 0; k < frames.length; k++) node = this.tree.child(node, frames[k]!);
        return node;
      }
      case CodeKind.bytecodeHandler: {
        const caller = this.code.find(top);
        const interprets = caller >= 0 && this.#codeTiers.at(caller) === tierCode.ignition;
        return interprets ? node : this.tree.child(node, this.#codeFrame(entry));
      }
      case CodeKind.unmapped:
        return this.tree.child(node, this.#codeFrame(entry));
    }
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
    if (!leaf && !(entry >= 0 && this.#codeTiers.at(entry) === tierCode.ignition)) {
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
    if (this.#kinds.at(entry) !== CodeKind.js) {
      return this.#kinds.at(entry) === CodeKind.unmapped
        ? Int32Array.of(this.#codeFrame(entry))
        : noFrames;
    }
    const own = this.#codeFunctions.at(entry);
    const tier = this.#codeTiers.at(entry) as TierCode;
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
    return this.#frame(this.#codeFunctions.at(entry), -1, 0);
  }

  #pseudoFrame(name: string, area: Area): number {
    return this.#frame(this.#pseudo(name, area), -1, 0);
  }

  #nativeFrame(pc: number): number {
    const library = this.#libraries.find(({ start, end }) => pc >= start && pc < end);
    return this.#pseudoFrame(library ? `(${library.name})` : '(native code)', 'native');
  }

  #pseudo(name: string, area: Area): number {
    return this.#intern(`${area}\0${name}`, { text: name, script: -1, start: -1, area });
  }

  #functionOfText(text: string): number {
    return this.#intern(text, { text, script: -1, start: -1, area: null });
  }

  /** The same text in another script is another function (`eval`, or a module that was loaded again). */
  #functionInScript(index: number, script: number, start: number): number {
    const known = this.functions[index]!;
    if (known.script === script) return index;
    if (known.script < 0) {
      known.script = script;
      known.start = start;
      return index;
    }
    const key = `${known.text}\0${script}`;
    const other = this.#intern(key, { text: known.text, script, start, area: null });
    // Code without positions comes right after: it belongs to the script seen last.
    this.#functionByText.set(known.text, other);
    return other;
  }

  #intern(key: string, made: LogFunction): number {
    let index = this.#functionByText.get(key);
    if (index === undefined) {
      index = this.functions.push(made) - 1;
      this.#functionByText.set(key, index);
    }
    return index;
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
