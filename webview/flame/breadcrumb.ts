import { element } from '../elements/element.ts';
import { frameName, type NamedFrame } from '../../src/shared/frameText.ts';

/** A longer path shows only its ends; its middle is in the graph. */
const maxCrumbs = 6;

/** The path from the whole profile to the zoomed frame; a hint if nothing is zoomed. */
export function breadcrumb(
  above: readonly NamedFrame[],
  zoomed: NamedFrame,
  onZoom: (index: number) => void,
): HTMLElement {
  const nav = element('nav', { class: 'crumbs', attributes: { 'aria-label': 'Zoom' } });
  if (above.length === 0) {
    const text = 'Click a frame to zoom in';
    nav.append(element('span', { class: 'hint', text }));
    return nav;
  }
  const reset = element('button', {
    class: 'reset',
    text: 'Reset zoom',
    title: 'Show the whole profile (Escape)',
    attributes: { type: 'button' },
  });
  reset.addEventListener('click', () => onZoom(0));
  nav.append(reset);
  const list = element('ol');
  above.forEach((node, index) => {
    const hidden = above.length - maxCrumbs;
    if (hidden > 0 && index >= 2 && index < 2 + hidden) {
      if (index === 2) list.append(element('li', { text: '…', title: `${hidden} more frames` }));
      return;
    }
    const button = element('button', { text: frameName(node), attributes: { type: 'button' } });
    button.addEventListener('click', () => onZoom(index));
    list.append(element('li', {}, button));
  });
  const current = { text: frameName(zoomed), attributes: { 'aria-current': 'true' } };
  list.append(element('li', {}, element('span', current)));
  nav.append(list);
  return nav;
}
