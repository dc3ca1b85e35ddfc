import type { Profile } from '../profile/profile.ts';

export interface Total {
  total: number;
  /** How often the line, function or package is on the current path of the walk. */
  onPath: number;
}

/** Adds subtree samples to the tallies of each frame, unless they are on the path already. */
export function addTotals(
  { nodes }: Profile,
  nodeSamples: Float64Array,
  talliesOf: (frame: number) => Total[],
): void {
  const count = nodes.parent.length;
  const subtree = Float64Array.from(nodeSamples);
  const firstChild = new Int32Array(count).fill(-1);
  const nextSibling = new Int32Array(count).fill(-1);
  for (let node = count - 1; node > 0; node--) {
    const parent = nodes.parent[node]!;
    subtree[parent]! += subtree[node]!;
    nextSibling[node] = firstChild[parent]!;
    firstChild[parent] = node;
  }
  const byFrame: Total[][] = [];
  let node = firstChild[0]!;
  while (node > 0) {
    const entered = (byFrame[nodes.frame[node]!] ??= talliesOf(nodes.frame[node]!));
    for (const tally of entered) if (tally.onPath++ === 0) tally.total += subtree[node]!;
    if (firstChild[node]! > 0) {
      node = firstChild[node]!;
      continue;
    }
    for (;;) {
      for (const tally of byFrame[nodes.frame[node]!]!) tally.onPath--;
      if (nextSibling[node]! > 0) {
        node = nextSibling[node]!;
        break;
      }
      node = nodes.parent[node]!;
      if (node <= 0) return;
    }
  }
}
