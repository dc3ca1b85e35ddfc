import { afterAwait } from '../profile/afterAwait.ts';
import { CallTree } from '../profile/callTree.ts';
import { noRoute, type Profile, type ProfileFunction } from '../profile/profile.ts';
import { ProfileTables } from '../profile/profileTables.ts';
import { AwaitErrors } from './awaitErrors.ts';
import { CauseTree, noCause } from './causeTree.ts';
import { Division } from './division.ts';
import type { LearnedWork } from './learnedWork.ts';
import { Origins } from './origins.ts';
import { anyCause, withoutOwnCollections } from './ownCollections.ts';
import { PostingLines } from './postingLines.ts';
import { routesUnderUser, type LearnedRoutes } from './sampleRoutes.ts';
import {
  collectionStack,
  functionKeys,
  lostStack,
  pathTo,
  placeKey,
  samplesByNode,
  stackOf,
} from './stacks.ts';

/**
 * Puts samples without a frame of the user's below the line that has caused them, as far as the
 * learning phase can tell. A stack may have several causes, as a driver's parser that all queries
 * share: its samples are divided as the learned ones are.
 *
 *   measured   main ─ parse ─ readRow                     120 samples
 *   learned    main ─ parse ─ readRow   orders.ts:31 ×30, users.ts:12 ×10
 *   charged    loadOrders:31 ─ (after await) ─ main ─ parse ─ readRow   90
 *              loadUsers:12  ─ (after await) ─ main ─ parse ─ readRow   30
 */
export function chargeAwaits(
  profile: Profile,
  { profile: learned, causes, posts = [], routes = null }: LearnedSamples,
): Profile {
  const origins = new Origins();
  const causeTree = learnedOrigins(learned, origins, causes, routes?.ofSamples ?? null);
  const routeOf = routes && routesUnderUser(profile, learned, routes);
  const posting = new PostingLines(profile, posts, origins);
  if (causeTree.isEmpty && posting.isEmpty) return withRoutes(profile, routeOf);
  const copy = new TreeCopy(profile);
  const errors = new AwaitErrors();
  const division = new Division();
  const keys = functionKeys(profile);
  const node = Int32Array.from(profile.samples.node, (each) => copy.node(each));
  for (const [measured, samples] of samplesByNode(profile, 0)) {
    const ofStack = causeTree.causesOf(stackOf(profile, measured, keys));
    const outermost = posting.outermostPackage(measured);
    const byIsolate = samples.map((sample) =>
      posting.causesOf(ofStack, outermost, profile.samples.isolate[sample]!),
    );
    for (const found of byIsolate) {
      errors.add(found, 1);
      division.owe(found, 1);
    }
    for (const [i, sample] of samples.entries()) {
      const found = byIsolate[i]!;
      const { cause, route } = origins.at(division.next(found));
      if (cause !== noCause) node[sample] = copy.below(learned, cause, measured);
      if (routeOf) routeOf[sample] = route;
    }
  }
  const onCpu = profile.samples.node.reduce((count, each) => count + (each < 0 ? 0 : 1), 0);
  const lineOf = (origin: number) => {
    const { cause } = origins.at(origin);
    if (cause === noCause) return null;
    const frame = learned.nodes.frame[cause]!;
    const { file } = learned.functions[learned.frames.function[frame]!]!;
    return `${file}:${learned.frames.line[frame]}`;
  };
  const charged = {
    ...profile,
    ...copy.tables(),
    samples: { ...profile.samples, node },
    awaitErrors: errors.byLine(lineOf, onCpu),
  };
  return withRoutes(charged, routeOf);
}

/** The knowledge of the learning phase about its samples. */
export interface LearnedSamples extends Pick<LearnedWork, 'profile' | 'causes'> {
  /** Absent if no thread posted to another. */
  posts?: LearnedWork['posts'];
  /** Absent if the load has one route alone. */
  routes?: LearnedRoutes | null;
}

