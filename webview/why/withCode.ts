import { element } from '../elements/element.ts';

/** Turns text between backticks into `<code>`. */
export function withCode(words: string): Node[] {
  return words
    .split('`')
    .map((part, index) =>
      index % 2 === 1 ? element('code', { text: part }) : document.createTextNode(part),
    );
}
