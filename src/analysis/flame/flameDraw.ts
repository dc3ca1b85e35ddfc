import type { FlameNode } from '../../shared/flameWire.ts';

/** A frame that can be drawn, with the frames below it, as far as they are wide enough. */
export interface Drawable {
  readonly samples: number;
  /** The node without its children, and what of them has `minSamples`; the others are in `elided`. */
  draw(minSamples: number): { node: FlameNode; children: Drawable[] };
}

/** An SVG with more frames than this stops being smooth. */
const maxNodes = 2500;
/** Deep recursion is full width all the way down; deeper frames come on zoom. */
const maxDepth = 250;

/** What {@link drawWidest} draws: a {@link Drawable}, or the same of another kind of node. */
interface DrawableAs<N, D> {
  readonly samples: number;
  draw(minSamples: number): { node: N; children: D[] };
}

/**
 * Draws the widest frames below `top`, of equal ones those nearest to it, as many as a view can show.
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
    // Taken widest first, so siblings are in order.
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

/** A binary heap: the widest first, then the least deep, then the first that was added. */
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
