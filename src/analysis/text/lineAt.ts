/** The 1-based line of the offset; `starts` has each line's start offset, ascending from 0. */
export function lineAt(starts: ArrayLike<number>, offset: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
