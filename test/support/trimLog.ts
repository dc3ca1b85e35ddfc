import { basename } from 'node:path';
import { IsolateLog } from '../../src/analysis/log/isolateLog.ts';
import { V8LogReader } from '../../src/analysis/log/v8LogReader.ts';
import { corpusApp, corpusWindowMs } from './v8Corpus.ts';

/** Kinds of lines that say something of code or samples. */
const kept = new Set([
  ...['v8-version', 'v8-platform', 'shared-library', 'shared-library-end', 'profiler'],
  ...['code-creation', 'code-source-info', 'code-move', 'sfi-move', 'code-delete'],
  ...['code-deopt', 'code-disable-optimization', 'script-source', 'tick'],
]);

/**
 * A real log without what identifies the machine and without most of its weight: samples before the
 * window go, and what is said of code that no sample of the window shows. Sources of Node.js
 * become blanks of the same length and lines, so that positions stay.
 *
 * @param folder of the server, which becomes {@link corpusApp}
 * @param node path of the binary
 */
export function trimLog(text: string, folder: string, node: string): string {
  const whole = text.slice(0, text.lastIndexOf('\n')).split('\n');
  const lastTick = whole.findLast((line) => line.startsWith('tick,')) ?? '';
  const from = microsOf(lastTick) - (corpusWindowMs + 100) * 1000;
  const lines = whole.filter((line) => {
    const kind = line.slice(0, line.indexOf(','));
    if (kind === 'new') return line.startsWith('new,CodeRange');
    return kept.has(kind) && (kind !== 'tick' || microsOf(line) >= from);
  });
  const code = codeThatRan(text, lines, folder);
  return lines
    .filter((line) => isOfCode(line, code))
    .map((line) => (line.startsWith('script-source,') ? withoutCoreSource(line) : line))
    .map((line) => line.replaceAll(folder, corpusApp))
    .map((line) => line.replaceAll(node, `/usr/bin/${basename(node)}`))
    .concat('')
    .join('\n');
}

interface RanCode {
  /** Addresses of code whose lines stay. */
  starts: Set<string>;
  /** The same for where its instructions came from. */
  positions: Set<string>;
  /** Builtins and handlers by name. */
  names: Set<string>;
  scripts: Set<string>;
}

function codeThatRan(text: string, lines: string[], folder: string): RanCode {
  const log = new IsolateLog();
  new V8LogReader(log).push(new TextEncoder().encode(text));
  const { table, functions } = log.code;
  const addresses = [...new Set(lines.flatMap(addressesOf))].sort((a, b) => a - b);
  const names = new Set<string>();
  for (const address of addresses) {
    const entry = table.find(address);
    if (entry >= 0) names.add(functions[table.function(entry)]!.text);
  }

  const creations = lines.filter((line) => line.startsWith('code-creation,'));
  const bySfi = new Map<string, string[]>();
  const starts = new Set<string>();
  const positions = new Set<string>();
  const known = new Set<string>();
  for (const line of creations) {
    const { start, size, name, sfi } = creationOf(line);
    if (sfi !== undefined) bySfi.set(sfi, [...(bySfi.get(sfi) ?? []), start]);
    const isOwn = line.includes(folder);
    const isHit = firstFrom(addresses, Number(start)) <= Number(start) + size;
    if (isOwn || isHit) starts.add(start);
    // Of one's own functions the first code says where they are.
    if (isHit || (isOwn && !known.has(name))) positions.add(start);
    known.add(name);
  }
  const scripts = new Set<string>();
  for (const line of lines.filter((each) => each.startsWith('code-source-info,'))) {
    const [, start = '', script = '', , , , , inlined = ''] = line.split(',');
    if (!positions.has(start)) continue;
    scripts.add(script);
    // What is inlined is known by its own code alone.
    for (const sfi of inlined.split('S').slice(1)) {
      for (const own of bySfi.get(sfi) ?? []) starts.add(own);
    }
  }
  // Where the copy of the builtins lies is worked out from the first and the last.
  const builtins = creations.filter((line) =>
    /^code-creation,(?:Builtin|BytecodeHandler),/.test(line),
  );
  const places = builtins
    .map((line) => creationOf(line))
    .sort((a, b) => Number(a.start) - Number(b.start));
  for (const place of [places[0], places.at(-1)]) if (place) starts.add(place.start);
  return { starts, positions, names, scripts };
}

function isOfCode(line: string, { starts, positions, names, scripts }: RanCode): boolean {
  const [kind, first = ''] = line.split(',', 2);
  switch (kind) {
    case 'code-creation': {
      const { start, name } = creationOf(line);
      return starts.has(start) || names.has(name);
    }
    case 'code-source-info':
      return positions.has(first);
    case 'code-deopt':
      return starts.has(line.split(',', 4)[3] ?? '');
    case 'script-source':
      return scripts.has(first);
    default:
      return true;
  }
}

/** `code-creation,type,kind,micros,start,size,name[,sfi,tier]` */
function creationOf(line: string): { start: string; size: number; name: string; sfi?: string } {
  const [, , , , start = '', size = '', name = '', sfi] = line.split(',');
  return { start, size: Number(size), name, ...(sfi === undefined ? {} : { sfi }) };
}

/** `tick,pc,micros,isCallback,tosOrCallback,vmState[,stack…]` */
function addressesOf(line: string): number[] {
  if (!line.startsWith('tick,')) return [];
  const [, pc = '0', , , callback = '0', , ...stack] = line.split(',');
  const found = [Number(pc), Number(callback)];
  let previous = Number(pc);
  for (const entry of stack) {
    const sign = entry[0] === '+' ? 1 : entry[0] === '-' ? -1 : 0;
    const value = Number(sign === 0 ? entry : entry.slice(1));
    if (Number.isNaN(value)) break;
    previous = sign === 0 ? value : previous + sign * value;
    found.push(previous);
  }
  return found;
}

/** The lowest of the sorted numbers that is at least `limit`. */
function firstFrom(sorted: number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < limit) low = middle + 1;
    else high = middle;
  }
  return sorted[low] ?? Infinity;
}

function microsOf(tick: string): number {
  return Number(tick.split(',', 3)[2] ?? 0);
}

function withoutCoreSource(line: string): string {
  const [, head, source] = /^(script-source,\d+,node:[^,]*,)(.*)$/s.exec(line) ?? [];
  if (head === undefined || source === undefined) return line;
  const blanks = source.replace(/\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|.)|[^]/gi, (char) =>
    char === '\\n' ? char : ' ',
  );
  return head + blanks;
}
