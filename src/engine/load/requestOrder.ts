/**
 * The order of weighted requests for one round, as indexes of `weights`. Each request comes as
 * often as its weight divided by the greatest common divisor, evenly spread: the k-th of w is at
 * (k−½)/w of the round, and ties go to the earlier request. Equal weights give the list in turn.
 */
export function requestOrder(weights: readonly number[]): number[] {
  const divisor = weights.reduce(greatestCommonDivisor, 0) || 1;
  return weights
    .flatMap((weight, index) => {
      const count = weight / divisor;
      return Array.from({ length: count }, (_, k) => ({ index, place: (k + 0.5) / count }));
    })
    .sort((a, b) => a.place - b.place || a.index - b.index)
    .map(({ index }) => index);
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
