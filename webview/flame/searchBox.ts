import { element } from '../elements/element.ts';

export interface SearchEvents {
  changed(): void;
  /** The person has stopped typing, so it is worth asking the owner. */
  paused(): void;
  /** The focus should leave the field. */
  left(): void;
}

/** The search field, with a text on what matches. */
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

  constructor(text: string, { changed, paused, left }: SearchEvents) {
    this.#input.value = text;
    const field = element('div', { class: 'search-field' }, this.#input, this.#key);
    this.element = element('div', { class: 'search' }, field, this.#result);
    let timer = 0;
    const change = () => {
      changed();
      window.clearTimeout(timer);
      if (this.text === '') this.showMatches('');
      else timer = window.setTimeout(paused, typingPauseMs);
    };
    this.#input.addEventListener('input', change);
    this.#input.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      if (this.#input.value === '') return left();
      this.#input.value = '';
      change();
    });
  }

  get text(): string {
    return this.#input.value.trim();
  }

  focus(): void {
    this.#input.focus();
    this.#input.select();
  }

  showMatches(words: string): void {
    this.#result.textContent = words;
  }
}

const typingPauseMs = 120;
