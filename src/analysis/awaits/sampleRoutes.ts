import { noRoute, type Profile } from '../profile/profile.ts';
import { CauseTree } from './causeTree.ts';
import { Division } from './division.ts';
import { functionKeys, samplesByNode, stackOf } from './stacks.ts';

/**
 * The routes of samples with a frame of the user's on the stack. A handler of one route tells it; what
 * several routes run on the same stack, as an `async` function that all of them await, is divided as
 * the learned samples are.
 *
 *   measured   main ─ tick ─ loadRows ─ parse    120 samples
 *   learned    main ─ tick ─ loadRows            GET /orders ×30, GET /users ×10
 *   divided    GET /orders 90, GET /users 30
 *
 * @param routes of the learned samples
 * @returns a route for each sample of the profile, or `noRoute`
 */
export function routesUnderUser(
  profile: Profile,
  learned: Profile,
  routes: Int32Array,
): Int16Array {
  const found = new Int16Array(profile.samples.node.length).fill(noRoute);
  const tree = learnedRoutes(learned, routes);
  if (tree.isEmpty) return found;
  const keys = functionKeys(profile);
  const division = new Division();
  for (const [node, samples] of samplesByNode(profile, 1)) {
    const shares = tree.causesOf(stackOf(profile, node, keys));
    division.owe(shares, samples.length);
    for (const sample of samples) found[sample] = division.next(shares);
  }
  return found;
}

function learnedRoutes(learned: Profile, routes: Int32Array): CauseTree {
  const tree = new CauseTree();
  const keys = functionKeys(learned);
  for (const [node, samples] of samplesByNode(learned, 1)) {
    const stack = stackOf(learned, node, keys);
    for (const sample of samples) {
      const route = routes[sample]!;
      if (route >= noRoute) tree.add(stack, route);
    }
  }
  return tree;
}
