/**
 * Gives what an arrow key leads to from one item of a timeline; null if it leads nowhere.
 *
 * @param rows of each line its label and then its bars
 * @param bars all of them in the order of time
 */
export function moveInTimeline<Item>(
  rows: readonly (readonly Item[])[],
  bars: readonly Item[],
  from: Item,
  key: string,
): Item | null {
  const row = rows.findIndex((items) => items.includes(from));
  const bar = bars.indexOf(from);
  switch (key) {
    case 'ArrowLeft':
      return bar < 0 ? null : (bars[bar - 1] ?? rows[row]?.[0] ?? null);
    case 'ArrowRight':
      return bar < 0 ? (rows[row]?.[1] ?? null) : (bars[bar + 1] ?? null);
    case 'ArrowUp':
      return rows[row - 1]?.[0] ?? null;
    case 'ArrowDown':
      return rows[row + 1]?.[0] ?? null;
    case 'Home':
      return bars[0] ?? null;
    case 'End':
      return bars.at(-1) ?? null;
    default:
      return null;
  }
}
