import type { FlameNode } from '../../shared/flameNode.ts';

/** A frame that can be drawn with the frames below it. */
export interface Drawable {
  readonly samples: number;
  /** The node, and its children of at least `minSamples`; the others count in `elided`. */
  draw(minSamples: number): { node: FlameNode; children: Drawable[] };
}

/** An SVG with more frames than this stops being smooth. */
const maxNodes = 2500;
/** Deep recursion has full width all the way down; deeper frames are drawn on zoom. */
const maxDepth = 250;

/** A {@link Drawable}, or the same with another kind of node. */
interface DrawableAs<N, D> {
  readonly samples: number;
  draw(minSamples: number): { node: N; children: D[] };
}

/**
 * Draws the widest frames below `top`, as many as a view can show; of equally wide ones the
 * nearest.
 * @param elide counts a frame that is not drawn in its caller's node
 */
export function drawWidest<N extends { children: N[] }, D extends DrawableAs<N, D>>(
  top: D,
  minSamples: number,
  elide: (parent: N, frame: D) => void,
): N {
  const queue = new WidestFirst<N, D>();
  const first = top.draw(minSamples);
  let drawn = 1;
  const enqueue = (parent: N, children: D[], depth: number) => {
    for (const frame of children) {
      if (depth > maxDepth) elide(parent, frame);
      else queue.add({ frame, parent, depth });
    }
  };
  enqueue(first.node, first.children, 1);
  for (let next = queue.take(); next; next = queue.take()) {
    const { frame, parent, depth } = next;
    if (drawn === maxNodes) {
      elide(parent, frame);
      continue;
    }
    const { node, children } = frame.draw(minSamples);
    drawn += 1;
    // Frames are taken widest first, so siblings are in order.
    parent.children.push(node);
    enqueue(node, children, depth + 1);
  }
  return first.node;
}

interface Waiting<N, D> {
  frame: D;
  parent: N;
  depth: number;
}

/** A binary heap: the widest first, then the least deep, then the first added. */
class WidestFirst<N, D extends { readonly samples: number }> {
  readonly #heap: (Waiting<N, D> & { order: number })[] = [];
  #added = 0;

  add(waiting: Waiting<N, D>): void {
    const heap = this.#heap;
    let at = heap.push({ ...waiting, order: this.#added }) - 1;
    this.#added += 1;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (this.#isBefore(above, at)) break;
      this.#swap(above, at);
      at = above;
    }
  }

  take(): Waiting<N, D> | undefined {
    const heap = this.#heap;
    const taken = heap[0];
    const last = heap.pop();
    if (!taken || !last || heap.length === 0) return taken;
    heap[0] = last;
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      if (left >= heap.length) break;
      const right = left + 1;
      const best = right < heap.length && this.#isBefore(right, left) ? right : left;
      if (this.#isBefore(at, best)) break;
      this.#swap(at, best);
      at = best;
    }
    return taken;
  }

  #isBefore(a: number, b: number): boolean {
    const left = this.#heap[a]!;
    const right = this.#heap[b]!;
    if (left.frame.samples !== right.frame.samples) {
      return left.frame.samples > right.frame.samples;
    }
    return left.depth !== right.depth ? left.depth < right.depth : left.order < right.order;
  }

  #swap(a: number, b: number): void {
    const kept = this.#heap[a]!;
    this.#heap[a] = this.#heap[b]!;
    this.#heap[b] = kept;
  }
}
