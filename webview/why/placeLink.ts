import type { FunctionRef } from '../../src/shared/whyWire.ts';
import { element } from '../element.ts';
import { placeOf } from '../../src/shared/frameWords.ts';

/** What the links of the page lead to. */
export interface Opener {
  /** Shortens paths. */
  readonly baseFolder: string;
  /** Shows a place in the editor. */
  open(place: { file: string; line: number; column: number }): void;
  /** Shows the same page of another function. */
  ask(of: FunctionRef): void;
}

/** `src/orders.js:30`, which opens that line; null where there is no file. */
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
