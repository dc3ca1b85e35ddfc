import { element } from '../elements/element.ts';

export function section(title: string, ...parts: (Node | null)[]): HTMLElement {
  const heading = element('h2', { text: title });
  return element('section', { attributes: { 'aria-label': title } }, heading, ...parts);
}
