import { element } from '../elements/element.ts';
import { icon } from '../elements/icon.ts';

/** Buttons to save the picture and, if somebody can write it, the profile. */
export function saveButtons(
  onSvg: () => void,
  onProfile: ((kind: 'html' | 'other') => void) | null,
): HTMLElement {
  const button = (kind: string, title: string, onClick: () => void) => {
    const made = element(
      'button',
      { class: 'more', title, attributes: { type: 'button', 'aria-label': `Save ${kind}` } },
      icon('save'),
    );
    made.append(kind);
    made.addEventListener('click', onClick);
    return made;
  };
  return element(
    'div',
    { class: 'saves', attributes: { role: 'group', 'aria-label': 'Save' } },
    button('SVG', 'Save the flamegraph as it is drawn, as a picture', onSvg),
    onProfile &&
      button('HTML', 'Save the whole profile as a page that opens anywhere', () =>
        onProfile('html'),
      ),
    onProfile &&
      button('Other…', 'Save the whole profile for another program, such as speedscope', () =>
        onProfile('other'),
      ),
  );
}
