import { IsolateLog } from '../log/isolateLog.ts';
import { tierCode, type TierCode } from '../profile/profile.ts';
import { ImportError } from './foreignProfile.ts';
import { isRow, textOf, wholeNumber, type Row } from './readObject.ts';

/** Whether the JSON is what `node --prof-process --preprocess` writes. */
export function isPreprocessedLog(json: unknown): json is Row {
  return (
    isRow(json) &&
    Array.isArray(json['code']) &&
    Array.isArray(json['functions']) &&
    Array.isArray(json['ticks'])
  );
}

/**
 * Reads what `node --prof-process --preprocess` writes. It has the log's content, but with indexes
 * of code instead of addresses. So each piece of code gets an address, and everything is fed to an
 * {@link IsolateLog}, which provides tiers, inlined calls and lines.
 */
export function readPreprocessedLog(json: Row): IsolateLog {
  const reader = new PreprocessedReader(json['code'] as unknown[], json['ticks'] as unknown[]);
  const scripts = json['scripts'];
  return reader.read(Array.isArray(scripts) ? scripts : []);
}

/** Distance between pieces of code, so that one's last byte is never the next one's first. */
const gap = 64;
/** V8 records at most 255 frames. */
const maxDepth = 512;
const maxOffset = 2 ** 30;
const encoder = new TextEncoder();

class PreprocessedReader {
  readonly #log = new IsolateLog();
  readonly #levels = new Float64Array(maxDepth);
  /** Start address of each piece of code. */
  readonly #starts: Float64Array;
  /** The largest offset used in each piece of code, -1 if none is. */
  readonly #reach: Float64Array;

  constructor(
    private readonly code: readonly unknown[],
    private readonly ticks: readonly unknown[],
  ) {
    this.#starts = new Float64Array(code.length);
    this.#reach = new Float64Array(code.length).fill(-1);
  }

  read(scripts: readonly unknown[]): IsolateLog {
    for (const script of scripts) {
      if (!isRow(script)) continue;
      const id = wholeNumber(script['id']);
      if (!(id >= 0)) continue;
      const source = textOf(script['source']).replaceAll('\\', '\\\\');
      this.#log.addScript(id, { url: textOf(script['url']), source: encoder.encode(source) });
    }
    for (const tick of this.ticks) this.#measure(tick);
    this.#addCode();
    for (const tick of this.ticks) this.#addTick(tick);
    return this.#log;
  }

  #measure(tick: unknown): void {
    const stack = isRow(tick) ? tick['s'] : undefined;
    if (!Array.isArray(stack)) throw new ImportError('one of its ticks has no stack');
    for (let i = 0; i + 1 < stack.length; i += 2) {
      const code: unknown = stack[i];
      const offset = wholeNumber(stack[i + 1]);
      if (typeof code !== 'number' || !(code >= 0) || !(code < this.code.length)) continue;
      if (offset < maxOffset && offset > this.#reach[code]!) this.#reach[code] = offset;
    }
  }

  #addCode(): void {
    let next = 2 ** 32;
    const place = (index: number): number => {
      const start = next;
      this.#starts[index] = start;
      next += Math.max(1, this.#reach[index]! + 1) + gap;
      return start;
    };
    const withSource: [start: number, source: Row][] = [];
    for (const [index, row] of this.code.entries()) {
      if (!isRow(row)) continue;
      const { type, kind, source } = row;
      const name = textOf(row['name']);
      if (type === 'JS') {
        const start = place(index);
        const size = this.#reach[index]! + 2;
        const tier = tierOfKind(textOf(kind));
        const micros = wholeNumber(row['tm']);
        // These are builtins with a function.
        if (tier === null) this.#log.code.addV8(start, size, 'Builtin', name.replace(/ :.*$/, ''));
        else {
          const timeMicros = micros >= 0 ? micros : 0;
          const sfi = wholeNumber(row['func']) + 1;
          this.#log.addJs(start, size, name, sfi, { tier, timeMicros, onStack: false });
        }
        if (isRow(source)) withSource.push([start, source]);
      } else if (this.#reach[index]! >= 0) {
        const start = place(index);
        const size = this.#reach[index]! + 2;
        if (type === 'CODE') this.#log.code.addV8(start, size, textOf(kind), name);
        else this.#log.code.addLibrary(name, start, start + size);
      }
    }
    // Only now are all functions known that others have inlined.
    for (const [start, source] of withSource) this.#addSource(start, source);
    for (const [index, row] of this.code.entries()) {
      if (isRow(row) && isRow(row['deopt'])) this.#addDeopt(this.#starts[index]!, row['deopt']);
    }
  }

  #addSource(start: number, source: Row): void {
    const script = wholeNumber(source['script']);
    const functionStart = wholeNumber(source['start']);
    if (!(script >= 0) || !(functionStart >= 0)) return;
    // Older versions wrote the list as a text.
    const listed: unknown =
      typeof source['fns'] === 'string' ? source['fns'].match(/\d+|null/g) : source['fns'];
    const inlined = Array.isArray(listed) ? listed.map((fn) => wholeNumber(fn) + 1) : [];
    this.#log.code.addSourceInfo(
      start,
      script,
      functionStart,
      encoder.encode(`${textOf(source['positions'])},${textOf(source['inlined'])}`),
      inlined,
    );
  }

  #addDeopt(start: number, deopt: Row): void {
    const micros = wholeNumber(deopt['tm']);
    const reason = textOf(deopt['reason']);
    const offset = wholeNumber(deopt['scriptOffset']);
    if (!(micros >= 0) || !(offset >= -1) || reason.startsWith('prepare for on stack')) return;
    const inliningId = wholeNumber(deopt['inliningId']);
    this.#log.addDeopt(
      micros,
      start,
      Number.isNaN(inliningId) ? -1 : inliningId,
      offset,
      textOf(deopt['bailoutType']),
      reason,
    );
  }

  #addTick(tick: unknown): void {
    const { tm, vm, s } = tick as Row;
    const stack = s as unknown[];
    const micros = wholeNumber(tm);
    if (!(micros >= 0)) throw new ImportError('one of its ticks has no time');
    const depth = Math.min(maxDepth, Math.max(0, (stack.length >> 1) - 1));
    const levels = this.#levels;
    for (let i = 0; i < depth; i++) levels[depth - 1 - i] = this.#address(stack, i + 1);
    const pc = stack.length > 1 ? this.#address(stack, 0) : 0;
    const vmState = wholeNumber(vm);
    const state = Number.isNaN(vmState) ? 0 : vmState;
    this.#log.addSample({ pc, micros, callback: 0, state, levels, depth, shared: 0 });
  }

  /** Unknown code gets the address 1, where no code is. */
  #address(stack: readonly unknown[], frame: number): number {
    const code = stack[frame * 2];
    const offset = wholeNumber(stack[frame * 2 + 1]);
    if (typeof code !== 'number' || !(offset < maxOffset)) return 1;
    const start = this.#starts[code];
    return start === undefined || start === 0 ? 1 : start + offset;
  }
}

/**
 * Returns null for builtins. Newer V8 versions say `Unopt` and `Opt`, others the tier's own name.
 */
export function tierOfKind(kind: string): TierCode | null {
  switch (kind) {
    case 'Unopt':
    case 'Ignition':
      return tierCode.ignition;
    case 'Baseline':
    case 'Sparkplug':
      return tierCode.sparkplug;
    case 'Maglev':
      return tierCode.maglev;
    case 'Opt':
    case 'Turbofan':
    case 'TurboFan':
      return tierCode.turbofan;
    default:
      return null;
  }
}
