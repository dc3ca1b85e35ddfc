import { displayWidth, padEnd, padStart } from './displayText.ts';

/** Aligns cells in columns: the first to the left, the others to the right. */
export function textTable(rows: string[][], gap = 2): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell));
    });
  }
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? padEnd(cell, widths[0] ?? 0) : padStart(cell, widths[column] ?? 0),
      )
      .join(' '.repeat(gap))
      .trimEnd(),
  );
}
