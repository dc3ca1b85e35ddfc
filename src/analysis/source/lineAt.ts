/** The line (1-based) that holds the offset, by the offsets at which lines start: ascending, the first 0. */
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
