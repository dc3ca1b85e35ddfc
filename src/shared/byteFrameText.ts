import type { FlameNode } from './flameNode.ts';
import { formatBytes, formatShare } from './format.ts';
import { frameName, placeOf } from './frameText.ts';

/** The texts of frames whose samples are bytes. All take the bytes of a request, of which a frame has a share. */

/** The text in the frame: `parse 12.3 kB`. */
export function byteLabel(node: FlameNode, requestBytes: number): string {
  return `${frameName(node)} ${formatBytes(node.total * requestBytes)}`;
}

export function byteFigures(node: FlameNode, requestBytes: number): string {
  const words = (name: string, share: number) =>
    `${name} ${formatBytes(share * requestBytes)} (${formatShare(share)})`;
  return `${words('self', node.self)} · ${words('total', node.total)} per request`;
}

/** A frame for a screen reader. */
export function byteSpeech(node: FlameNode, requestBytes: number, baseFolder: string): string {
  const bytes = (share: number) => formatBytes(share * requestBytes);
  const words = [frameName(node), `total ${bytes(node.total)} per request`];
  if (node.functionId >= 0) words.push(`self ${bytes(node.self)}`);
  const place = placeOf(node, baseFolder);
  if (place) words.push(place);
  return words.join(', ');
}
