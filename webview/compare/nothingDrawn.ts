import type { Visibility } from '../../src/shared/flameWire.ts';
import type { DiffFrame, WidthSide } from './diffFrame.ts';
import { frameName } from '../../src/shared/frameText.ts';
import type { PlacedNode } from '../flame/framePath.ts';

/** Why nothing can be drawn of two states, and what to do; null if something can. */
export function nothingDrawnText(
  { node, above }: PlacedNode<DiffFrame>,
  side: WidthSide,
  { areas, packages }: Visibility,
): string | null {
  const [here, there] = side === 'head' ? ['now', 'before'] : ['before', 'now'];
  if (node.total[side] === 0 && above.length > 0) {
    return `${frameName(node)} has no time ${here}. Set the width to “${there}” to see it, or reset the zoom.`;
  }
  if (node.total[side] === 0) return `The runs of ${here} have no samples.`;
  if (above.length > 0 || node.children.some((child) => child.functionId >= 0)) return null;
  if (areas.length === 0 && packages.length === 0) {
    return 'All areas are hidden. Turn one on above.';
  }
  const names = [...areas, ...packages].join(', ');
  return `No frame of ${names} was on the stack, or all are too narrow to draw. Turn on another area above.`;
}
