import { noRoute, type Profile } from '../profile/profile.ts';
import { Division } from './division.ts';
import type { RouteHint } from './learnedWork.ts';
import { RouteTree } from './routeTree.ts';
import { samplesByNode, stackOf, userFunctionKeys } from './stacks.ts';

/** The knowledge of the learning phase about the routes of its samples. */
export interface LearnedRoutes {
  /** By sample a route by its number, {@link noRoute}, or less if nothing is known. */
  ofSamples: Int32Array;
  hints: readonly RouteHint[];
}

/**
 * The routes of samples with a frame of the user's on the stack. A handler of one route tells it; what
 * several routes run on the same stack, as an `async` function that all of them await, is divided as
 * the learned samples are.
 *
 *   measured   main ─ tick ─ loadRows ─ parse    120 samples
 *   learned    main ─ tick ─ loadRows            GET /orders ×30, GET /users ×10
 *   divided    GET /orders 90, GET /users 30
 *
 * @returns a route for each sample of the profile, or `noRoute`
 */
export function routesUnderUser(
  profile: Profile,
  learned: Profile,
  routes: LearnedRoutes,
): Int16Array {
  const found = new Int16Array(profile.samples.node.length).fill(noRoute);
  const tree = learnedRoutes(learned, routes);
  if (tree.isEmpty) return found;
  const keys = userFunctionKeys(profile);
  const division = new Division();
  for (const [node, samples] of samplesByNode(profile, 1)) {
    const shares = tree.routesOf(stackOf(profile, node, keys));
    division.owe(shares, samples.length);
    for (const sample of samples) found[sample] = division.next(shares);
  }
  return found;
}

function learnedRoutes(learned: Profile, { ofSamples, hints }: LearnedRoutes): RouteTree {
  const tree = new RouteTree();
  const keys = userFunctionKeys(learned);
  for (const [node, samples] of samplesByNode(learned, 1)) {
    const stack = stackOf(learned, node, keys);
    for (const sample of samples) {
      const route = ofSamples[sample]!;
      if (route >= noRoute) tree.addSample(stack, route);
    }
  }
  for (const { node, route, count } of hints) {
    tree.addMade(stackOf(learned, node, keys), Math.max(noRoute, route), count);
  }
  return tree;
}
