import { isAfterAwaitFrame } from './afterAwait.ts';
import { fileBelow } from './filePaths.ts';
import type { FlameNode } from './flameNode.ts';
import { formatShare } from './format.ts';
import { plainLine } from './plainText.ts';
import type { Marker } from './vocabulary.ts';

export const warningSign = '\u26a0';

/** The text in a frame. */
export function frameLabel(node: FlameNode): string {
  const sign = node.marker ? `${warningSign} ` : '';
  return `${sign}${frameName(node)} ${formatShare(node.total)}`;
}

/** The names of the outermost frame, by what is sampled. */
export const wholeName = { time: '(all)', bytes: '(all bytes)' } as const;

const wholeNames: Record<string, string> = {
  [wholeName.time]: 'all on-CPU samples',
  [wholeName.bytes]: 'all bytes of a request',
};

export type NamedFrame = Pick<FlameNode, 'functionId' | 'name' | 'file' | 'line'>;

export function frameName(node: NamedFrame): string {
  if (node.functionId < 0) return wholeNames[node.name] ?? node.name;
  if (isAfterAwaitFrame(node)) return 'after await';
  // The place says more than `(anonymous)`, `(iife)` or `(module)`.
  if (!node.name.startsWith('(') || node.file === '') return node.name;
  const file = node.file.slice(
    Math.max(node.file.lastIndexOf('/'), node.file.lastIndexOf('\\')) + 1,
  );
  const line = node.name === '(module)' ? 0 : node.line;
  return `${node.name} ${placeOf({ file, line }, '')}`;
}

/** Whether a frame stands for the samples without a frame that is drawn. */
export function isNoVisibleFrame({ functionId, name }: NamedFrame): boolean {
  return functionId < 0 && name === '(no visible frame)';
}

/** `src/orders.js:30`, or empty if there is no file. */
export function placeOf(place: { file: string; line: number }, baseFolder: string): string {
  if (place.file === '') return '';
  const file = plainLine(fileBelow(place.file, baseFolder));
  return place.line > 0 ? `${file}:${place.line}` : file;
}

export function markerText(marker: Exclude<Marker, null>): string {
  switch (marker) {
    case 'not-optimized':
      return 'Not optimized';
    case 'deopt-loop':
      return 'Deopt loop';
  }
}

/** A frame for a screen reader. */
export function frameSpeech(node: FlameNode, baseFolder: string): string {
  const words = [frameName(node), `total ${formatShare(node.total)}`];
  if (node.functionId >= 0) words.push(`self ${formatShare(node.self)}`);
  const place = placeOf(node, baseFolder);
  if (place) words.push(place);
  if (node.marker) words.push(markerText(node.marker));
  if (node.reason) words.push(node.reason);
  return words.join(', ');
}
