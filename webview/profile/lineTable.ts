import { awaitText } from '../../src/shared/awaitText.ts';
import { fileBelow } from '../../src/shared/filePaths.ts';
import type { HotLines, LineFunction } from '../../src/shared/flameWire.ts';
import { formatCount, formatShare } from '../../src/shared/format.ts';
import { markerText, placeOf, warningSign } from '../../src/shared/frameText.ts';
import { waitingLines, waitShareOf } from '../../src/shared/requestText.ts';
import type { Marker } from '../../src/shared/vocabulary.ts';
import { element } from '../elements/element.ts';
import { moveBetweenRows } from '../elements/tableKeys.ts';
import {
  lineColumns,
  nextOrder,
  sortLines,
  type LineColumn,
  type LineOrder,
  type LineRow,
} from './lineOrder.ts';
import type { ProfileMessage } from './ownerConnection.ts';
import { tierBar } from './tierBar.ts';
import { waitCell } from './waitCell.ts';

/** The button below shows the others. */
const firstRows = 100;

const columns: Record<LineColumn, { text: string; title: string }> = {
  place: { text: 'Line', title: 'File and line' },
  source: { text: 'Source', title: 'Text of the line' },
  function: { text: 'Function', title: 'Function, and whether V8 had optimized it' },
  self: {
    text: 'Self',
    title: 'Share of samples with this line on top of the stack, with the hidden code it called',
  },
  own: { text: 'Own', title: 'Part of self in the code of the line itself' },
  total: { text: 'Total', title: 'Share of samples with this line anywhere on the stack' },
  waits: {
    text: 'Waits',
    title: 'How long a request waits on the line, the mean of all requests',
  },
  tiers: { text: 'Tiers', title: 'Own time by compiler tier; sorts by what was not optimized' },
};

/** The hot lines of the user's code. Choosing one shows it in the editor and in the flamegraph. */
export class LineTable {
  readonly element = element('section', {
    class: 'lines',
    attributes: { 'aria-label': 'Hot lines' },
  });
  readonly #rows: LineRow[];
  readonly #onCpuSamples: number;
  readonly #areTiersKnown: boolean;
  readonly #hasWaits: boolean;
  #order: LineOrder;
  #isWhole = false;
  #lit: ReadonlySet<number> = new Set();
  #atCursor: ReadonlySet<number> = new Set();

