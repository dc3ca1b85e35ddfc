import type { ProfileIsolate } from '../profile/profile.ts';
import {
  ForeignFrames,
  positionOf,
  untimedProfile,
  type ForeignProfile,
} from './foreignProfile.ts';

/** A node of V8's sampling heap profile: who allocated, and how much of it directly. */
export interface HeapNode {
  callFrame: { functionName: string; url: string; lineNumber: number; columnNumber: number };
  /** Bytes. */
  selfSize: number;
  children: HeapNode[];
}

/** So many samples show shares to a hundredth of a percent. */
const wantedSamples = 20_000;

/** Bytes that one sample of each thread stands for, see {@link foreignFromHeap}. */
export function bytesPerSample(heads: readonly HeapNode[]): number {
  let sum = 0;
  for (const head of heads) eachNode(head, (node) => (sum += node.selfSize));
  return Math.max(1, sum / wantedSamples);
}

/** Turns bytes into samples, each of which stands for `unitBytes`; the remainders of nodes are carried on. */
export function foreignFromHeap(
  head: HeapNode,
  isolate: ProfileIsolate,
  unitBytes: number,
): ForeignProfile {
  const frames = new ForeignFrames();
  const parents: number[] = [];
  const frameOfNode: number[] = [];
  const samples: number[] = [];
  const numbers = new Map<HeapNode, number>();
  let rest = 0;
  eachNode(head, (node, parent) => {
    const index = parents.push(parent ? numbers.get(parent)! : -1) - 1;
    numbers.set(node, index);
    const { functionName, url, lineNumber, columnNumber } = node.callFrame;
    const [line, column] = [positionOf(lineNumber, 1), positionOf(columnNumber, 1)];
    const made = () => frames.frame(frames.function(functionName, url, line, column));
    frameOfNode.push(parent ? made() : -1);
    rest += node.selfSize / unitBytes;
    // Bytes that V8 allocates without a function are no sample of the root, which would be idle.
    for (; rest >= 0.5 && parent; rest--) samples.push(index);
  });
  return untimedProfile(frames, isolate, { parent: parents, frame: frameOfNode }, samples);
}

/** Parents come first. Deep trees need no deep stack. */
function eachNode(head: HeapNode, visit: (node: HeapNode, parent: HeapNode | null) => void): void {
  const open: [HeapNode, HeapNode | null][] = [[head, null]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [node, parent] = next;
    visit(node, parent);
    for (const child of node.children) open.push([child, node]);
  }
}
