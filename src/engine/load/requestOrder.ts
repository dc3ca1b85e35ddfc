/**
 * The order in which requests with weights are sent: one round, as indexes of `weights`, to be sent
 * again and again. In a round each request comes as often as its weight (divided by what all have in
 * common), spread evenly: the k-th of w stands at (k − ½)/w of the round, and of two at the same
 * place the earlier request comes first. With equal weights that is the list in turn.
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
