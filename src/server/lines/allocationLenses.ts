import type { CodeLens } from 'vscode-languageserver/node';
import { RanText } from '../../analysis/lineMapping/placeLines.ts';
import { formatBytes } from '../../shared/format.ts';
import type { AllocatingFunction } from '../../shared/memory.ts';
import type { FileAllocations } from '../memory/currentAllocations.ts';

/** Share of a request's bytes; functions that allocate less have no lens. */
const minShare = 0.005;

/**
 * A lens above each function that allocates: `allocates 96.2 kB per request · 385 B of it stay`. Functions of
 * which something stays have one however little they allocate.
 */
export function allocationLenses(
  { functions, text, memory }: FileAllocations,
  now: string,
): CodeLens[] {
  const ran = functions.map(({ name, line }) => ({ name, line, column: 1 }));
  const placed = new RanText(text, ran).place(now);
  return functions.flatMap((each) => {
    const line = placed.currentLine(each.line);
    const words = wordsOf(each, memory);
    if (line === null || words === '') return [];
    const at = { line: line - 1, character: 0 };
    const title = placed.isStale(each.line) ? `changed since the run · ${words}` : words;
    const command = { title, command: 'hotframe.allocations.focus' };
    return [{ range: { start: at, end: at }, command }];
  });
}

function wordsOf(of: AllocatingFunction, memory: FileAllocations['memory']): string {
  const { bytesPerRequest, growth } = memory;
  const kept = (growth?.leaks ?? [])
    .flatMap((leak) => [{ ...leak, bytesPerRequest: leak.ownBytesPerRequest }, ...leak.others])
    .find(({ name, file, line }) => name === of.name && file === of.file && line === of.line);
  if (!kept && of.bytesPerRequest < minShare * (bytesPerRequest ?? 0)) return '';
  const stays = kept?.bytesPerRequest ?? 0;
  // Both are sampled, and what stays was allocated.
  if (stays >= of.bytesPerRequest) return `allocates ${formatBytes(stays)} per request · all stays`;
  const words = stays > 0 ? ` · ${formatBytes(stays)} of it stay` : '';
  return `allocates ${formatBytes(of.bytesPerRequest)} per request${words}`;
}
