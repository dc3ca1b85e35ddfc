import type { IcKind } from '../../shared/report.ts';
import { icKinds } from './icLines.ts';
import type { IsolateLog } from './isolateLog.ts';
import { LineSplitter } from './logLines.ts';
import { decodeLogText } from './logText.ts';
import { tierCode, type TierCode } from '../profile/profile.ts';

const comma = 44;
/** V8 records at most 255 frames. */
const maxStackDepth = 512;
const longestKind = 32;
/** V8's code range ends at 512 MB. */
const maxCodeBytes = 2 ** 30;

/**
 * Reads one isolate's V8 log, in chunks as it grows, into an {@link IsolateLog}. Works on bytes:
 * ticks are most of a log and never become strings. Lines that break the grammar are counted and
 * skipped; kinds of lines that we don't need are skipped silently.
 */
export class V8LogReader {
  /** Lines that looked like ours and could not be read. */
  garbageLines = 0;
  lines = 0;
  /** Lines of a kind that V8 writes. */
  knownLines = 0;
  /** True once `end` found an unfinished last line (the target was killed while it wrote). */
  cut = false;

  readonly #splitter = new LineSplitter((bytes, start, end) => this.#readLine(bytes, start, end));
  readonly #stack = new Float64Array(maxStackDepth);
  #bytes: Uint8Array = new Uint8Array(0);
  #position = 0;
  #end = 0;

  constructor(private readonly log: IsolateLog) {}

  push(chunk: Uint8Array): void {
    this.#splitter.push(chunk);
  }

  end(): void {
    this.cut = this.#splitter.end();
  }

  /** True for what starts like a V8 log; asked of a file's first lines. */
  get looksLikeV8Log(): boolean {
    return this.knownLines > 0 && this.knownLines * 2 >= this.lines;
  }

  #readLine(bytes: Uint8Array, start: number, end: number): void {
    if (end > start && bytes[end - 1] === 13) end--;
    if (end === start) return;
    this.lines++;
    this.#bytes = bytes;
    this.#position = start;
    this.#end = end;
    // t-i-c-k-comma first: it is the kind that counts.
    if (
      bytes[start] === 116 &&
      bytes[start + 1] === 105 &&
      bytes[start + 2] === 99 &&
      bytes[start + 3] === 107 &&
      bytes[start + 4] === comma
    ) {
      this.knownLines++;
      this.#position = start + 5;
      if (!this.#readTick()) this.garbageLines++;
      return;
    }
    const next = bytes.indexOf(comma, start);
    const kindEnd = next < 0 || next > end ? end : next;
    const kind =
      kindEnd - start > longestKind ? '' : String.fromCharCode(...bytes.subarray(start, kindEnd));
    this.#position = kindEnd + 1;
    const read = readers.get(kind);
    if (read === undefined) {
      if (otherKinds.has(kind)) this.knownLines++;
      else this.garbageLines++;
      return;
    }
    this.knownLines++;
    if (!read.call(this)) this.garbageLines++;
  }

  /** `tick,pc,micros,isCallback,tosOrCallback,vmState[,stack…]` */
  #readTick(): boolean {
    const pc = this.#hex();
    const micros = this.#decimal();
    const isCallback = this.#decimal();
    const callback = this.#hex();
    const state = this.#decimal();
    // NaN of any of them survives the sum.
    if (Number.isNaN(pc + micros + isCallback + callback + state)) return false;
    let depth = 0;
    let previous = pc;
    while (this.#position < this.#end) {
      const sign = this.#bytes[this.#position];
      if (sign === 111) break; // "overflow": deeper than V8 records; always last
      if (sign === 43 || sign === 45) this.#position++;
      const value = this.#hex();
      if (Number.isNaN(value) || depth === maxStackDepth) return false;
      previous = sign === 43 ? previous + value : sign === 45 ? previous - value : value;
      this.#stack[depth++] = previous;
    }
    this.log.addSample(pc, micros, isCallback === 1 ? callback : 0, state, this.#stack, depth);
    return true;
  }

