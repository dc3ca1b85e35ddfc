import type { FunctionRef } from '../../src/shared/whyWire.ts';
import { element } from '../elements/element.ts';
import { placeOf } from '../../src/shared/frameText.ts';

/** Opens the links of the page. */
export interface Opener {
  /** Paths are shown relative to it. */
  readonly baseFolder: string;
  /** Shows a place in the editor. */
  open(place: { file: string; line: number; column: number }): void;
  /** Shows this page for another function. */
  ask(of: FunctionRef): void;
}

/** A link such as `src/orders.js:30` that opens the line; null without a file. */
export function placeLink(
  place: { file: string; line: number; column: number },
  opener: Opener,
): HTMLElement | null {
  const text = placeOf(place, opener.baseFolder);
  return text === '' ? null : link(text, 'Open in the editor', () => opener.open(place));
}

export function link(text: string, title: string, act: () => void): HTMLButtonElement {
  const made = element('button', { class: 'link', text, title, attributes: { type: 'button' } });
  made.addEventListener('click', act);
  return made;
}
