import type { CallTree } from '../profile/callTree.ts';
import type { Int32List } from '../profile/growableArrays.ts';

/**
 * Places the samples that V8 took without a stack: during garbage collection, or while code set up
 * or tore down a frame. Their time goes to the deepest function that the samples right before and
 * right after share, at the line of the sample before. (Chrome's DevTools uses the sample before
 * alone, as we do if the thread is idle right after.)
 */
export class StackGaps {
  /** Innermost JavaScript node of the last sample with a stack; 0 if there is none nearby. */
  #before = 0;
  #lastMicros = -Infinity;
  #pending: { sample: number; frame: number }[] = [];

  /**
   * @param samples nodes of all samples; provisional nodes are overwritten here
   * @param functionOf the function of a node's frame
   */
  constructor(
    private readonly tree: CallTree,
    private readonly samples: Int32List,
    private readonly functionOf: (node: number) => number,
  ) {}

  /** Adds a sample with no stack but the one frame `frame`. Returns its provisional node. */
  addWithout(micros: number, frame: number, nearMicros: number): number {
    if (micros - this.#lastMicros > nearMicros) {
      this.#place(0);
      this.#before = 0;
    }
    this.#lastMicros = micros;
    this.#pending.push({ sample: this.samples.length, frame });
    return this.tree.child(0, frame);
  }

  /** Adds a sample with a stack. `node`: its innermost JavaScript node, or 0 (also if idle). */
  addWith(micros: number, node: number, nearMicros: number): void {
    const near = micros - this.#lastMicros <= nearMicros;
    this.#place(near ? node : 0);
    this.#before = node;
    this.#lastMicros = micros;
  }

  #place(after: number): void {
    if (this.#pending.length === 0) return;
    const anchor = after > 0 ? this.#deepestOfBoth(this.#before, after) : this.#before;
    for (const { sample, frame } of this.#pending) {
      this.samples.items[sample] = this.tree.child(anchor, frame);
    }
    this.#pending = [];
  }

  #deepestOfBoth(before: number, after: number): number {
    const one = this.#path(before);
    const other = this.#path(after);
    let depth = 0;
    while (
      depth < one.length &&
      depth < other.length &&
      this.functionOf(one[depth]!) === this.functionOf(other[depth]!)
    ) {
      depth++;
    }
    return depth === 0 ? 0 : one[depth - 1]!;
  }

  /** Nodes from the outermost to `node`. */
  #path(node: number): number[] {
    const path: number[] = [];
    for (let up = node; up > 0; up = this.tree.parents.at(up)) path.push(up);
    return path.reverse();
  }
}
