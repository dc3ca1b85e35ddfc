import { element } from '../element.ts';

/** What is there from the first moment on. */
export interface ComparisonParts {
  toggles: HTMLElement;
  choices: HTMLElement;
  search: HTMLElement;
  graph: HTMLElement;
  selected: HTMLElement;
  functions: HTMLElement;
  lines: HTMLElement;
}

/** Where everything in the page of a comparison is, and the empty places for what comes with one. */
export class ComparisonFrame {
  readonly verdict = element('div');
  readonly figures = element('section', {
    class: 'compared-figures',
    attributes: { 'aria-label': 'Figures' },
  });
  readonly crumbs = element('div', { class: 'crumbs-slot' });
  readonly legend = element('div', { class: 'legend-slot' });
  readonly empty = element('p', { class: 'empty', attributes: { role: 'status' } });
  readonly onlyIn = element('div');
  readonly notes = element('div');
  readonly element: HTMLElement;
  /** All below the verdict, of which there is nothing where nothing can be compared. */
  readonly #rest: HTMLElement[];

  constructor({ toggles, choices, search, graph, selected, functions, lines }: ComparisonParts) {
    const flame = element(
      'section',
      { class: 'flame diff', attributes: { 'aria-label': 'Flamegraph of both' } },
      element('div', { class: 'toolbar' }, toggles, choices, search),
      element('div', { class: 'above-graph' }, this.crumbs, this.legend),
      this.empty,
      graph,
      this.onlyIn,
      selected,
    );
    this.#rest = [this.figures, functions, flame, lines, this.notes];
    this.element = element('main', {}, this.verdict, ...this.#rest);
    this.showOnly('Comparing the runs…');
  }

  /** Words in place of a comparison. */
  showOnly(words: string): void {
    for (const part of this.#rest) part.hidden = true;
    const text = element('p', {
      class: 'empty alone',
      text: words,
      attributes: { role: 'status' },
    });
    this.verdict.replaceChildren(text);
  }

  showAll(): void {
    for (const part of this.#rest) part.hidden = false;
  }
}
