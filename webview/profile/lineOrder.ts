import type { LineReport } from '../../src/shared/report.ts';

export const lineColumns = [
  'place',
  'source',
  'function',
  'self',
  'own',
  'total',
  'waits',
  'tiers',
] as const;
export type LineColumn = (typeof lineColumns)[number];

export interface LineRow {
  line: LineReport;
  place: string;
  source: string;
  functionName: string;
}

export interface LineOrder {
  column: LineColumn;
  isDescending: boolean;
}

export const defaultOrder: LineOrder = { column: 'self', isDescending: true };

/** The order after a click on a column's header: figures start with the largest, texts with A. */
export function nextOrder(order: LineOrder, column: LineColumn): LineOrder {
  if (order.column === column) return { column, isDescending: !order.isDescending };
  return { column, isDescending: !textColumns.has(column) };
}

export function sortLines(rows: readonly LineRow[], order: LineOrder): LineRow[] {
  const key = keyOf[order.column];
  const sign = order.isDescending ? -1 : 1;
  return rows.toSorted((a, b) => {
    const [left, right] = [key(a), key(b)];
    const compared =
      typeof left === 'string'
        ? left.localeCompare(String(right), 'en', { numeric: true })
        : left - Number(right);
    return sign * compared || b.line.self - a.line.self;
  });
}

const textColumns = new Set<LineColumn>(['place', 'source', 'function']);

const keyOf: Record<LineColumn, (row: LineRow) => string | number> = {
  place: (row) => row.place,
  source: (row) => row.source,
  function: (row) => row.functionName,
  self: (row) => row.line.self,
  own: (row) => row.line.own,
  total: (row) => row.line.total,
  waits: (row) => row.line.waitMs ?? 0,
  // Sorts by the time in code that was not optimized.
  tiers: (row) => row.line.tiers.ignition + row.line.tiers.sparkplug,
};
