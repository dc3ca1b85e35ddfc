import { CallTree } from '../profile/callTree.ts';
import type { Profile } from '../profile/profile.ts';

/** A profile's calls by function: lines and tiers of a function share a node. */
export interface FunctionStacks {
  /** `frames` are indexes into `profile.functions`; node 0 is the root. */
  tree: CallTree;
  /** The node here for each node of the profile. */
  nodeOf: Int32Array;
}

export function functionStacks({ nodes, frames }: Profile): FunctionStacks {
  const tree = new CallTree();
  const nodeOf = new Int32Array(nodes.parent.length);
  // A parent comes before its children.
  for (let node = 1; node < nodeOf.length; node++) {
    nodeOf[node] = tree.child(nodeOf[nodes.parent[node]!]!, frames.function[nodes.frame[node]!]!);
  }
  return { tree, nodeOf };
}

/** The functions on the stack of a node, outermost first. */
export function stackOf({ tree }: Pick<FunctionStacks, 'tree'>, node: number): number[] {
  const stack: number[] = [];
  for (let up = node; up > 0; up = tree.parents.at(up)) stack.push(tree.frames.at(up));
  return stack.reverse();
}
