import { formatCount, formatMicros, formatNumberOf } from '../../src/shared/format.ts';
import { formatSigned, formatSignedMicros } from '../../src/shared/verdictText.ts';
import type { ChangeRow } from './changeRows.ts';
import { changeSign, diffTone, type ShownChanges } from './diffTone.ts';
import { element } from '../elements/element.ts';
import { headedTable } from '../elements/headedTable.ts';
import { moreButton } from '../elements/moreButton.ts';
import { moveBetweenRows } from '../elements/tableKeys.ts';

/** With more rows, there is a filter. */
const manyRows = 12;
/** The button below shows the others. */
const firstRows = 100;

export interface ChangeTableEvents {
  choose(row: ChangeRow, takeFocus: boolean): void;
  /** The person wants all changes, or only those beyond the noise. */
  show(shown: ShownChanges): void;
}

export type ChangeKind = 'function' | 'line' | 'wait' | 'route';

/** What changed, one per row, the largest change first. A row leads to its code, if it has a place. */
export class ChangeTable {
  readonly element: HTMLElement;
  readonly #body = element('div', { class: 'change-body' });
  readonly #filter = element('input', {
    attributes: { type: 'search', spellcheck: 'false', autocomplete: 'off' },
  });
  readonly #said = element('p', { class: 'said', attributes: { role: 'status' } });
  #rows: readonly ChangeRow[] = [];
  #shown: ShownChanges = 'beyond-noise';
  #wholeMicros = 0;
  #isWhole = false;
  #lit: ReadonlySet<number> = new Set();

  constructor(
    readonly what: ChangeKind,
    readonly events: ChangeTableEvents,
  ) {
    const words = `Filter the ${what}s that changed`;
    this.#filter.placeholder = words;
    this.#filter.setAttribute('aria-label', words);
    this.#filter.addEventListener('input', () => this.#render());
    const title = `${columnName[what]}s that changed`;
    this.element = element(
      'section',
      { class: 'changes', attributes: { 'aria-label': title } },
      element(
        'div',
        { class: 'changes-head' },
        element('h2', { text: title }),
        this.#said,
        element('div', { class: 'search-field' }, this.#filter),
      ),
      this.#body,
    );
  }

  /** @param wholeMicros CPU time of a request, the larger of both states */
  show(rows: readonly ChangeRow[], shown: ShownChanges, wholeMicros: number): void {
    this.#rows = rows;
    this.#shown = shown;
    this.#wholeMicros = wholeMicros;
    this.#render();
  }

  light(functionIds: ReadonlySet<number>): void {
    this.#lit = functionIds;
    for (const row of this.#body.querySelectorAll<HTMLElement>('tbody tr')) {
      row.toggleAttribute('data-lit', functionIds.has(Number(row.dataset['functionId'])));
    }
  }

  #render(): void {
    const proven = this.#rows.filter(({ isBeyondNoise }) => isBeyondNoise);
    const offered = this.#shown === 'all' ? this.#rows : proven;
    const field = this.#filter.parentElement!;
    field.hidden = offered.length <= manyRows && this.#filter.value === '';
    const text = field.hidden ? '' : this.#filter.value.trim().toLowerCase();
    const found = offered.filter((row) =>
      `${row.text} ${row.place} ${row.fate}`.toLowerCase().includes(text),
    );
    this.#said.replaceChildren(this.#words(proven.length), ...this.#switch(proven.length));
    const rows = this.#isWhole ? found : found.slice(0, firstRows);
    // Runs of before requests were followed have no waits, and most loads one route.
    this.element.hidden = !isAlwaysThere[this.what] && this.#rows.length === 0;
    this.#body.replaceChildren(...(rows.length === 0 ? this.#none(text) : [this.#table(rows)]));
    if (rows.length < found.length) this.#body.append(this.#more(found.length));
    this.light(this.#lit);
  }

  /** Says how many changes are beyond the noise. */
  #words(proven: number): string {
    const { what } = this;
    const all = formatNumberOf(this.#rows.length, counted[what]);
    if (this.#rows.length === 0) return '';
    if (this.#rows.every(({ change }) => change === null)) {
      return `Which ${what}s changed cannot be told from so few runs.`;
    }
    if (proven === 0) return `None of ${all} changed by more than the noise.`;
    return `${formatCount(proven)} of ${all} changed by more than the noise.`;
  }

  #switch(proven: number): HTMLElement[] {
    if (proven === this.#rows.length) return [];
    const isAll = this.#shown === 'all';
    const text = isAll ? 'Only those beyond the noise' : `Show all ${this.#rows.length}`;
    const button = element('button', { class: 'link', text, attributes: { type: 'button' } });
    button.addEventListener('click', () => {
      this.events.show(isAll ? 'beyond-noise' : 'all');
      // Focus the button again, since it was replaced.
      this.#said.querySelector('button')?.focus();
    });
    return [button];
  }

  #none(text: string): HTMLElement[] {
    if (text === '' && this.#rows.length > 0) return [];
    const words =
      text === ''
        ? `No ${this.what} of the shown areas has enough time to be compared.`
        : `No ${this.what} here matches “${text}”.`;
    return [element('p', { class: 'empty', text: words })];
  }

  #table(rows: readonly ChangeRow[]): HTMLElement {
    const of = measuredText[this.what];
    const change = isAlwaysThere[this.what] ? `${of}, with the hidden code it calls` : of;
    const columns = [
      { name: 'change', text: 'Change', title: change },
      {
        name: 'interval',
        text: 'Interval',
        title: 'Where the true change is, as far as the runs say',
      },
      { name: 'micros', text: 'Before', title: `${of}, mean over the runs` },
      { name: 'micros', text: 'Now', title: `${of}, mean over the runs` },
      { name: 'what', text: columnName[this.what], title: '' },
      { name: 'place', text: 'Place', title: 'As it is now, or was where it is gone' },
    ];
    const shown = this.what === 'route' ? columns.slice(0, -1) : columns;
    const body = element('tbody', {}, ...rows.map((row) => this.#row(row)));
    body.addEventListener('keydown', (event) => moveBetweenRows(event));
    return headedTable(shown, body, { class: 'change-table' });
  }

  #row(row: ChangeRow): HTMLTableRowElement {
    const { baseMicros, headMicros, change, isBeyondNoise } = row;
    const micros = change?.micros ?? headMicros - baseMicros;
    const percent = baseMicros > 0 ? formatSigned((100 * micros) / baseMicros) : '';
    const sign = micros === 0 ? '' : `${changeSign(micros, isBeyondNoise)} `;
    const isOpened = row.place !== '';
    const words = element(row.isCode ? 'code' : 'span', { text: row.text || row.place });
    const open = element(
      'button',
      {
        class: 'open-row',
        title: row.text,
        attributes: { type: 'button', 'aria-label': `Open ${row.text || row.place}` },
      },
      words,
    );
    const made = element(
      'tr',
      { attributes: { 'data-function-id': String(row.functionId) } },
      element(
        'td',
        { class: 'change' },
        element('span', {
          class: 'change-chip',
          text: `${sign}${formatSignedMicros(micros)}`,
          attributes: {
            'data-tone': diffTone(isBeyondNoise ? micros : null, this.#wholeMicros),
          },
        }),
        percent === '' ? null : element('small', { text: ` ${percent}` }),
      ),
      element('td', { class: 'interval', text: intervalOf(row) }),
      element('td', { class: 'micros', text: formatMicros(baseMicros) }),
      element('td', { class: 'micros', text: formatMicros(headMicros) }),
      element(
        'td',
        { class: 'what' },
        element(
          'div',
          { class: 'what-words' },
          isOpened ? open : words,
          row.fate === ''
            ? null
            : element('span', { class: 'fate', text: ` ${row.fate}`, title: row.fate }),
        ),
      ),
      isOpened ? element('td', { class: 'place', text: row.place, title: row.place }) : null,
    );
    if (!isOpened) return made;
    made.addEventListener('click', (event) =>
      this.events.choose(row, event.altKey || event.metaKey),
    );
    made.addEventListener('dblclick', () => this.events.choose(row, true));
    return made;
  }

  #more(count: number): HTMLElement {
    const text = `Show all ${formatCount(count)} ${this.what}s`;
    return moreButton(text, () => {
      this.#isWhole = true;
      this.#render();
    });
  }
}

const columnName: Record<ChangeKind, string> = {
  function: 'Function',
  line: 'Line',
  wait: 'Wait',
  route: 'Route',
};

/** A route has two rows: its CPU time and its wait. */
const counted: Record<ChangeKind, string> = {
  function: 'function',
  line: 'line',
  wait: 'wait',
  route: 'cost',
};

const isAlwaysThere: Record<ChangeKind, boolean> = {
  function: true,
  line: true,
  wait: false,
  route: false,
};

const measuredText: Record<ChangeKind, string> = {
  function: 'CPU time of a request',
  line: 'CPU time of a request',
  wait: 'How long a request waits there',
  route: 'CPU time of a request, or how long it waits',
};

function intervalOf({ change }: ChangeRow): string {
  if (!change) return 'not known';
  return `${formatSignedMicros(change.lowMicros)} to ${formatSignedMicros(change.highMicros)}`;
}
