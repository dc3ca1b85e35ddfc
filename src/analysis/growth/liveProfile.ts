import type { HeapNode } from '../import/heapProfile.ts';

/** A sampling heap profile of live objects, as V8 gives it. */
export interface LiveProfile {
  head: NumberedNode;
  samples: { size: number; nodeId: number; ordinal: number }[];
}

interface NumberedNode extends Omit<HeapNode, 'children'> {
  id: number;
  children: NumberedNode[];
}

/**
 * Gives what is still alive of the allocations of each block, as a tree of bytes for each.
 *
 * @param lastSamples number of the last sample at each mark, the one before the first block included
 */
export function survivorsByBlock(
  { head, samples }: LiveProfile,
  lastSamples: readonly number[],
): HeapNode[] {
  return lastSamples.slice(1).map((to, block) => {
    const from = lastSamples[block]!;
    const bytes = new Map<number, number>();
    for (const { size, nodeId, ordinal } of samples) {
      if (ordinal > from && ordinal <= to) bytes.set(nodeId, (bytes.get(nodeId) ?? 0) + size);
    }
    return copyWith(head, bytes);
  });
}

/** Stacks have a limited depth in V8's profile. */
function copyWith(node: NumberedNode, bytes: ReadonlyMap<number, number>): HeapNode {
  return {
    callFrame: node.callFrame,
    selfSize: bytes.get(node.id) ?? 0,
    children: node.children.map((child) => copyWith(child, bytes)),
  };
}
