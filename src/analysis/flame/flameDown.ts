import type { FlameNode } from '../../shared/flameNode.ts';
import type { FlameCounts } from './flameCounts.ts';
import type { Drawable } from './flameDraw.ts';
import { firstFrameId, LineVote, noVisibleId, rootId, type FlameNodeMaker } from './flameNode.ts';
import { SelfBreakdown, type VisibleCalls } from './flameVisible.ts';
import type { FlameTree } from './flameTree.ts';
import type { Profile } from '../profile/profile.ts';

/**
 * The view with callers above and callees below. A drawn frame is a function below a drawn caller:
 * positions and tiers of the call tree are merged. Its id is its index in the arrays here; a
 * caller's index is below its callees', and 0 and 1 are the root and `(no visible frame)`.
 */
export class DownTree implements FlameTree {
  readonly #profile: Profile;
  readonly #counts: FlameCounts;
  readonly #calls: VisibleCalls;
  readonly #maker: FlameNodeMaker;
  readonly #breakdown: SelfBreakdown;
  readonly #size: number;
  // The next five are by drawn frame.
  readonly #fn: Int32Array;
  readonly #total: Int32Array;
  readonly #self: Int32Array;
  readonly #firstChild: Int32Array;
  readonly #nextSibling: Int32Array;
  /** The call-tree nodes of each drawn frame, as a list linked by `#nextNode`. */
  readonly #firstNode: Int32Array;
  readonly #nextNode: Int32Array;

  constructor(profile: Profile, counts: FlameCounts, calls: VisibleCalls, maker: FlameNodeMaker) {
    this.#profile = profile;
    this.#counts = counts;
    this.#calls = calls;
    this.#maker = maker;
    const { parent, frame } = profile.nodes;
    const nodes = parent.length;
    let bound = firstFrameId;
    for (let node = 1; node < nodes; node += 1) if (calls.visible[node] === node) bound += 1;

    const fnOf = new Int32Array(bound).fill(-1);
    const caller = new Int32Array(bound).fill(rootId);
    const firstNode = new Int32Array(bound).fill(-1);
    const nextNode = new Int32Array(nodes).fill(-1);
    const drawn = new Int32Array(nodes);
    const index = new PairIndex(bound, caller, fnOf);
    let size = firstFrameId;
    for (let node = 1; node < nodes; node += 1) {
      const above = drawn[parent[node]!]!;
      if (calls.visible[node] !== node) {
        drawn[node] = above;
        continue;
      }
      const fn = profile.frames.function[frame[node]!]!;
      const at = index.findOrAdd(above, fn, size);
      if (at === size) {
        caller[at] = above;
        fnOf[at] = fn;
        size += 1;
      }
      drawn[node] = at;
      nextNode[node] = firstNode[at]!;
      firstNode[at] = node;
    }

    const self = new Int32Array(size);
    const breakdown = new SelfBreakdown(size);
    for (let node = 1; node < nodes; node += 1) {
      const samples = counts.innermost[node]!;
      if (samples === 0) continue;
      const at = drawn[node]!;
      if (at === rootId) continue;
      self[at]! += samples;
      breakdown.add(at, profile, calls.visible[node] === node, frame[node]!, samples);
    }
    self[noVisibleId] = calls.unattributed;
    const total = self.slice();
    const firstChild = new Int32Array(size).fill(-1);
    const nextSibling = new Int32Array(size).fill(-1);
    for (let at = size - 1; at > rootId; at -= 1) {
      const above = caller[at]!;
      total[above]! += total[at]!;
      nextSibling[at] = firstChild[above]!;
      firstChild[above] = at;
    }
    this.#size = size;
    this.#fn = fnOf;
    this.#total = total;
    this.#self = self;
    this.#breakdown = breakdown;
    this.#firstChild = firstChild;
    this.#nextSibling = nextSibling;
    this.#firstNode = firstNode;
    this.#nextNode = nextNode;
  }

  find(id: number): Drawable | null {
    return Number.isInteger(id) && id >= 0 && id < this.#size ? this.#frame(id) : null;
  }

  #frame(id: number): Drawable {
    return { samples: this.#total[id]!, draw: (minSamples) => this.#draw(id, minSamples) };
  }

  #draw(id: number, minSamples: number): ReturnType<Drawable['draw']> {
    const node = this.#node(id);
    const children: Drawable[] = [];
    for (let at = this.#firstChild[id]!; at >= 0; at = this.#nextSibling[at]!) {
      const samples = this.#total[at]!;
      if (samples === 0) continue;
      if (samples < minSamples) node.elided += samples;
      else children.push(this.#frame(at));
    }
    return { node, children };
  }

  #node(id: number): FlameNode {
    if (id === rootId) return this.#maker.root();
    if (id === noVisibleId) return this.#maker.noVisible(this.#calls);
    const vote = new LineVote(this.#profile);
    for (let node = this.#firstNode[id]!; node >= 0; node = this.#nextNode[node]!) {
      const samples = this.#counts.total[node]!;
      if (samples > 0) vote.add(this.#profile.nodes.frame[node]!, samples);
    }
    const made = this.#maker.frame(id, this.#fn[id]!, this.#total[id]!, vote.winner());
    this.#maker.fillSelf(made, this.#self[id]!, this.#breakdown, id);
    return made;
  }
}

/**
 * Finds a drawn frame by caller and function, with open addressing over the two arrays themselves.
 */
class PairIndex {
  readonly #slots: Int32Array;
  readonly #mask: number;

  constructor(
    bound: number,
    readonly caller: Int32Array,
    readonly fn: Int32Array,
  ) {
    let size = 16;
    while (size < bound * 2) size *= 2;
    this.#slots = new Int32Array(size).fill(-1);
    this.#mask = size - 1;
  }

  /** Returns the frame of the pair, or registers `next` for it if there is none. */
  findOrAdd(caller: number, fn: number, next: number): number {
    let hash = Math.imul(caller, 0x9e3779b1) ^ Math.imul(fn + 1, 0x85ebca6b);
    hash ^= hash >>> 15;
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const at = this.#slots[slot]!;
      if (at < 0) {
        this.#slots[slot] = next;
        return next;
      }
      if (this.caller[at] === caller && this.fn[at] === fn) return at;
    }
  }
}
