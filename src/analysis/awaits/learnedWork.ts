import type { LearnedRequests, LearnedThread } from '../../shared/learningWire.ts';
import { notLearned } from '../../shared/learningWire.ts';
import { readCpuProfileNodes } from '../import/cpuProfileNodes.ts';
import { ForeignFrames, untimedProfile, type ForeignProfile } from '../import/foreignProfile.ts';
import { placeForeign, type ImportOptions } from '../import/placeForeign.ts';
import { noCause } from './causeTree.ts';
import { isRow } from '../import/readObject.ts';
import type { Profile } from '../profile/profile.ts';
import { packageOfFile } from '../source/fileArea.ts';

/** The samples of the learning phase with the code that has caused them, on original positions. */
export interface LearnedWork {
  /** Its samples are those of the phase with JavaScript or native code, without idle time. */
  profile: Profile;
  /**
   * One entry for each of the first samples: the node at which the causing code is the innermost
   * frame of its stack, or `noCause`.
   */
  causes: Int32Array;
  /** Those that requests were for, such as `GET /orders/:id`. Empty if they were not learned. */
  routeNames: string[];
  /** One entry for each of the first samples: an index into `routeNames`, or below 0. */
  routes: Int32Array;
  /** Code that made promises or resources for requests of a route: the node at which it is innermost. */
  routeHints: RouteHint[];
  /** By thread and context: the node at which the code that causes it is innermost, or `noCause`. */
  causesOfContexts: number[][];
  /** By thread and context: the context in which it was made, or -1. */
  parentsOfContexts: number[][];
  /** The messages of main threads to others, by the package that posted them. */
  posts: PackagePosts[];
  /** By thread: the requests that were followed. */
  requests: (LearnedRequests | null)[];
}

/** Messages that a package posted to other threads for the code of one node. */
export interface PackagePosts {
  pid: number;
  package: string;
  /** The node at which the code that causes it is innermost, or `noCause`. */
  cause: number;
  count: number;
}

export interface RouteHint {
  node: number;
  /** Index into `routeNames`, or below 0. */
  route: number;
  /** How often. */
  count: number;
}

/** Puts the samples and the contexts of all threads on original positions. */
export async function placeLearned(
  threads: readonly LearnedThread[],
  options: ImportOptions,
): Promise<LearnedWork> {
  const work = threads.map(workOf);
  const profile = await placeForeign(
    work.flatMap(({ samples, contexts }) => [samples, contexts]),
    { sampler: 'inspector', tiers: false, lines: 'innermost' },
    // A context's positions are exact, and of samples only the functions are asked for.
    { ...options, tellsInlined: true },
  );
  const causes = new Int32Array(profile.samples.node.length).fill(noCause);
  const routeNames = [...new Set(work.flatMap((each) => each.routes))];
  const routes = new Int32Array(causes.length).fill(noCause);
  const causesOfContexts: number[][] = [];
  let first = 0;
  const routeHints: RouteHint[] = [];
  for (const each of work) {
    const { samples, contexts, contextOfSample, parents } = each;
    const count = samples.samples.node.length;
    const firstContext = first + count;
    const causeOf = parents.map(() => noCause);
    for (const [context, parent] of parents.entries()) {
      // A parent comes before its children.
      const own = userNode(profile, profile.samples.node[firstContext + context]!);
      causeOf[context] = own !== noCause ? own : (causeOf[parent] ?? noCause);
    }
    causesOfContexts.push(causeOf);
    contextOfSample.forEach((context, i) => {
      causes[first + i] = causeOf[context] ?? noCause;
    });
    const numbers = each.routes.map((route) => routeNames.indexOf(route));
    each.routeOfSample.forEach((route, i) => {
      routes[first + i] = numbers[route] ?? route;
    });
    for (const [context, route, times] of each.routesOfContexts) {
      const node = userNode(profile, profile.samples.node[firstContext + context]!);
      if (node === noCause) continue;
      routeHints.push({ node, route: numbers[route] ?? route, count: times });
    }
    profile.samples.node.fill(-1, firstContext, firstContext + parents.length);
    first = firstContext + contexts.samples.node.length;
  }
  return {
    ...{ profile, causes, routeNames, routes, routeHints, causesOfContexts },
    parentsOfContexts: work.map(({ parents }) => parents),
    posts: threads.flatMap((thread, i) => postsOf(thread, causesOfContexts[i]!)),
    requests: threads.map(({ requests }) => requests),
  };
}

