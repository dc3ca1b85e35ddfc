import { element } from './element.ts';

/** The button below the first rows of a list that shows the others, and is gone then. */
export function moreButton(text: string, show: () => void): HTMLButtonElement {
  const more = element('button', { class: 'more', text, attributes: { type: 'button' } });
  more.addEventListener('click', () => {
    show();
    more.remove();
  });
  return more;
}
