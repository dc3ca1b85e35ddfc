import type { CallTree } from '../profile/callTree.ts';
import type { Int32List } from '../profile/growableArrays.ts';

/**
 * Places the samples that V8 took without a stack: those of garbage collections, and those that
 * interrupted code while it set up or tore down a frame. The samples right before and right after
 * say who was running: the time is charged to the deepest function that both have, at the line it
 * was at before. (Chrome's DevTools goes by the sample before alone, as we do when the thread
 * waits right after.)
 */
export class StackGaps {
  /** Innermost JavaScript node of the last sample with a stack; 0 where there was none near. */
  #before = 0;
  #lastMicros = -Infinity;
  #pending: { sample: number; frame: number }[] = [];

  /**
   * @param samples nodes of all samples; what was placed provisionally is written again here
   * @param functionOf the function of a node's frame
   */
  constructor(
    private readonly tree: CallTree,
    private readonly samples: Int32List,
    private readonly functionOf: (node: number) => number,
  ) {}

  /** A sample without a stack, whose one frame is `frame`; gives its provisional node. */
  addWithout(micros: number, frame: number, nearMicros: number): number {
    if (micros - this.#lastMicros > nearMicros) {
      this.#place(0);
      this.#before = 0;
    }
    this.#lastMicros = micros;
    this.#pending.push({ sample: this.samples.length, frame });
    return this.tree.child(0, frame);
  }

  /** A sample with a stack, whose innermost JavaScript node is `node`; 0 for none, or for a thread that waits. */
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

  /** From the outermost node to `node`. */
  #path(node: number): number[] {
    const path: number[] = [];
    for (let up = node; up > 0; up = this.tree.parents.at(up)) path.push(up);
    return path.reverse();
  }
}
