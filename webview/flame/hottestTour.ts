import type { FlameNode, FlameQuery } from '../../src/shared/flameWire.ts';
import type { FlameGraph } from './flameGraph.ts';
import type { FlameZoom } from './flameZoom.ts';
import type { PlacedNode } from './framePath.ts';
import { hottestFrames, zoomFor } from './hottestFrames.ts';

/** Leads from one hot frame to the next, and zooms so that each can be read. */
export class HottestTour {
  /** What was drawn where the tour began: it never zooms out of that. */
  #scope: PlacedNode<FlameNode> | null = null;

  constructor(
    readonly zoom: FlameZoom<FlameNode, FlameQuery>,
    readonly graph: FlameGraph<FlameNode>,
  ) {}

  async find(): Promise<PlacedNode<FlameNode>[]> {
    this.#scope = this.zoom.scope;
    if (!this.#scope) return [];
    return hottestFrames(this.#scope, (rootId, minShare) => this.zoom.lookUp(rootId, minShare));
  }

  show(frame: PlacedNode<FlameNode>): void {
    const part = readablePx / Math.max(1, this.graph.element.clientWidth);
    this.zoom.toOther(zoomFor(frame, this.#scope?.above.length ?? 0, part));
    this.graph.point(frame.node);
  }
}

/** A frame that was stepped to is at least this wide, where that is possible. */
const readablePx = 100;
