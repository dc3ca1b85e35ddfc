import type { Area } from '../../shared/vocabulary.ts';
import { AddressCache } from './addressCache.ts';
import { CodeKind, CodeTable, type MadeCode } from './codeTable.ts';
import { LogFunctions, type LogFunction } from './logFunctions.ts';
import { PositionTable } from './positionTable.ts';
import { tierCode, type TierCode } from '../profile/profile.ts';

/** A frame of the isolate's call tree: a function at a position, in the tier that ran. */
export interface LogFrame {
  /** Index into `functions`. */
  function: number;
  /** Offset in the function's script; -1 if only the function is known. */
  offset: number;
  tier: TierCode;
  /** Whether it ran within the code of the frame below it on the stack. */
  inlined: boolean;
}

interface SourceInfo {
  /** The bytes of the line's fields, which are parsed on first use. */
  positions: Uint8Array;
  /** Index into `functions` of each inlined function. */
  inlined: number[];
  table: PositionTable | null;
}

/** Matches builtins that only sparkplug code calls: `Add_Baseline`, `KeyedLoadICBaseline`. */
const baselinePart =
  /_?Baseline(?:_Compact)?$|^BaselineOutOfLinePrologue|^ToBooleanForBaselineJump$/;

const entryTrampoline = 'InterpreterEntryTrampoline';

interface NativeLibrary {
  name: string;
  start: number;
  end: number;
  /** -1 until the library is first met. */
  frame: number;
}

/** Code that was discarded by a deoptimization. */
export interface DeoptedCode {
  /** Index into the code table. */
  entry: number;
  own: number;
  site: number;
}

export const noFrames = new Int32Array(0);

/**
 * The code that one isolate's log has described so far: where it lies, which function it belongs
 * to, and which frames an address stands for. Call the methods in the order of the log's lines.
 */
export class LogCode {
  readonly table = new CodeTable();
  readonly #sourceInfos = new Map<number, SourceInfo>();

  readonly #functionTable = new LogFunctions();
  /** The newest code of each SharedFunctionInfo, by the latter's address. */
  readonly #codeBySfi = new Map<number, number>();

  readonly frames: LogFrame[] = [];
  readonly #frameByKey = new Map<number, number>();
  /** Frames of code without positions. */
  readonly #frameByEntry = new Map<number, number>();
  /** Functions of builtins that are operations of sparkplug code. */
  readonly #baselineParts = new Set<number>();
  /** The function of the builtin that enters the interpreter, and that builtins return to; -1 before it is known. */
  #entryTrampoline = -1;
  readonly #libraries: NativeLibrary[] = [];

  /** The frame of native code outside every library that the log names. */
  #nativeFrame = -1;

  #codeRange: number | null = null;
  readonly #framesOfAddress = new AddressCache<Int32Array>(this.table);

  get functions(): readonly LogFunction[] {
    return this.#functionTable.all;
  }

