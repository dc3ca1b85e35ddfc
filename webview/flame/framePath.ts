import type { Frame } from './frameLook.ts';

/** Identifies a frame on a path without its id, for example after a reload. */
export interface PathStep {
  name: string;
  file: string;
  line: number;
}

export function stepOf({ name, file, line }: PathStep): PathStep {
  return { name, file, line };
}

/** A frame with its callers in the picture, outermost first. */
export interface PlacedNode<N> {
  node: N;
  above: N[];
}

/** The frame at the end of the steps, or the last one on the way that exists. */
function followPath<N extends Frame<N>>(
  from: PlacedNode<N>,
  steps: readonly PathStep[],
): PlacedNode<N> {
  let at = from;
  for (const step of steps) {
    const { children } = at.node;
    const next =
      children.find((child) => isAt(child, step) && child.line === step.line) ??
      children.find((child) => isAt(child, step));
    if (!next) break;
    at = { node: next, above: [...at.above, at.node] };
  }
  return at;
}

/**
 * The frame that the steps below the root lead to. If one was too narrow to be sent, asks for more
 * detail of the one above it. Stops at the last frame that exists; null without an answer.
 */
export async function findPath<N extends Frame<N>>(
  lookUp: (rootId: number | undefined) => Promise<N | null>,
  steps: readonly PathStep[],
): Promise<PlacedNode<N> | null> {
  const root = await lookUp(undefined);
  if (!root) return null;
  let at: PlacedNode<N> = followPath({ node: root, above: [] }, steps);
  while (at.above.length < steps.length && at.above.length > 0) {
    const deeper = await lookUp(at.node.id);
    if (!deeper) return null;
    const next = followPath({ node: deeper, above: at.above }, steps.slice(at.above.length));
    if (next.above.length === at.above.length) break;
    at = next;
  }
  return at;
}

function isAt(node: PathStep, step: PathStep): boolean {
  return node.name === step.name && node.file === step.file;
}
