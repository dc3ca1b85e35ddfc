import type { Area } from '../../shared/vocabulary.ts';
import { afterAwait } from '../profile/afterAwait.ts';
import { CallTree } from '../profile/callTree.ts';
import type { Profile, ProfileFunction } from '../profile/profile.ts';
import { ProfileTables } from '../profile/profileTables.ts';
import { AwaitErrors } from './awaitErrors.ts';
import { CauseTree, noCause, type CauseShares } from './causeTree.ts';
import type { LearnedWork } from './learnedWork.ts';

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
  { profile: learned, causes }: Pick<LearnedWork, 'profile' | 'causes'>,
): Profile {
  const causeTree = learnedCauses(learned, causes);
  if (causeTree.isEmpty) return profile;
  const copy = new TreeCopy(profile);
  const errors = new AwaitErrors();
  const division = new Division();
  const keys = functionKeys(profile);
  const node = Int32Array.from(profile.samples.node, (each) => copy.node(each));
  for (const [measured, samples] of samplesWithoutUser(profile)) {
    const found = causeTree.causesOf(stackOf(profile, measured, keys));
    errors.add(found, samples.length);
    division.owe(found, samples.length);
    for (const sample of samples) {
      const cause = division.next(found);
      if (cause !== noCause) node[sample] = copy.below(learned, cause, measured);
    }
  }
  const onCpu = profile.samples.node.reduce((count, each) => count + (each < 0 ? 0 : 1), 0);
  const lineOf = (cause: number) => {
    const frame = learned.nodes.frame[cause]!;
    const { file } = learned.functions[learned.frames.function[frame]!]!;
    return `${file}:${learned.frames.line[frame]}`;
  };
  return {
    ...profile,
    ...copy.tables(),
    samples: { ...profile.samples, node },
    awaitErrors: errors.byLine(lineOf, onCpu),
  };
}

function learnedCauses(learned: Profile, causes: Int32Array): CauseTree {
  const tree = new CauseTree();
  const keys = functionKeys(learned);
  const users = underUser(learned);
  learned.samples.node.forEach((node, sample) => {
    if (node >= 0 && users[node] === 0) tree.add(stackOf(learned, node, keys), causes[sample]!);
  });
  return tree;
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

/** Divides samples among causes, so that each has its share of all of them, not of each stack's few. */
class Division {
  readonly #owed = new Map<number, number>();

  owe({ shares }: CauseShares, samples: number): void {
    for (const [cause, share] of shares) {
      this.#owed.set(cause, (this.#owed.get(cause) ?? 0) + share * samples);
    }
  }

  /** The cause of the stack that waits for most. */
  next({ shares }: CauseShares): number {
    let next = noCause;
    let most = -Infinity;
    for (const cause of shares.keys()) {
      const owed = this.#owed.get(cause)!;
      if (owed <= most) continue;
      next = cause;
      most = owed;
    }
    this.#owed.set(next, most - 1);
    return next;
  }
}

function samplesWithoutUser(profile: Profile): Map<number, number[]> {
  const users = underUser(profile);
  const byNode = new Map<number, number[]>();
  profile.samples.node.forEach((node, sample) => {
    if (node < 0 || users[node] === 1) return;
    const there = byNode.get(node);
    if (there) there.push(sample);
    else byNode.set(node, [sample]);
  });
  return byNode;
}

const codeAreas: ReadonlySet<Area> = new Set<Area>(['app', 'deps', 'core', 'wasm']);

/** Names that both samplers have for functions; empty for what has no place, or runs for hooks alone. */
function functionKeys({ functions }: Profile): string[] {
  return functions.map((fn) =>
    codeAreas.has(fn.area) && fn.file !== 'node:internal/async_hooks' ? placeKey(fn) : '',
  );
}

function placeKey({ name, file, line }: ProfileFunction): string {
  return `${file}:${line}:${name}`;
}

/** By node, 1 where a frame of the user's is on the stack. */
function underUser({ functions, frames, nodes }: Profile): Uint8Array {
  const users = new Uint8Array(nodes.parent.length);
  for (let node = 1; node < users.length; node++) {
    const { area } = functions[frames.function[nodes.frame[node]!]!]!;
    users[node] = area === 'app' ? 1 : users[nodes.parent[node]!]!;
  }
  return users;
}

/** The functions of a stack, outermost first, without builtins and native code. */
function stackOf({ frames, nodes }: Profile, node: number, keys: readonly string[]): string[] {
  return pathTo(nodes.parent, node)
    .map((each) => keys[frames.function[nodes.frame[each]!]!]!)
    .filter((key) => key !== '');
}

/** The nodes from below the root to `node`. */
function pathTo(parents: Int32Array, node: number): number[] {
  const path: number[] = [];
  for (let up = node; up > 0; up = parents[up]!) path.push(up);
  return path.reverse();
}