  addJs(start: number, size: number, text: string, sfi: number, made: MadeCode): void {
    if (this.#codeRange !== null) {
      // V8 logs all builtins before the first JavaScript.
      this.table.addBuiltinCopies(this.#codeRange);
      this.#codeRange = null;
    }
    const entry = this.table.addJs(start, size, this.#functionTable.ofText(text), made);
    this.#codeBySfi.set(sfi, entry);
  }

  addV8(start: number, size: number, type: string, name: string): void {
    const shown = type === 'RegExp' ? `RegExp /${name}/` : name;
    const functionIndex = this.#functionTable.pseudo(shown, 'v8');
    const handler = type === 'BytecodeHandler' || name === entryTrampoline;
    const kind = handler ? CodeKind.bytecodeHandler : CodeKind.unmapped;
    if (name === entryTrampoline) this.#entryTrampoline = functionIndex;
    if (type === 'Builtin' && baselinePart.test(name)) this.#baselineParts.add(functionIndex);
    if (handler || type === 'Builtin') this.table.addBuiltin(start, size, kind, functionIndex);
    else this.table.addCode(start, size, kind, functionIndex, 0);
  }

  addCodeRange(start: number): void {
    this.#codeRange = start;
  }

  addWasm(start: number, size: number, name: string): void {
    const functionIndex = this.#functionTable.pseudo(name, 'wasm');
    this.table.addCode(start, size, CodeKind.unmapped, functionIndex, 0);
  }

  /** @param positions bytes of the `positions` and `inlining` fields */
  addSourceInfo(
    start: number,
    script: number,
    functionStart: number,
    positions: Uint8Array,
    sfis: number[],
  ): void {
    const entry = this.table.find(start);
    if (entry < 0 || this.table.kind(entry) !== CodeKind.js) return;
    this.table.setFunction(
      entry,
      this.#functionTable.inScript(this.table.function(entry), script, functionStart),
    );
    const inlined = sfis.map((sfi) => {
      const code = this.#codeBySfi.get(sfi);
      return code === undefined
        ? this.#functionTable.pseudo('(inlined function)', 'v8')
        : this.table.function(code);
    });
    this.table.changes++;
    this.#sourceInfos.set(entry, { positions, inlined, table: null });
  }

  moveSfi(from: number, to: number): void {
    const code = this.#codeBySfi.get(from);
    if (code === undefined) return;
    this.#codeBySfi.delete(from);
    this.#codeBySfi.set(to, code);
  }

  addLibrary(name: string, start: number, end: number): void {
    this.#libraries.push({ name: name.replace(/^.*[\\/]/, ''), start, end, frame: -1 });
  }

  /**
   * Returns the frames at an address, outermost first: several if calls were inlined, none if we
   * don't know the code.
   * @param leaf whether `address` is a pc; otherwise it is a return address, after its call
   */
  framesAt(address: number, leaf: boolean): Int32Array {
    const cached = this.#framesOfAddress.get(address, leaf);
    if (cached) return cached;
    let entry = this.table.find(address);
    let at = address;
    // For bytecode, the stack holds the offset of the running bytecode instead of a return address.
    if (!leaf && !(entry >= 0 && this.table.tier(entry) === tierCode.ignition)) {
      at = address - 1;
      entry = this.table.find(at);
    }
    if (entry < 0) return noFrames;
    const frames = this.#expand(entry, at);
    // A call that is the last instruction returns to an address outside its code.
    if (this.table.holds(entry, address)) this.#framesOfAddress.set(address, leaf, entry, frames);
    return frames;
  }

  /** Whether an address on a stack lies in no code and no library that the log has described. */
  isUntold(address: number): boolean {
    return (
      this.table.find(address) < 0 &&
      this.table.find(address - 1) < 0 &&
      this.#libraryAt(address) === undefined
    );
  }

  #expand(entry: number, address: number): Int32Array {
    if (this.table.kind(entry) !== CodeKind.js) {
      return this.table.kind(entry) === CodeKind.unmapped
        ? Int32Array.of(this.codeFrame(entry))
        : noFrames;
    }
    const own = this.table.function(entry);
    const tier = this.table.tier(entry);
    const info = this.#sourceInfos.get(entry);
    const table = info && this.#table(info);
    // Sparkplug code before Node.js 26 has no positions: only the function is known.
    if (!info || !table || table.empty) return Int32Array.of(this.#frame(own, -1, tier));
    const run = table.find(address - this.table.starts.at(entry));
    const frames: number[] = [];
    let offset = table.sourceOffset(run);
    let inliningId = table.inliningId(run);
    while (inliningId >= 0) {
      const call = table.inlining[inliningId];
      if (!call) break;
      // V8 does not name some inlined functions. Their time goes to the line that calls them.
      if (call.function >= 0) {
        frames.push(this.#frame(info.inlined[call.function] ?? own, offset, tier, true));
      }
      offset = call.sourceOffset;
      // A caller is listed before its callees; a garbled line may contain a cycle.
      inliningId = call.parent < inliningId ? call.parent : -1;
    }
    frames.push(this.#frame(own, offset, tier));
    return Int32Array.from(frames.reverse());
  }

  /** Finds the place of a deoptimization of the code at `start`; null if that is not JavaScript. */
  deoptSite(start: number, inliningId: number): DeoptedCode | null {
    const entry = this.table.find(start);
    if (entry < 0 || this.table.kind(entry) !== CodeKind.js) return null;
    const own = this.table.function(entry);
    const info = this.#sourceInfos.get(entry);
    const call = info && inliningId >= 0 ? this.#table(info).inlining[inliningId] : undefined;
    return { entry, own, site: (call && info?.inlined[call.function]) ?? own };
  }

  #table(info: SourceInfo): PositionTable {
    info.table ??= new PositionTable(info.positions);
    return info.table;
  }

  #frame(functionIndex: number, offset: number, tier: TierCode, inlined = false): number {
    // Offsets are below 2^29 (V8's longest string), so the key is below 2^53 up to 2^20 functions.
    const key = (functionIndex * 2 ** 29 + offset + 1) * 16 + tier + (inlined ? 8 : 0);
    let frame = this.#frameByKey.get(key);
    if (frame === undefined) {
      frame = this.frames.push({ function: functionIndex, offset, tier, inlined }) - 1;
      this.#frameByKey.set(key, frame);
    }
    return frame;
  }

  /** Whether this is an operation of the sparkplug code calling it, shared by V8 to save memory. */
  isBaselinePart(entry: number): boolean {
    return this.#baselineParts.has(this.table.function(entry));
  }

  /**
   * Whether V8 may leave out the interpreted function that runs this bytecode handler. It does so below the trampoline;
   * and where a handler has no frame of its own and V8 has copied the handlers, since it only knows the copies for what
   * they are, and runs the others (Node.js 20).
   */
  mayLoseInterpreted(entry: number): boolean {
    return this.table.isCopied(entry) || this.table.function(entry) === this.#entryTrampoline;
  }

  /** Returns the frame of the same function and tier at another offset. */
  frameElsewhere(frame: number, offset: number): number {
    const { function: fn, tier, inlined } = this.frames[frame]!;
    return this.#frame(fn, offset, tier, inlined);
  }

  /** The frame of code that is not JavaScript. It stays valid when the code dies. */
  codeFrame(entry: number): number {
    let frame = this.#frameByEntry.get(entry);
    if (frame === undefined) {
      frame = this.#frame(this.table.function(entry), -1, 0);
      this.#frameByEntry.set(entry, frame);
    }
    return frame;
  }

  pseudoFrame(name: string, area: Area): number {
    return this.#frame(this.#functionTable.pseudo(name, area), -1, 0);
  }

  nativeFrame(pc: number): number {
    const library = this.#libraryAt(pc);
    if (library) {
      if (library.frame < 0) library.frame = this.pseudoFrame(`(${library.name})`, 'native');
      return library.frame;
    }
    if (this.#nativeFrame < 0) this.#nativeFrame = this.pseudoFrame('(native code)', 'native');
    return this.#nativeFrame;
  }

  #libraryAt(address: number): NativeLibrary | undefined {
    return this.#libraries.find(({ start, end }) => address >= start && address < end);
  }
}
