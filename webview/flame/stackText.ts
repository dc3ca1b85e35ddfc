import { placeOf, type NamedFrame } from '../../src/shared/frameText.ts';
import type { PlacedNode } from './framePath.ts';
import type { Direction } from './viewSettings.ts';

/** The stack as lines `name (file:line)`, outermost first in both directions. */
export function stackText(
  { node, above }: PlacedNode<NamedFrame>,
  direction: Direction,
  baseFolder: string,
): string {
  const drawn = [...above, node].filter(({ functionId }) => functionId >= 0);
  const stack = direction === 'callers' ? drawn.reverse() : drawn;
  return stack.map((frame) => lineOf(frame, baseFolder)).join('\n');
}

function lineOf(frame: NamedFrame, baseFolder: string): string {
  const place = placeOf(frame, baseFolder);
  const text = place ? `${frame.name} (${place})` : frame.name;
  // A name may hold line breaks.
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ');
}
