import type { FlameCounts } from './flameCounts.ts';
import type { Drawable } from './flameDraw.ts';
import { firstFrameId, LineVote, noVisibleId, rootId, type FlameNodeMaker } from './flameNode.ts';
import { SelfBreakdown, type VisibleCalls } from './flameVisible.ts';
import type { FlameTree } from './flameTree.ts';
import type { Profile } from '../profile/profile.ts';

/**
 * The inverted view: innermost visible functions first, their callers below them. The whole tree
 * would have a path for each stack, so nothing of it is stored. A drawn frame is the set of stacks
 * that share their innermost visible functions, and is expanded if it is wide enough.
 *
 * An id names its set without any stored state: `2 + first * depths + depth`, where `first` is the
 * lowest innermost visible call-tree node of the set and `depth` how many callers up the frame is.
 * Example with 3 depths:
 *
 *     call tree:  1 main    2 main > a    3 main > a > parse    4 main > b    5 main > b > parse
 *     parse              stacks {3, 5}, depth 0    id 2 + 3 * 3 + 0 = 11
 *     parse < a          stacks {3},    depth 1    id 2 + 3 * 3 + 1 = 12
 *     parse < b          stacks {5},    depth 1    id 2 + 5 * 3 + 1 = 18
 */
export class UpTree implements FlameTree {
  readonly #profile: Profile;
  readonly #calls: VisibleCalls;
  readonly #maker: FlameNodeMaker;
  /** The nearest visible caller of each visible node, or -1. */
  readonly #caller: Int32Array;
  readonly #depths: number;
  /** Visible nodes with self samples, by function and then by index. */
  readonly #innermost: Int32Array;
  /** The index at which each function's part of `#innermost` begins, with one more entry for the end. */
  readonly #begin: Int32Array;
  readonly #selfOfFn: Int32Array;
  readonly #breakdown: SelfBreakdown;
  readonly #groupOfFn: Int32Array;

  constructor(profile: Profile, counts: FlameCounts, calls: VisibleCalls, maker: FlameNodeMaker) {
    this.#profile = profile;
    this.#calls = calls;
    this.#maker = maker;
    const { parent, frame } = profile.nodes;
    const nodes = parent.length;
    const functions = profile.functions.length;
    const caller = new Int32Array(nodes).fill(-1);
    const depth = new Int32Array(nodes);
    let deepest = 0;
    this.#begin = new Int32Array(functions + 1);
    this.#selfOfFn = new Int32Array(functions);
    this.#breakdown = new SelfBreakdown(functions);
    for (let node = 1; node < nodes; node += 1) {
      const at = calls.visible[node]!;
      if (at < 0) continue;
      const samples = counts.innermost[node]!;
      if (samples > 0) {
        const fn = this.#fnOf(at);
        this.#breakdown.add(fn, profile, at === node, frame[node]!, samples);
      }
      if (at !== node) continue;
      const above = calls.visible[parent[node]!]!;
      caller[node] = above;
      depth[node] = above < 0 ? 0 : depth[above]! + 1;
      if (depth[node]! > deepest) deepest = depth[node]!;
      if (calls.self[node]! > 0) {
        const fn = this.#fnOf(node);
        this.#begin[fn + 1]! += 1;
        this.#selfOfFn[fn]! += calls.self[node]!;
      }
    }
    for (let fn = 0; fn < functions; fn += 1) this.#begin[fn + 1]! += this.#begin[fn]!;
    const next = this.#begin.slice();
    this.#innermost = new Int32Array(this.#begin[functions]!);
    for (let node = 1; node < nodes; node += 1) {
      if (calls.self[node] === 0) continue;
      const fn = this.#fnOf(node);
      this.#innermost[next[fn]!] = node;
      next[fn]! += 1;
    }
    this.#caller = caller;
    this.#depths = deepest + 1;
    this.#groupOfFn = new Int32Array(functions).fill(-1);
  }

