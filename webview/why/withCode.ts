import { element } from '../element.ts';

/** What stands between backticks as code. */
export function withCode(words: string): Node[] {
  return words
    .split('`')
    .map((part, index) =>
      index % 2 === 1 ? element('code', { text: part }) : document.createTextNode(part),
    );
}
