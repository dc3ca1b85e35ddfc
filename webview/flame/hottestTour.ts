import type { FlameQuery } from '../../src/shared/flameWire.ts';
import type { FlameNode } from '../../src/shared/flameNode.ts';
import type { FlameGraph } from './flameGraph.ts';
import type { FlameZoom } from './flameZoom.ts';
import type { PlacedNode } from './framePath.ts';
import { hottestFrames, zoomFor } from './hottestFrames.ts';

/** Leads from one hot frame to the next, zooming so that each is readable. */
export class HottestTour {
  /** The part that was drawn at the start of the tour, which it never zooms out of. */
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

/** A visited frame gets at least this width, if possible. */
const readablePx = 100;
