import type { IcKind } from '../../shared/report.ts';
import { icKinds } from './icLines.ts';
import type { IsolateLog } from './isolateLog.ts';
import { lineKinds } from './lineKinds.ts';
import { LogFields } from './logFields.ts';
import { LineSplitter } from './logLines.ts';
import { tierCode, type TierCode } from '../profile/profile.ts';
import { TickLine } from './tickLine.ts';

const comma = 44;
/** More than V8's largest code range, 512 MB. */
const maxCodeBytes = 2 ** 30;

/**
 * Reads one isolate's V8 log, in chunks as it grows, into an {@link IsolateLog}. It works on bytes:
 * ticks are most of a log and never become strings. Lines that break the grammar are counted and
 * skipped; kinds of lines that we don't need are skipped silently.
 */
export class V8LogReader {
  /** Lines that could not be read, or are of a kind that V8 does not write. */
  garbageLines = 0;
  lines = 0;
  /** Lines of a kind that V8 writes. */
  knownLines = 0;
  /** True once `end` found an unfinished last line (the target was killed while it wrote). */
  cut = false;

  readonly #splitter = new LineSplitter((bytes, start, end) => this.#readLine(bytes, start, end));
  readonly #fields = new LogFields();
  readonly #tick = new TickLine();

  constructor(private readonly log: IsolateLog) {}

  push(chunk: Uint8Array): void {
    // The bytes of the previous chunk may have been overwritten.
    this.#tick.forget();
    this.#splitter.push(chunk);
  }

  end(): void {
    this.cut = this.#splitter.end();
  }

  /** Whether a line was left out because it was absurdly long. */
  get hasEndlessLine(): boolean {
    return this.#splitter.tooLong > 0;
  }

  /** Whether this looks like a V8 log. Ask it after a file's first lines. */
  get looksLikeV8Log(): boolean {
    return this.knownLines > 0 && this.knownLines * 2 >= this.lines;
  }

