import { CallTree } from '../profile/callTree.ts';
import { flameCounts } from './flameCounts.ts';
import type { VisibleCalls } from './flameVisible.ts';
import type { Profile } from '../profile/profile.ts';

/** Sums up the visible calls of several runs in one tree over functions, with root 0. */
export class VisibleTree {
  readonly calls = new CallTree();
  /** By node: samples in which it is the innermost visible one. */
  readonly self: number[] = [0];
  /** By node: the line of the call site that most samples passed; 0 if unknown. */
  readonly line: number[] = [0];
  readonly #lineSamples: number[] = [0];
  onCpu = 0;
  /** Samples without a visible frame. */
  unattributed = 0;
  /** Self samples of each run, in the order they were added. */
  readonly runs: RunSelf[] = [];

  /** @param indexes the number in this tree of each function of the profile */
  add(profile: Profile, { visible, self, unattributed }: VisibleCalls, indexes: Int32Array): void {
    const { onCpu, total } = flameCounts(profile);
    const { nodes, frames } = profile;
    const own = new Int32Array(nodes.parent.length);
    const run: RunSelf = { nodes: [], samples: [], unattributed };
    for (let node = 1; node < own.length; node++) {
      const above = own[nodes.parent[node]!]!;
      if (visible[node] !== node || total[node] === 0) {
        own[node] = above;
        continue;
      }
      const frame = nodes.frame[node]!;
      const at = this.calls.child(above, indexes[frames.function[frame]!]!);
      own[node] = at;
      this.self[at] = (this.self[at] ?? 0) + self[node]!;
      if (self[node]! > 0) {
        run.nodes.push(at);
        run.samples.push(self[node]!);
      }
      const isBest = frames.exact[frame] === 1 && total[node]! > (this.#lineSamples[at] ?? 0);
      this.line[at] = isBest ? frames.line[frame]! : (this.line[at] ?? 0);
      this.#lineSamples[at] = isBest ? total[node]! : (this.#lineSamples[at] ?? 0);
    }
    this.onCpu += onCpu;
    this.unattributed += unattributed;
    this.runs.push(run);
  }
}

/** Self samples of one run as parallel lists; a node may occur several times. */
export interface RunSelf {
  nodes: number[];
  samples: number[];
  unattributed: number;
}
