import { isAfterAwait } from '../profile/afterAwait.ts';
import { CallTree } from '../profile/callTree.ts';
import type { Profile } from '../profile/profile.ts';

/**
 * The profile as it was measured: what was charged to lines by their awaits has no line again, and
 * nothing is told of the waits of requests and of their routes.
 */
export function withoutAwaits(profile: Profile): Profile {
  const { functions, frames, nodes } = profile;
  const marker = functions.findIndex(isAfterAwait);
  const { awaitErrors: _, requests, routes, samples: all, ...others } = profile;
  const { route: _route, ...samples } = all;
  const rest = { ...others, samples };
  if (marker < 0) return requests || routes ? rest : profile;
  const tree = new CallTree();
  const measured = new Int32Array(nodes.parent.length);
  for (let node = 1; node < measured.length; node++) {
    const frame = nodes.frame[node]!;
    // Below the marker is the stack as it was sampled.
    const isMarker = frames.function[frame] === marker;
    measured[node] = isMarker ? 0 : tree.child(measured[nodes.parent[node]!]!, frame);
  }
  return {
    ...rest,
    nodes: { parent: tree.parents.toArray(), frame: tree.frames.toArray() },
    samples: { ...samples, node: samples.node.map((node) => (node < 0 ? -1 : measured[node]!)) },
  };
}
