import type { Area } from '../../shared/vocabulary.ts';
import type { Profile, ProfileFunction } from '../profile/profile.ts';

const codeAreas: ReadonlySet<Area> = new Set<Area>(['app', 'deps', 'core', 'wasm']);

/** Names that both samplers have for functions; empty for what has no place, or runs for hooks alone. */
export function functionKeys({ functions }: Profile): string[] {
  return functions.map((fn) =>
    codeAreas.has(fn.area) && fn.file !== 'node:internal/async_hooks' ? placeKey(fn) : '',
  );
}

/** The same for functions of the user's alone. */
export function userFunctionKeys({ functions }: Profile): string[] {
  return functions.map((fn) => (fn.area === 'app' ? placeKey(fn) : ''));
}

export function placeKey({ name, file, line }: ProfileFunction): string {
  return `${file}:${line}:${name}`;
}

/** By node, 1 if a frame of the user's is on the stack. */
export function underUser({ functions, frames, nodes }: Profile): Uint8Array {
  const users = new Uint8Array(nodes.parent.length);
  for (let node = 1; node < users.length; node++) {
    const { area } = functions[frames.function[nodes.frame[node]!]!]!;
    users[node] = area === 'app' ? 1 : users[nodes.parent[node]!]!;
  }
  return users;
}

/** Stands for the stack of a garbage collection that was sampled without one. */
export const collectionStack = ['(garbage collection)'];
/** Stands for a stack of which V8 has recorded nothing but its own code. */
export const lostStack = ['(lost)'];

/** The functions of a stack, outermost first, without builtins and native code. */
export function stackOf(
  { functions, frames, nodes }: Profile,
  node: number,
  keys: readonly string[],
): string[] {
  const path = pathTo(nodes.parent, node).map((each) => frames.function[nodes.frame[each]!]!);
  if (isOnly('gc', functions, path)) return collectionStack;
  if (isOnly('v8', functions, path)) return lostStack;
  return path.map((fn) => keys[fn]!).filter((key) => key !== '');
}

function isOnly(area: Area, functions: readonly ProfileFunction[], path: number[]): boolean {
  return path.length > 0 && path.every((fn) => functions[fn]!.area === area);
}

/** The nodes from below the root to `node`. */
export function pathTo(parents: Int32Array, node: number): number[] {
  const path: number[] = [];
  for (let up = node; up > 0; up = parents[up]!) path.push(up);
  return path.reverse();
}

/** The samples of each node on whose stack a frame of the user's is (`isUnder` 1), or is not (0). */
export function samplesByNode(profile: Profile, isUnder: 0 | 1): Map<number, number[]> {
  const users = underUser(profile);
  const byNode = new Map<number, number[]>();
  profile.samples.node.forEach((node, sample) => {
    if (node < 0 || users[node] !== isUnder) return;
    const there = byNode.get(node);
    if (there) there.push(sample);
    else byNode.set(node, [sample]);
  });
  return byNode;
}
