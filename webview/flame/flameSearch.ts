import { frameMatcher } from '../../src/shared/flameMatch.ts';
import type { Visibility } from '../../src/shared/flameWire.ts';
import type { FlameGraph } from './flameGraph.ts';
import type { Frame } from './frameLook.ts';
import { SearchBox } from './searchBox.ts';

/** Knows how much of the time matches a search. */
export interface SearchSource {
  search(visibility: Visibility, text: string): void;
  /** Drops an open search, whose answer would be for an older text. */
  dropSearch(): void;
}

/** The view that is searched. */
export interface SearchedView {
  visibility(): Visibility;
  baseFolder(): string;
  /** Whether there is a profile to search yet. */
  hasProfile(): boolean;
  keep(change: { search: string }): void;
}

/** The search of a flamegraph: marks matching frames and asks the owner for their share. */
export class FlameSearch<N extends Frame<N>> {
  readonly #box: SearchBox;

  constructor(
    text: string,
    readonly source: SearchSource,
    readonly graph: Pick<FlameGraph<N>, 'mark' | 'focus'>,
    readonly view: SearchedView,
  ) {
    this.#box = new SearchBox(text, {
      changed: () => this.#changed(),
      paused: () => this.ask(),
      left: () => graph.focus(),
    });
  }

  get element(): HTMLElement {
    return this.#box.element;
  }

  focus(): void {
    this.#box.focus();
  }

  showMatches(words: string): void {
    this.#box.showMatches(words);
  }

  /** Repeats the search in another profile. */
  repeat(): void {
    if (this.#box.text === '') return;
    this.#changed();
    this.ask();
  }

  /** Asks how much of the visible part matches. */
  ask(): void {
    const { text } = this.#box;
    if (text !== '' && this.view.hasProfile()) this.source.search(this.view.visibility(), text);
  }

  #changed(): void {
    const { text } = this.#box;
    this.view.keep({ search: text });
    this.graph.mark(frameMatcher(text, this.view.baseFolder()), text !== '');
    this.source.dropSearch();
  }
}
