import { element } from './element.ts';

/** What can be kept of the view. */
export function saveButtons(onSvg: () => void, onHtml: (() => void) | null): HTMLElement {
  const button = (text: string, title: string, onClick: () => void) => {
    const made = element('button', { class: 'more', text, title, attributes: { type: 'button' } });
    made.addEventListener('click', onClick);
    return made;
  };
  return element(
    'div',
    { class: 'saves', attributes: { role: 'group', 'aria-label': 'Save' } },
    button('Save SVG', 'Save the flamegraph as it is drawn, as a picture', onSvg),
    onHtml && button('Save HTML', 'Save the whole profile as a page that opens anywhere', onHtml),
  );
}