function learnedOrigins(
  learned: Profile,
  origins: Origins,
  causes: Int32Array,
  routes: Int32Array | null,
): CauseTree {
  const tree = new CauseTree();
  const keys = functionKeys(learned);
  const causesOfSamples = withoutOwnCollections(learned, causes);
  /** Samples with JavaScript by what has caused them, those of the user's own code among them. */
  const ofAll = new Map<number, number>();
  const countOfAll = (origin: number, count: number) =>
    ofAll.set(origin, (ofAll.get(origin) ?? 0) + count);
  let putOffCollections = 0;
  for (const [node, samples] of samplesByNode(learned, 0)) {
    const stack = stackOf(learned, node, keys);
    for (const sample of samples) {
      const cause = causesOfSamples[sample]!;
      if (cause === anyCause) {
        putOffCollections++;
        continue;
      }
      const route = Math.max(noRoute, routes?.[sample] ?? noRoute);
      const origin = origins.of(cause, route);
      tree.add(stack, origin);
      if (stack.length > 0 && stack !== collectionStack) countOfAll(origin, 1);
    }
  }
  if (tree.isEmpty) return tree;
  for (const [, { length }] of samplesByNode(learned, 1)) countOfAll(noCause, length);
  const whole = [...ofAll.values()].reduce((sum, count) => sum + count, 0);
  for (const [origin, count] of ofAll) {
    // Any function may lose its stack, and any makes garbage.
    tree.add(lostStack, origin, count);
    if (putOffCollections > 0) {
      tree.add(collectionStack, origin, (putOffCollections * count) / whole);
    }
  }
  return tree;
}

function withRoutes(profile: Profile, route: Int16Array | null): Profile {
  return route ? { ...profile, samples: { ...profile.samples, route } } : profile;
}

/** The profile's tables and tree, with the same numbers, to which more can be added. */
class TreeCopy {
  readonly #tables = new ProfileTables();
  readonly #tree = new CallTree();
  readonly #nodes: Int32Array;
  readonly #frames: Int32Array;
  /** The measured functions by place and name; -1 if several have the same. */
  readonly #measured = new Map<string, number>();

  constructor(private readonly profile: Profile) {
    const { functions, frames, nodes } = profile;
    const made = functions.map((fn) => this.#tables.function(fn));
    functions.forEach((fn, index) => {
      const key = placeKey(fn);
      const known = this.#measured.get(key) ?? made[index]!;
      this.#measured.set(key, known === made[index] ? known : -1);
    });
    this.#frames = frames.function.map((fn, frame) =>
      this.#tables.frame(
        made[fn]!,
        frames.line[frame]!,
        frames.column[frame]!,
        frames.tier[frame]!,
        frames.exact[frame] === 1,
        frames.inlined?.[frame] === 1,
      ),
    );
    this.#nodes = new Int32Array(nodes.parent.length);
    for (let node = 1; node < this.#nodes.length; node++) {
      const parent = this.#nodes[nodes.parent[node]!]!;
      this.#nodes[node] = this.#tree.child(parent, this.#frames[nodes.frame[node]!]!);
    }
  }

  /** The node of the copy; that of an idle sample stays below 0. */
  node(node: number): number {
    return node < 0 ? node : this.#nodes[node]!;
  }

  /** The node of a measured stack below the frames of the user's that have caused it. */
  below(learned: Profile, cause: number, measured: number): number {
    const { nodes } = this.profile;
    let at = this.#tree.child(this.#userFrames(learned, cause), this.#marker());
    for (const node of pathTo(nodes.parent, measured)) {
      at = this.#tree.child(at, this.#frames[nodes.frame[node]!]!);
    }
    return at;
  }

  tables(): Pick<Profile, 'functions' | 'frames' | 'nodes'> {
    const { inlined, ...frames } = this.#tables.frames();
    return {
      functions: this.#tables.functions,
      frames: this.profile.frames.inlined ? { ...frames, inlined } : frames,
      nodes: { parent: this.#tree.parents.toArray(), frame: this.#tree.frames.toArray() },
    };
  }

  #marker(): number {
    return this.#tables.frame(this.#tables.function(afterAwait), 0, 0, 0, true, false);
  }

  /** The learner and V8's log do not agree on the column at which a function begins. */
  #function(fn: ProfileFunction): number {
    const measured = this.#measured.get(placeKey(fn)) ?? -1;
    return measured >= 0 ? measured : this.#tables.function(fn);
  }

  #userFrames({ functions, frames, nodes }: Profile, cause: number): number {
    let at = 0;
    for (const node of pathTo(nodes.parent, cause)) {
      const frame = nodes.frame[node]!;
      const fn = functions[frames.function[frame]!]!;
      if (fn.area !== 'app') continue;
      const line = frames.line[frame]!;
      const isExact = frames.exact[frame] === 1;
      const made = this.#function(fn);
      at = this.#tree.child(
        at,
        this.#tables.frame(made, line, frames.column[frame]!, 0, isExact, false),
      );
    }
    return at;
  }
}
