import { formatMicros } from '../../src/shared/format.ts';
import { framesOnlyIn, type DiffFrame, type WidthSide } from './diffFrame.ts';
import { element } from '../elements/element.ts';
import { frameName } from '../../src/shared/frameText.ts';
import type { PlacedNode } from '../flame/framePath.ts';

const maxFrames = 10;

/** Frames that have no width in the drawn state, as links to the other one; null if there are none. */
export function onlyInOther(
  root: PlacedNode<DiffFrame>,
  side: WidthSide,
  onChoose: (frame: PlacedNode<DiffFrame>) => void,
): HTMLElement | null {
  const other: WidthSide = side === 'head' ? 'base' : 'head';
  const found = framesOnlyIn(other, root);
  if (found.length === 0) return null;
  const word = other === 'base' ? 'before' : 'now';
  const list = element('ul', { attributes: { 'aria-label': `Frames only ${word}` } });
  for (const frame of found.slice(0, maxFrames)) {
    const { node } = frame;
    const micros = formatMicros(node.total[other]);
    const button = element('button', {
      class: 'more',
      text: `${frameName(node)} ${micros}`,
      title: `${micros} of a request ${word}, none in the widths that are drawn. Shows it in the widths of ${word}.`,
      attributes: { type: 'button' },
    });
    button.addEventListener('click', () => onChoose(frame));
    list.append(element('li', {}, button));
  }
  const hidden = found.length - maxFrames;
  if (hidden > 0) list.append(element('li', { class: 'said', text: `and ${hidden} more` }));
  return element(
    'div',
    { class: 'only-in' },
    element('span', { class: 'group-title', text: `Only ${word}:` }),
    list,
  );
}
