import { formatNumberOf, formatShare } from '../src/shared/format.ts';
import { element } from './element.ts';
import type { Matches } from './ownerConnection.ts';

/** The search field, with the share of samples that match. */
export class SearchBox {
  readonly element: HTMLElement;
  readonly #input = element('input', {
    attributes: {
      type: 'search',
      placeholder: 'Search functions, files, packages',
      'aria-label': 'Search functions, files and packages',
      'aria-keyshortcuts': '/',
      spellcheck: 'false',
      autocomplete: 'off',
    },
  });
  readonly #result = element('output', { class: 'matches' });
  readonly #key = element('kbd', { text: '/', attributes: { 'aria-hidden': 'true' } });

  constructor(text: string, onText: (text: string) => void, onLeave: () => void) {
    this.#input.value = text;
    this.element = element('div', { class: 'search' }, this.#input, this.#key, this.#result);
    this.#input.addEventListener('input', () => onText(this.text));
    this.#input.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      if (this.#input.value === '') return onLeave();
      this.#input.value = '';
      onText('');
    });
  }

  get text(): string {
    return this.#input.value.trim();
  }

  focus(): void {
    this.#input.focus();
    this.#input.select();
  }

  showMatches(matches: Matches | null): void {
    this.#result.textContent = matches
      ? `${formatShare(matches.share)} in ${formatNumberOf(matches.functions, 'function')}`
      : '';
  }
}