  find(id: number): Drawable | null {
    if (id === rootId) {
      return { samples: this.#maker.onCpu, draw: (minSamples) => this.#drawRoot(minSamples) };
    }
    if (id === noVisibleId) return this.#noVisible();
    const stacks = this.#stacksOf(id);
    return stacks && this.#frame(stacks, this.#samples(stacks.innermost));
  }

  #frame(stacks: Stacks, samples: number): Drawable {
    return { samples, draw: (minSamples) => this.#draw(stacks, samples, minSamples) };
  }

  #noVisible(): Drawable {
    const draw = () => ({ node: this.#maker.noVisible(this.#calls), children: [] });
    return { samples: this.#calls.unattributed, draw };
  }

  #drawRoot(minSamples: number): ReturnType<Drawable['draw']> {
    const node = this.#maker.root();
    const children: Drawable[] = [];
    const add = (frame: Drawable) => {
      if (frame.samples < minSamples) node.elided += frame.samples;
      else children.push(frame);
    };
    this.#selfOfFn.forEach((samples, fn) => {
      if (samples === 0) return;
      const innermost = this.#innermost.subarray(this.#begin[fn], this.#begin[fn + 1]);
      add(this.#frame({ innermost, at: innermost, depth: 0 }, samples));
    });
    if (this.#calls.unattributed > 0) add(this.#noVisible());
    return { node, children };
  }

  #draw(stacks: Stacks, samples: number, minSamples: number): ReturnType<Drawable['draw']> {
    const { innermost, at, depth } = stacks;
    const { self } = this.#calls;
    const vote = new LineVote(this.#profile);
    // Group the stacks by their next caller's function.
    const groups: { fn: number; samples: number; stacks: number; next: number }[] = [];
    for (let i = 0; i < at.length; i += 1) {
      const weight = self[innermost[i]!]!;
      vote.add(this.#profile.nodes.frame[at[i]!]!, weight);
      const above = this.#caller[at[i]!]!;
      if (above < 0) continue;
      const fn = this.#fnOf(above);
      let group = this.#groupOfFn[fn]!;
      if (group < 0) {
        group = groups.push({ fn, samples: 0, stacks: 0, next: 0 }) - 1;
        this.#groupOfFn[fn] = group;
      }
      groups[group]!.samples += weight;
      groups[group]!.stacks += 1;
    }

    const fn = this.#fnOf(at[0]!);
    const id = firstFrameId + innermost[0]! * this.#depths + depth;
    const node = this.#maker.frame(id, fn, samples, vote.winner());
    if (depth === 0) this.#maker.fillSelf(node, samples, this.#breakdown, fn);
    let kept = 0;
    for (const group of groups) {
      if (group.samples < minSamples) {
        node.elided += group.samples;
        group.next = -1;
      } else {
        group.next = kept;
        kept += group.stacks;
      }
    }
    const keptInnermost = new Int32Array(kept);
    const keptAt = new Int32Array(kept);
    for (let i = 0; kept > 0 && i < at.length; i += 1) {
      const above = this.#caller[at[i]!]!;
      if (above < 0) continue;
      const group = groups[this.#groupOfFn[this.#fnOf(above)]!]!;
      if (group.next < 0) continue;
      keptInnermost[group.next] = innermost[i]!;
      keptAt[group.next] = above;
      group.next += 1;
    }
    for (const group of groups) this.#groupOfFn[group.fn] = -1;
    const children = groups
      .filter((group) => group.next >= 0)
      .map((group) => {
        const range = [group.next - group.stacks, group.next] as const;
        const above: Stacks = {
          innermost: keptInnermost.subarray(...range),
          at: keptAt.subarray(...range),
          depth: depth + 1,
        };
        return this.#frame(above, group.samples);
      });
    return { node, children };
  }

  /** The set of stacks that an id names; null if there is none. */
  #stacksOf(id: number): Stacks | null {
    const code = id - firstFrameId;
    if (!Number.isInteger(code) || code < 0) return null;
    const first = Math.floor(code / this.#depths);
    const depth = code % this.#depths;
    if (!this.#calls.self[first]) return null;
    const path: number[] = [];
    let above = first;
    for (let i = 0; i <= depth; i += 1) {
      if (above < 0) return null;
      path.push(this.#fnOf(above));
      above = this.#caller[above]!;
    }
    const fn = path[0]!;
    const innermost: number[] = [];
    const at: number[] = [];
    for (const node of this.#innermost.subarray(this.#begin[fn], this.#begin[fn + 1])) {
      let up = node;
      let level = 0;
      while (level < depth) {
        up = this.#caller[up]!;
        if (up < 0 || this.#fnOf(up) !== path[level + 1]) break;
        level += 1;
      }
      if (level < depth) continue;
      innermost.push(node);
      at.push(up);
    }
    return { innermost: Int32Array.from(innermost), at: Int32Array.from(at), depth };
  }

  #samples(innermost: Int32Array): number {
    let samples = 0;
    for (const node of innermost) samples += this.#calls.self[node]!;
    return samples;
  }

  #fnOf(node: number): number {
    return this.#profile.frames.function[this.#profile.nodes.frame[node]!]!;
  }
}

/** Stacks with the same innermost visible functions up to `depth` callers up. */
interface Stacks {
  /** The innermost visible node of each stack, ascending. */
  innermost: Int32Array;
  /** The visible node `depth` callers above each. */
  at: Int32Array;
  depth: number;
}