  /** `code-creation,type,kind,micros,start,size,name[,sfi,tier]` */
  readCodeCreation(): boolean {
    const type = this.#text();
    this.#skipField();
    const micros = this.#decimal();
    const start = this.#hex();
    const size = this.#decimal();
    if (Number.isNaN(micros + start + size) || size > maxCodeBytes) return false;
    const name = this.#text();
    if (this.#position >= this.#end) {
      this.log.code.addV8(start, size, type, name);
      return true;
    }
    const sfi = this.#hex();
    if (Number.isNaN(sfi)) return false;
    // JavaScript is named `name url:line:column`, WebAssembly by its name alone.
    if (!/:\d+:\d+$/.test(name)) {
      this.log.code.addWasm(start, size, name);
      return true;
    }
    // Node 26 marks code for on-stack replacement with an `o` before its tier.
    const onStack = this.#bytes[this.#position] === 111;
    if (onStack) this.#position++;
    // V8 marks the bytecode of a function that it gave up on with nothing.
    const isUnmarked = this.#position >= this.#end;
    const tier = isUnmarked ? tierCode.ignition : tierOfMark(this.#bytes[this.#position]);
    if (tier === null) return false;
    this.log.addJs(start, size, name, sfi, { timeMicros: micros, tier, onStack });
    return true;
  }

  /** `code-source-info,start,scriptId,functionStart,functionEnd,positions,inlining,functions` */
  readSourceInfo(): boolean {
    const start = this.#hex();
    const script = this.#decimal();
    const functionStart = this.#decimal();
    this.#skipField();
    if (Number.isNaN(start + script + functionStart)) return false;
    const positions = this.#text();
    const inlining = this.#text();
    const functions = this.#text();
    const sfis = functions === '' ? [] : functions.slice(1).split('S').map(Number);
    this.log.code.addSourceInfo(start, script, functionStart, positions, inlining, sfis);
    return true;
  }

  readCodeMove(): boolean {
    const from = this.#hex();
    const to = this.#hex();
    if (Number.isNaN(from + to)) return false;
    this.log.code.table.move(from, to);
    return true;
  }

  readSfiMove(): boolean {
    const from = this.#hex();
    const to = this.#hex();
    if (Number.isNaN(from + to)) return false;
    this.log.code.moveSfi(from, to);
    return true;
  }

  readCodeDelete(): boolean {
    const start = this.#hex();
    if (Number.isNaN(start)) return false;
    this.log.code.table.delete(start);
    return true;
  }

  /** `script-source,id,url,source` */
  readScriptSource(): boolean {
    const id = this.#decimal();
    const url = this.#text();
    if (Number.isNaN(id)) return false;
    this.log.addScript(id, { url, source: this.#bytes.slice(this.#position, this.#end) });
    return true;
  }

  /** `code-deopt,micros,size,start,inliningId,offset,kind,location,reason` */
  readDeopt(): boolean {
    const micros = this.#decimal();
    this.#skipField();
    const start = this.#hex();
    const inliningId = this.#decimal();
    const offset = this.#decimal();
    const kind = this.#text();
    this.#skipField();
    const reason = this.#text();
    if (Number.isNaN(micros + start + inliningId + offset)) return false;
    // A hand-over from one tier's loop to the next tier's, not a loss: the code stays.
    if (reason.startsWith('prepare for on stack replacement')) return true;
    if (reason.startsWith("exit from OSR'd")) return true;
    this.log.addDeopt(micros, start, inliningId, offset, kind, reason);
    return true;
  }

  /** `LoadIC,pc,micros,line,column,from,to,map,key,modifier,slowReason`, and the other kinds of accesses. */
  readIc(kind: IcKind): boolean {
    const pc = this.#hex();
    const micros = this.#decimal();
    // In optimized code it may be of another script than the access: the address says the place.
    const line = this.#decimal();
    this.#skipField();
    const from = this.#bytes[this.#position]!;
    this.#skipField();
    const to = this.#bytes[this.#position]!;
    this.#skipField();
    const map = this.#hex();
    if (Number.isNaN(pc + micros + line + map)) return false;
    this.log.ics.add(kind, pc, micros, line, from, to, map, this.#readText);
    return true;
  }

  /** `map,type,micros,from,to,pc,line,column,reason,name` */
  readMap(): boolean {
    const type = this.#text();
    this.#skipField();
    const from = this.#hex();
    const to = this.#hex();
    if (Number.isNaN(from + to)) return false;
    for (let field = 0; field < 4; field++) this.#skipField();
    this.log.shapes.add(type, from, to, this.#text());
    return true;
  }

  /** `map-details,micros,map,description` */
  readMapDetails(): boolean {
    this.#skipField();
    const map = this.#hex();
    if (Number.isNaN(map)) return false;
    const text = this.#text();
    if (text !== '') this.log.shapes.describe(map, text);
    return true;
  }

  /** `map-move,micros,from,to` */
  readMapMove(): boolean {
    this.#skipField();
    const from = this.#hex();
    const to = this.#hex();
    if (Number.isNaN(from + to)) return false;
    this.log.shapes.move(from, to);
    return true;
  }

  readonly #readText = () => this.#text();

  /** `code-disable-optimization,name,reason` */
  readDisabled(): boolean {
    this.log.addDisabled(this.#text(), this.#text());
    return true;
  }

  /** `shared-library,path,start,end,aslr` */
  readLibrary(): boolean {
    const path = this.#text();
    const start = this.#hex();
    const end = this.#hex();
    if (Number.isNaN(start + end)) return false;
    this.log.code.addLibrary(path, start, end);
    return true;
  }

  /** `new,CodeRange,start,size`; other kinds of memory are of no use here. */
  readNew(): boolean {
    if (this.#text() !== 'CodeRange') return true;
    const start = this.#hex();
    if (Number.isNaN(start)) return false;
    this.log.code.addCodeRange(start);
    return true;
  }

  /** `v8-version,major,minor,build,patch,embedder,candidate` */
  readVersion(): boolean {
    const parts = [this.#text(), this.#text(), this.#text(), this.#text()];
    this.log.v8Version = parts.join('.') + this.#text();
    return true;
  }

  /** `profiler,begin,intervalMicros` */
  readProfiler(): boolean {
    this.#skipField();
    const interval = this.#decimal();
    if (interval > 0) this.log.intervalMicros = interval;
    return true;
  }

  /** The field as text, its escapes undone. */
  #text(): string {
    const start = this.#position;
    this.#skipField();
    const end = this.#bytes[this.#position - 1] === comma ? this.#position - 1 : this.#position;
    return start >= end ? '' : decodeLogText(this.#bytes.subarray(start, end));
  }

  #skipField(): void {
    const next = this.#bytes.indexOf(comma, this.#position);
    this.#position = next < 0 || next >= this.#end ? this.#end : next + 1;
  }

  /** The field as a decimal number, NaN where it is none. */
  #decimal(): number {
    const bytes = this.#bytes;
    const end = this.#end;
    let position = this.#position;
    const negative = bytes[position] === 45;
    if (negative) position++;
    const first = position;
    let value = 0;
    let byte = 0;
    for (; position < end && (byte = bytes[position]!) !== comma; position++) {
      if (byte < 48 || byte > 57) value = NaN;
      value = value * 10 + (byte - 48);
    }
    this.#position = position + 1;
    if (position === first) return NaN;
    return negative ? -value : value;
  }

  /** The field as a hexadecimal number with or without `0x`, NaN where it is none. */
  #hex(): number {
    const bytes = this.#bytes;
    const end = this.#end;
    let position = this.#position;
    if (bytes[position] === 48 && bytes[position + 1] === 120) position += 2;
    const first = position;
    // Two halves of at most 24 bits and 28 bits keep this in integer arithmetic.
    let high = 0;
    let low = 0;
    // Below 0 from the first byte on that is no digit.
    let all = 0;
    let byte = 0;
    const middle = Math.min(end, first + 6);
    for (; position < middle && (byte = bytes[position]!) !== comma; position++) {
      const digit = hexDigits[byte]!;
      all |= digit;
      high = (high << 4) | digit;
    }
    if (position === middle) {
      for (; position < end && (byte = bytes[position]!) !== comma; position++) {
        const digit = hexDigits[byte]!;
        all |= digit;
        low = (low << 4) | digit;
      }
    }
    this.#position = position + 1;
    const digits = position - first;
    if (all < 0 || digits === 0 || digits > 13) return NaN;
    return digits <= 6 ? high : high * lowScales[digits - 6]! + low;
  }
}

/** What a byte stands for as a hexadecimal digit; -1 where it is none. */
const hexDigits = Int8Array.from({ length: 256 }, (_, byte) =>
  '0123456789abcdefABCDEF'.includes(String.fromCharCode(byte))
    ? parseInt(String.fromCharCode(byte), 16)
    : -1,
);
/** By what the first digits of a number are multiplied where so many follow. */
const lowScales = Float64Array.from({ length: 8 }, (_, digits) => 16 ** digits);

function tierOfMark(mark: number | undefined): TierCode | null {
  switch (mark) {
    case 126: // ~
      return tierCode.ignition;
    case 94: // ^
      return tierCode.sparkplug;
    case 43: // +
      return tierCode.maglev;
    case 42: // *
      return tierCode.turbofan;
    case undefined:
    default:
      return null;
  }
}

const readers = new Map<string, (this: V8LogReader) => boolean>([
  ['code-creation', V8LogReader.prototype.readCodeCreation],
  ['code-source-info', V8LogReader.prototype.readSourceInfo],
  ['code-move', V8LogReader.prototype.readCodeMove],
  ['code-delete', V8LogReader.prototype.readCodeDelete],
  ['sfi-move', V8LogReader.prototype.readSfiMove],
  ['script-source', V8LogReader.prototype.readScriptSource],
  ['code-deopt', V8LogReader.prototype.readDeopt],
  ['code-disable-optimization', V8LogReader.prototype.readDisabled],
  ['shared-library', V8LogReader.prototype.readLibrary],
  ['new', V8LogReader.prototype.readNew],
  ['v8-version', V8LogReader.prototype.readVersion],
  ['profiler', V8LogReader.prototype.readProfiler],
  ['map', V8LogReader.prototype.readMap],
  ['map-move', V8LogReader.prototype.readMapMove],
  ['map-details', V8LogReader.prototype.readMapDetails],
]);
for (const [name, kind] of icKinds) {
  if (kind === null) continue;
  readers.set(name, function () {
    return this.readIc(kind);
  });
}

/** Kinds that V8 writes and that we have no use for. */
const otherKinds = new Set([
  'v8-platform',
  'shared-library-end',
  'delete',
  'heap-capacity',
  'heap-available',
  'heap-sample-begin',
  'heap-sample-end',
  'heap-sample-item',
  'script-details',
  'script',
  'script-event',
  'function',
  'feedback-vector',
  'active-runtime-timer',
  'timer-event-start',
  'timer-event-end',
  'timer-event',
  'current-time',
  'snapshot-pos',
  'code-dependency-change',
  'map-create',
  ...[...icKinds.keys()].filter((name) => icKinds.get(name) === null),
]);