  #readLine(bytes: Uint8Array, start: number, end: number): void {
    if (end > start && bytes[end - 1] === 13) end--;
    this.lines++;
    if (end === start) return;
    // "tick," is tested first because most lines are ticks.
    if (
      bytes[start] === 116 &&
      bytes[start + 1] === 105 &&
      bytes[start + 2] === 99 &&
      bytes[start + 3] === 107 &&
      bytes[start + 4] === comma
    ) {
      this.knownLines++;
      const tick = this.#tick;
      if (tick.read(bytes, start + 5, end)) this.log.addSample(tick);
      else this.garbageLines++;
      return;
    }
    const next = bytes.indexOf(comma, start);
    const kindEnd = next < 0 || next > end ? end : next;
    const kind = kindOf(bytes, start, kindEnd);
    if (kind === null) {
      this.garbageLines++;
      return;
    }
    this.knownLines++;
    if (kind.read === null) return;
    this.#fields.start(bytes, kindEnd + 1, end);
    if (!kind.read.call(this)) this.garbageLines++;
  }

  /** `code-creation,type,kind,micros,start,size,name[,sfi,tier]` */
  readCodeCreation(): boolean {
    const fields = this.#fields;
    const type = fields.text();
    fields.skip();
    const micros = fields.decimal();
    const start = fields.hex();
    const size = fields.decimal();
    if (Number.isNaN(micros + start + size) || size > maxCodeBytes) return false;
    const name = fields.text();
    if (fields.atEnd) {
      this.log.code.addV8(start, size, type, name);
      return true;
    }
    const sfi = fields.hex();
    if (Number.isNaN(sfi)) return false;
    // JavaScript is named `name url:line:column`, WebAssembly by its name alone.
    if (!/:\d+:\d+$/.test(name)) {
      this.log.code.addWasm(start, size, name);
      return true;
    }
    // Node 26 marks code for on-stack replacement with an `o` before its tier.
    const onStack = fields.next === 111;
    if (onStack) fields.pass();
    // V8 writes no mark for the bytecode of a function that it stopped optimizing.
    const tier = fields.atEnd ? tierCode.ignition : tierOfMark(fields.next);
    if (tier === null) return false;
    this.log.addJs(start, size, name, sfi, { timeMicros: micros, tier, onStack });
    return true;
  }

  /** `code-source-info,start,scriptId,functionStart,functionEnd,positions,inlining,functions` */
  readSourceInfo(): boolean {
    const fields = this.#fields;
    const start = fields.hex();
    const script = fields.decimal();
    const functionStart = fields.decimal();
    fields.skip();
    if (Number.isNaN(start + script + functionStart)) return false;
    const positions = fields.copy(2);
    const functions = fields.text();
    const sfis = functions === '' ? [] : functions.slice(1).split('S').map(Number);
    this.log.code.addSourceInfo(start, script, functionStart, positions, sfis);
    return true;
  }

  readCodeMove(): boolean {
    const fields = this.#fields;
    const from = fields.hex();
    const to = fields.hex();
    if (Number.isNaN(from + to)) return false;
    this.log.code.table.move(from, to);
    return true;
  }

  readSfiMove(): boolean {
    const fields = this.#fields;
    const from = fields.hex();
    const to = fields.hex();
    if (Number.isNaN(from + to)) return false;
    this.log.code.moveSfi(from, to);
    return true;
  }

  readCodeDelete(): boolean {
    const fields = this.#fields;
    const start = fields.hex();
    if (Number.isNaN(start)) return false;
    this.log.code.table.delete(start);
    return true;
  }

  /** `script-source,id,url,source` */
  readScriptSource(): boolean {
    const fields = this.#fields;
    const id = fields.decimal();
    const url = fields.text();
    if (Number.isNaN(id)) return false;
    this.log.addScript(id, { url, source: fields.rest() });
    return true;
  }

  /** `code-deopt,micros,size,start,inliningId,offset,kind,location,reason` */
  readDeopt(): boolean {
    const fields = this.#fields;
    const micros = fields.decimal();
    fields.skip();
    const start = fields.hex();
    const inliningId = fields.decimal();
    const offset = fields.decimal();
    const kind = fields.text();
    fields.skip();
    const reason = fields.text();
    if (Number.isNaN(micros + start + inliningId + offset)) return false;
    // These hand over between OSR code and other tiers; no code is discarded.
    if (reason.startsWith('prepare for on stack replacement')) return true;
    if (reason.startsWith("exit from OSR'd")) return true;
    this.log.addDeopt(micros, start, inliningId, offset, kind, reason);
    return true;
  }

  /**
   * `LoadIC,pc,micros,line,column,from,to,map,key,modifier,slowReason`; other accesses are alike.
   */
  readIc(kind: IcKind): boolean {
    const fields = this.#fields;
    const pc = fields.hex();
    const micros = fields.decimal();
    // In optimized code the line may belong to another script, so the address gives the place.
    const line = fields.decimal();
    fields.skip();
    const from = fields.next ?? comma;
    fields.skip();
    const to = fields.next ?? comma;
    fields.skip();
    const map = fields.hex();
    if (Number.isNaN(pc + micros + line + map)) return false;
    this.log.ics.add(kind, pc, micros, line, from, to, map, this.#readText);
    return true;
  }

  /** `map,type,micros,from,to,pc,line,column,reason,name` */
  readMap(): boolean {
    const fields = this.#fields;
    const type = fields.text();
    fields.skip();
    const from = fields.hex();
    const to = fields.hex();
    if (Number.isNaN(from + to)) return false;
    for (let field = 0; field < 4; field++) fields.skip();
    this.log.shapes.add(type, from, to, fields.text());
    return true;
  }

  /** `map-details,micros,map,description` */
  readMapDetails(): boolean {
    const fields = this.#fields;
    fields.skip();
    const map = fields.hex();
    if (Number.isNaN(map)) return false;
    const text = fields.text();
    if (text !== '') this.log.shapes.describe(map, text);
    return true;
  }

  /** `map-move,micros,from,to` */
  readMapMove(): boolean {
    const fields = this.#fields;
    fields.skip();
    const from = fields.hex();
    const to = fields.hex();
    if (Number.isNaN(from + to)) return false;
    this.log.shapes.move(from, to);
    return true;
  }

  readonly #readText = () => this.#fields.text();

  /** `code-disable-optimization,name,reason` */
  readDisabled(): boolean {
    const fields = this.#fields;
    this.log.addDisabled(fields.text(), fields.text());
    return true;
  }

  /** `shared-library,path,start,end,aslr` */
  readLibrary(): boolean {
    const fields = this.#fields;
    const path = fields.text();
    const start = fields.hex();
    const end = fields.hex();
    if (Number.isNaN(start + end)) return false;
    this.log.code.addLibrary(path, start, end);
    return true;
  }

  /** `new,CodeRange,start,size`; other kinds of memory are ignored. */
  readNew(): boolean {
    const fields = this.#fields;
    if (fields.text() !== 'CodeRange') return true;
    const start = fields.hex();
    if (Number.isNaN(start)) return false;
    this.log.code.addCodeRange(start);
    return true;
  }

  /** `v8-version,major,minor,build,patch,embedder,candidate` */
  readVersion(): boolean {
    const fields = this.#fields;
    const parts = [fields.text(), fields.text(), fields.text(), fields.text()];
    this.log.v8Version = parts.join('.') + fields.text();
    return true;
  }

  /** `profiler,begin,intervalMicros` */
  readProfiler(): boolean {
    const fields = this.#fields;
    fields.skip();
    const interval = fields.decimal();
    if (interval > 0) this.log.intervalMicros = interval;
    return true;
  }
}

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

type ReadLine = (this: V8LogReader) => boolean;

const readers = new Map<string, ReadLine>([
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

const kindOf = lineKinds(readers);
