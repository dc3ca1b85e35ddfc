import type { HotLines, LineFunction } from '../../src/shared/flameWire.ts';
import { formatCount, formatShare } from '../../src/shared/format.ts';
import { placeOf } from '../../src/shared/frameText.ts';
import { waitingLines, waitShareOf } from '../../src/shared/requestText.ts';
import { element } from '../elements/element.ts';
import { moreButton } from '../elements/moreButton.ts';
import { moveBetweenRows } from '../elements/tableKeys.ts';
import { functionCell, placeCell, selfCell, sourceCell } from './lineCells.ts';
import {
  lineColumns,
  nextOrder,
  sortLines,
  type LineColumn,
  type LineOrder,
  type LineRow,
} from './lineOrder.ts';
import type { ProfileMessage } from './profileConnection.ts';
import { tierBar } from './tierBar.ts';
import { waitCell } from './waitCell.ts';

/** The button below shows the others. */
const firstRows = 100;

const headings: Record<LineColumn, { text: string; title: string }> = {
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
  readonly #columns: readonly LineColumn[];
  readonly #cells: Record<LineColumn, (row: LineRow) => HTMLTableCellElement>;
  #order: LineOrder;
  #isWhole = false;
  #lit: ReadonlySet<number> = new Set();
  #atCursor: ReadonlySet<number> = new Set();

  constructor(
    message: ProfileMessage,
    readonly hot: HotLines,
    order: LineOrder,
    readonly onChoose: (row: LineRow, fn: LineFunction | undefined, takeFocus: boolean) => void,
    readonly onSort: (order: LineOrder) => void,
  ) {
    this.#order = order;
    const { requests, sampling } = message.report;
    const hidden = new Set<LineColumn>();
    if (sampling?.tiers === false) hidden.add('tiers');
    if (waitingLines(hot.lines, requests).length === 0) hidden.add('waits');
    this.#columns = lineColumns.filter((column) => !hidden.has(column));
    const largestSelf = hot.lines.reduce((most, { self }) => Math.max(most, self), 0);
    this.#cells = {
      place: ({ line, place }) => placeCell(line, place, message.baseFolder),
      source: sourceCell,
      function: ({ line, functionName }) => functionCell(functionName, this.#functionOf(line)),
      self: ({ line }) => selfCell(line, largestSelf),
      own: ({ line }) => element('td', { class: 'own', text: formatShare(line.own) }),
      total: ({ line }) => element('td', { class: 'total', text: formatShare(line.total) }),
      waits: ({ line }) => waitCell(line, requests),
      tiers: ({ line }) =>
        element('td', { class: 'tiers' }, tierBar(line.tiers, sampling?.onCpu ?? 0)),
    };
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
    const body = element('tbody', {}, ...shown.map((row) => this.#row(row)));
    body.addEventListener('keydown', (event) => moveBetweenRows(event));
    const table = element('table', {}, element('thead', {}, this.#head()), body);
    this.element.replaceChildren(title, element('div', { class: 'table-frame' }, table));
    if (shown.length < sorted.length) {
      const text = `Show all ${formatCount(sorted.length)} lines`;
      const showAll = () => {
        this.#isWhole = true;
        this.#render();
      };
      this.element.append(moreButton(text, showAll));
    }
    this.light(this.#lit);
    this.highlight(this.#atCursor);
  }

  #head(): HTMLTableRowElement {
    const row = element('tr');
    for (const column of this.#columns) {
      const { text, title } = headings[column];
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

  #row(row: LineRow): HTMLTableRowElement {
    const made = element('tr', {}, ...this.#columns.map((column) => this.#cells[column](row)));
    const fn = this.#functionOf(row.line);
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