function postsOf(
  { pid, threadId, posts }: LearnedThread,
  causes: readonly number[],
): PackagePosts[] {
  if (threadId !== 0) return [];
  return posts.map(({ library, context, count }) => ({
    ...{ pid, package: packageOfFile(library) ?? '' },
    ...{ cause: causes[context] ?? noCause, count },
  }));
}

interface ThreadWork {
  samples: ForeignProfile;
  /** One sample for each context, whose stack are the frames in which it was made. */
  contexts: ForeignProfile;
  contextOfSample: number[];
  parents: number[];
  routes: string[];
  /** By sample. */
  routeOfSample: number[];
  routesOfContexts: LearnedThread['routesOfContexts'];
}

function workOf(thread: LearnedThread): ThreadWork {
  const frames = new ForeignFrames();
  const { profile, contextOfSample } = thread;
  const row = isRow(profile) ? profile : {};
  const nodes = readCpuProfileNodes(row, frames);
  const parents = new Int32Array(nodes.parent.length + 1).fill(-1);
  const frameOf = new Int32Array(nodes.parent.length + 1).fill(-1);
  // The tree has a root of its own, and a collection of garbage is told by having nothing around it.
  const isRoot = (node: number) => nodes.parent[node]! < 0;
  for (let node = 0; node < nodes.parent.length; node++) {
    const parent = nodes.parent[node]!;
    parents[node + 1] = parent < 0 || isRoot(parent) ? 0 : parent + 1;
    frameOf[node + 1] = frames.frame(nodes.function[node]!);
  }
  const kept: number[] = [];
  const contexts: number[] = [];
  const routes: number[] = [];
  const ids = Array.isArray(row['samples']) ? (row['samples'] as number[]) : [];
  ids.forEach((id, i) => {
    const context = contextOfSample[i] ?? notLearned;
    const node = nodes.numbers.placeOf(id);
    if (context === notLearned || node < 0) return;
    const { name, url } = frames.functions[nodes.function[node]!]!;
    if (url === '' && name === '(idle)') return;
    kept.push(isRoot(node) ? 0 : node + 1);
    contexts.push(context);
    routes.push(thread.routeOfSample[i] ?? notLearned);
  });
  const isolate = { pid: thread.pid, threadId: thread.threadId, role: 'main' as const };
  return {
    samples: untimedProfile(frames, isolate, { parent: parents, frame: frameOf }, kept),
    contexts: contextStacks(thread),
    contextOfSample: contexts,
    parents: thread.contexts.map(({ parent }) => parent),
    ...{ routes: thread.routes, routeOfSample: routes },
    routesOfContexts: thread.routesOfContexts,
  };
}

function contextStacks({
  scripts,
  functions,
  contexts,
  pid,
  threadId,
}: LearnedThread): ForeignProfile {
  const frames = new ForeignFrames();
  const parents = [-1];
  const frameOf = [-1];
  const leaves = contexts.map((context) => {
    let node = 0;
    for (let at = context.frames.length - 3; at >= 0; at -= 3) {
      const [fn, line, column] = context.frames.slice(at, at + 3) as [number, number, number];
      const [script, name, firstLine, firstColumn] = functions[fn]!;
      const made = frames.function(name, scripts[script]!, firstLine, firstColumn);
      frameOf.push(frames.frame(made, line, column));
      node = parents.push(node) - 1;
    }
    return node;
  });
  const isolate = { pid, threadId, role: 'main' as const };
  return untimedProfile(frames, isolate, { parent: parents, frame: frameOf }, leaves);
}

/** Finds the node of the innermost frame of the user's. */
function userNode({ functions, frames, nodes }: Profile, node: number): number {
  for (let up = node; up > 0; up = nodes.parent[up]!) {
    if (functions[frames.function[nodes.frame[up]!]!]!.area === 'app') return up;
  }
  return noCause;
}
