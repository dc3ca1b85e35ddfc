import type { FlameNode } from '../../src/shared/flameNode.ts';
import type { PlacedNode } from './framePath.ts';

const maxHottest = 12;
/** Limits the requests, since a broad profile hides something below each frame. */
const maxLookUps = 8;
const maxDepth = 150;

/**
 * The frames with the most self time at and below a drawn one, hottest first. Asks for more detail
 * below frames that hide enough time for one of them.
 */
export async function hottestFrames(
  scope: PlacedNode<FlameNode>,
  lookUp: (rootId: number, minShare: number) => Promise<FlameNode | null>,
): Promise<PlacedNode<FlameNode>[]> {
  const frames = new Map<number, PlacedNode<FlameNode>>();
  const asked = new Set<number>();
  collect(scope, frames);
  for (let lookUps = 0; lookUps < maxLookUps; lookUps += 1) {
    const least = hottest(frames)[maxHottest - 1]?.node.self ?? 0;
    const hiding = [...frames.values()]
      .filter(({ node }) => !asked.has(node.id) && hiddenShare(node) > least)
      .sort((a, b) => hiddenShare(b.node) - hiddenShare(a.node))[0];
    if (!hiding) break;
    const { node, above } = hiding;
    asked.add(node.id);
    const deeper = await lookUp(node.id, least / node.total);
    if (deeper) collect({ node: deeper, above }, frames);
  }
  return hottest(frames);
}

function hottest(frames: ReadonlyMap<number, PlacedNode<FlameNode>>): PlacedNode<FlameNode>[] {
  return [...frames.values()]
    .filter(({ node }) => node.functionId >= 0 && node.self > 0)
    .sort((a, b) => b.node.self - a.node.self || a.above.length - b.above.length)
    .slice(0, maxHottest);
}

function hiddenShare(node: FlameNode): number {
  return node.samples === 0 ? 0 : (node.total * node.elided) / node.samples;
}

/** Not recursive, because a profile may be hundreds of frames deep. */
function collect(from: PlacedNode<FlameNode>, into: Map<number, PlacedNode<FlameNode>>): void {
  const open = [from];
  for (let at = open.pop(); at; at = open.pop()) {
    const { node, above } = at;
    into.set(node.id, at);
    const path = [...above, node];
    for (const child of node.children) open.push({ node: child, above: path });
  }
}

/**
 * The frame to zoom to, so that a hot one is readable with as much context as possible: the
 * outermost in the scope that leaves it at least `minPart` of the width.
 */
export function zoomFor(
  hot: PlacedNode<FlameNode>,
  scopeDepth: number,
  minPart: number,
): PlacedNode<FlameNode> {
  const path = [...hot.above, hot.node];
  // An answer is limited in depth too.
  const from = Math.max(scopeDepth, hot.above.length - maxDepth);
  const depth = path.findIndex(
    ({ samples }, index) => index >= from && hot.node.samples >= minPart * samples,
  );
  return { node: path[depth]!, above: path.slice(0, depth) };
}
