import type { Profile } from '../profile/profile.ts';

/** Fewer in a window cost nothing. */
const minDeopts = 50;
/** V8 takes less to discard the code of a function and go on in its bytecode. */
const longestMs = 1;

/**
 * While V8 discards the optimized code of a function, its samples have no frame of that function: they are native
 * code right below the line that calls it. Those of functions that deoptimize again and again are told apart here.
 *
 * @returns the function that each such node belongs to
 */
export function discardingWork(
  { functions, frames, nodes, deopts, intervalMicros }: Profile,
  nodeSamples: ArrayLike<number>,
): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { function: fn } of deopts) counts.set(fn, (counts.get(fn) ?? 0) + 1);
  const often = new Map([...counts].filter(([, count]) => count >= minDeopts));
  const found = new Map<number, number>();
  if (often.size === 0) return found;

  const functionOf = (node: number) => frames.function[nodes.frame[node]!]!;
  const siteOf = (node: number) => `${functionOf(node)}:${frames.line[nodes.frame[node]!]}`;
  const calleeAt = new Map<string, number>();
  for (let node = 1; node < nodes.parent.length; node++) {
    const caller = nodes.parent[node]!;
    if (caller > 0 && often.has(functionOf(node))) calleeAt.set(siteOf(caller), functionOf(node));
  }
  const spentMs = new Map<number, number>();
  for (let node = 1; node < nodes.parent.length; node++) {
    const caller = nodes.parent[node]!;
    if (nodeSamples[node] === 0 || caller === 0) continue;
    if (functions[functionOf(node)]!.area !== 'native') continue;
    const callee = calleeAt.get(siteOf(caller));
    if (callee === undefined || callee === functionOf(caller)) continue;
    found.set(node, callee);
    const ms = (nodeSamples[node]! * intervalMicros) / 1000;
    spentMs.set(callee, (spentMs.get(callee) ?? 0) + ms);
  }
  for (const [node, callee] of found) {
    if (spentMs.get(callee)! > often.get(callee)! * longestMs) found.delete(node);
  }
  return found;
}
