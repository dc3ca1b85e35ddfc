/** The state that a run is of by its place in the order A B B A A B B A, which starts with 0. */
export function sideInTurn(order: number): 'base' | 'head' {
  return order % 4 === 1 || order % 4 === 2 ? 'head' : 'base';
}
