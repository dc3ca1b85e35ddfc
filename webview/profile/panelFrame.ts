import { element } from '../elements/element.ts';

/** The parts that exist from the start. */
export interface PanelParts {
  toggles: HTMLElement;
  choices: HTMLElement;
  legend: HTMLElement;
  search: HTMLElement;
  stepper: HTMLElement;
  graph: HTMLElement;
  selected: HTMLElement;
  waits: HTMLElement;
  pictureSwitch: HTMLElement;
}

/** Lays out the view, with empty slots for the parts that come with a profile. */
export class PanelFrame {
  readonly header = element('div', { class: 'header-slot' });
  readonly #processes = element('div', { class: 'processes-slot' });
  readonly saves = element('div', { class: 'saves-slot' });
  readonly crumbs = element('div', { class: 'crumbs-slot' });
  readonly empty = element('p', { class: 'empty', attributes: { role: 'status' } });
  /** Above a picture that says little. */
  readonly hint = element('p', { class: 'flame-hint', attributes: { role: 'status' } });
  readonly details = element('div', { class: 'details-slot' });
  readonly lines = element('div', { class: 'lines-slot' });
  readonly flame: HTMLElement;
  readonly element: HTMLElement;

  constructor({
    toggles,
    choices,
    legend,
    search,
    stepper,
    graph,
    selected,
    waits,
    pictureSwitch,
  }: PanelParts) {
    const toolbar = element(
      'div',
      { class: 'toolbar' },
      pictureSwitch,
      this.#processes,
      toggles,
      choices,
      this.saves,
      element('div', { class: 'find' }, search, stepper),
    );
    this.flame = element(
      'section',
      { class: 'flame', attributes: { 'aria-label': 'Flamegraph' } },
      toolbar,
      element('div', { class: 'above-graph' }, this.crumbs, legend),
      this.empty,
      this.hint,
      graph,
      selected,
      element('div', { class: 'waits-slot' }, waits),
    );
    this.element = element('main', {}, this.header, this.flame, this.details, this.lines);
  }

  showProcesses(picker: HTMLElement | null): void {
    const hadFocus = this.#processes.contains(document.activeElement);
    this.#processes.replaceChildren(...(picker ? [picker] : []));
    // The picker that had the focus was replaced.
    if (hadFocus) picker?.focus();
  }
}