  constructor(
    readonly message: ProfileMessage,
    readonly hot: HotLines,
    order: LineOrder,
    readonly onChoose: (row: LineRow, fn: LineFunction | undefined, takeFocus: boolean) => void,
    readonly onSort: (order: LineOrder) => void,
  ) {
    this.#order = order;
    this.#onCpuSamples = message.report.sampling?.onCpu ?? 0;
    this.#areTiersKnown = message.report.sampling?.tiers !== false;
    const { requests } = message.report;
    this.#hasWaits = waitingLines(hot.lines, requests).length > 0;
    const shown = hot.lines.filter((line) => line.total > 0 || waitShareOf(line, requests) > 0);
    this.#rows = shown.map((line) => ({
      line,
      place: placeOf(line, message.baseFolder),
      source: hot.lineTexts[`${line.file}:${line.line}`] ?? '',
      functionName: this.#functionOf(line)?.name ?? '',
    }));
    this.#render();
  }

  light(functionIds: ReadonlySet<number>): void {
    this.#lit = functionIds;
    this.#mark('data-lit', functionIds);
  }

  /** Marks the rows of the functions that the editor's cursor is on. */
  highlight(functionIds: ReadonlySet<number>): void {
    this.#atCursor = functionIds;
    this.#mark('data-at-cursor', functionIds);
  }

  #mark(attribute: string, functionIds: ReadonlySet<number>): void {
    for (const row of this.element.querySelectorAll<HTMLTableRowElement>('tbody tr')) {
      const id = Number(row.dataset['functionId'] ?? -1);
      row.toggleAttribute(attribute, functionIds.has(id));
    }
  }

  #render(): void {
    const title = element('h2', { text: 'Hot lines' });
    if (this.#rows.length === 0) {
      const text = 'No line of your own code was on the stack while a sample was taken.';
      this.element.replaceChildren(title, element('p', { class: 'empty', text }));
      return;
    }
    const sorted = sortLines(this.#rows, this.#order);
    const shown = this.#isWhole ? sorted : sorted.slice(0, firstRows);
    const largest = this.#rows.reduce((most, { line }) => Math.max(most, line.self), 0);
    const body = element('tbody', {}, ...shown.map((row) => this.#row(row, largest)));
    body.addEventListener('keydown', (event) => moveBetweenRows(event));
    const table = element('table', {}, element('thead', {}, this.#head()), body);
    this.element.replaceChildren(title, element('div', { class: 'table-frame' }, table));
    if (shown.length < sorted.length) {
      const text = `Show all ${formatCount(sorted.length)} lines`;
      const more = element('button', { class: 'more', text, attributes: { type: 'button' } });
      more.addEventListener('click', () => {
        this.#isWhole = true;
        this.#render();
      });
      this.element.append(more);
    }
    this.light(this.#lit);
    this.highlight(this.#atCursor);
  }

  #head(): HTMLTableRowElement {
    const row = element('tr');
    for (const column of lineColumns) {
      if (column === 'tiers' && !this.#areTiersKnown) continue;
      if (column === 'waits' && !this.#hasWaits) continue;
      const { text, title } = columns[column];
      const isSorted = this.#order.column === column;
      const direction = this.#order.isDescending ? 'descending' : 'ascending';
      const button = element('button', {
        text,
        title: `${title}. Sorts the table.`,
        attributes: { type: 'button' },
      });
      button.addEventListener('click', () => {
        this.#order = nextOrder(this.#order, column);
        this.onSort(this.#order);
        this.#render();
        this.element.querySelector<HTMLElement>(`th.${column} button`)?.focus();
      });
      const attributes = { scope: 'col', 'aria-sort': isSorted ? direction : 'none' };
      row.append(element('th', { class: column, attributes }, button));
    }
    return row;
  }

  #row(row: LineRow, largestSelf: number): HTMLTableRowElement {
    const { line } = row;
    const fn = this.#functionOf(line);
    const place = element('button', {
      class: 'place-button',
      title: row.place,
      attributes: { type: 'button', 'aria-label': row.place },
    });
    // A separate element keeps the line number readable when the path is cut.
    place.append(
      element(
        'span',
        { class: 'file' },
        element('bdi', { text: fileBelow(line.file, this.message.baseFolder) }),
      ),
      element('span', { class: 'number', text: `:${line.line}` }),
    );
    const bar = line.self > 0 ? element('span', { class: 'self-bar' }) : null;
    if (bar) bar.style.width = `${(line.self / largestSelf) * 100}%`;
    const inexact = 'Only the function is known here, so this is its first line.';
    const awaited = awaitText(line);
    const made = element(
      'tr',
      {},
      element('td', { class: 'place' }, place),
      element(
        'td',
        { class: 'source', title: line.exact ? row.source : inexact },
        line.exact || row.source === '' ? null : element('em', { text: 'in ' }),
        element('code', { text: row.source }),
      ),
      element(
        'td',
        { class: 'function', title: row.functionName },
        element('span', { class: 'function-name', text: row.functionName }),
        fn?.marker ? markerChip(fn.marker, fn.reason) : null,
      ),
      element(
        'td',
        { class: 'self', ...(awaited === '' ? {} : { title: `Of it ${awaited}` }) },
        bar,
        element('span', { text: formatShare(line.self) }),
      ),
      element('td', { class: 'own', text: formatShare(line.own) }),
      element('td', { class: 'total', text: formatShare(line.total) }),
      this.#hasWaits ? waitCell(line, this.message.report.requests) : null,
      this.#areTiersKnown
        ? element('td', { class: 'tiers' }, tierBar(line.tiers, this.#onCpuSamples))
        : null,
    );
    if (fn) made.dataset['functionId'] = String(fn.functionId);
    made.addEventListener('click', (event) =>
      this.onChoose(row, fn, event.altKey || event.metaKey),
    );
    made.addEventListener('dblclick', () => this.onChoose(row, fn, true));
    return made;
  }

  #functionOf(line: { file: string; line: number }): LineFunction | undefined {
    return this.hot.lineFunctions[`${line.file}:${line.line}`];
  }
}

function markerChip(marker: Exclude<Marker, null>, reason: string | null): HTMLElement {
  const words = markerText(marker);
  const title = reason ? `${words}: ${reason}` : words;
  return element(
    'span',
    { class: 'marker', title, attributes: { role: 'img', 'aria-label': title } },
    element('span', { text: warningSign }),
    element('span', { class: 'marker-words', text: ` ${words.toLowerCase()}` }),
  );
}
