import { element } from '../elements/element.ts';

/** The parts that exist from the start. */
export interface ComparisonParts {
  toggles: HTMLElement;
  choices: HTMLElement;
  search: HTMLElement;
  graph: HTMLElement;
  selected: HTMLElement;
  functions: HTMLElement;
  lines: HTMLElement;
  waits: HTMLElement;
  routes: HTMLElement;
}

/** Lays out the page, with empty slots for the parts that come with a comparison. */
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
  /** Everything below the verdict, hidden if nothing can be compared. */
  readonly #rest: HTMLElement[];

  constructor(parts: ComparisonParts) {
    const { toggles, choices, search, graph, selected, functions, lines, waits, routes } = parts;
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
    this.#rest = [this.figures, routes, waits, functions, flame, lines, this.notes];
    this.element = element('main', {}, this.verdict, ...this.#rest);
    this.showOnly('Comparing the runs…');
  }

  /** Shows words instead of a comparison. */
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
