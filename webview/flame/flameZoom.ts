import type { Frame } from './frameLook.ts';
import { findPath, stepOf, type PathStep, type PlacedNode } from './framePath.ts';

/** Answers questions about frames. */
export interface FrameSource<N, Q> {
  /** Asks for frames to draw. Of several open questions, only the answer to the last one counts. */
  query(question: Q): void;
  /** Asks for frames that are not for drawing; null if there is no answer. */
  lookUp(question: Q): Promise<N | null>;
}

/** The requested part of a picture, and its level of detail. */
export interface ZoomPart {
  minShare: number;
  rootId?: number;
}

export interface ZoomEvents<N> {
  /** The path to the zoomed frame has changed; empty if the whole profile is shown. */
  moved(path: PathStep[]): void;
  /** The answer is on the way; until then, show what is known of the frame. */
  preview(root: N): void;
}

/** The zoom: which part of the whole is drawn, and the questions to the owner for it. */
export class FlameZoom<N extends Frame<N>, Q> {
  /** Callers of the zoomed frame, outermost first; empty if the whole profile is shown. */
  #above: N[] = [];
  #zoomedId: number | undefined;
  #drawn: N | null = null;
  /** Counts requests, to recognize outdated answers. */
  #asked = 0;
  #isAwaited = false;
  /** The path to a frame that is being searched; null if none is. */
  #wanted: readonly PathStep[] | null = null;

  constructor(
    readonly source: FrameSource<N, Q>,
    readonly graph: { setBusy(): void; minShare(): number },
    readonly questionOf: (part: ZoomPart) => Q,
    readonly events: ZoomEvents<N>,
  ) {}

  /** The picture that is drawn; null if nothing is. */
  get scope(): PlacedNode<N> | null {
    return this.#drawn && { node: this.#drawn, above: this.#above };
  }

  get isAwaited(): boolean {
    return this.#isAwaited;
  }

  get isZoomed(): boolean {
    return this.#zoomedId !== undefined;
  }

  arrived(root: N): void {
    this.#isAwaited = false;
    this.#drawn = root;
  }

  /** Call it with another profile, visibility or direction: frame ids are no longer valid. */
  forget(): void {
    this.#above = [];
    this.#zoomedId = undefined;
    this.#drawn = null;
    this.#wanted = null;
    this.#asked += 1;
  }

  query(): void {
    // The width has changed during a search for a frame, so it starts again.
    if (this.#wanted) return void this.restore(this.#wanted);
    this.graph.setBusy();
    this.#asked += 1;
    this.#isAwaited = true;
    this.source.query(this.#question(this.graph.minShare(), this.#zoomedId));
  }

  /** The question for the unzoomed picture. */
  whole(): Q {
    return this.#question(this.graph.minShare(), undefined);
  }

  lookUp(rootId: number | undefined, minShare: number): Promise<N | null> {
    return this.source.lookUp(this.#question(minShare, rootId));
  }

  to({ node, above }: PlacedNode<N>): void {
    this.#wanted = null;
    this.#above = above;
    this.#zoomedId = above.length === 0 ? undefined : node.id;
    // Leave out the root, where every path starts.
    this.events.moved([...above, node].slice(1).map(stepOf));
    this.query();
    // An owner in the same page has answered already.
    if (!this.#isAwaited) return;
    this.#drawn = node;
    this.events.preview(node);
  }

  /** Zooms to the frame unless it is zoomed already. */
  toOther(frame: PlacedNode<N>): void {
    const id = frame.above.length === 0 ? undefined : frame.node.id;
    if (id !== this.#zoomedId) this.to(frame);
  }

  /** Zooms out to the whole profile. */
  reset(): void {
    const root = this.isZoomed ? this.#above[0] : undefined;
    if (root) this.to({ node: root, above: [] });
  }

  /** Zooms to the frame from before the view was hidden or reloaded. */
  async restore(path: readonly PathStep[]): Promise<void> {
    this.graph.setBusy();
    this.#wanted = path;
    this.#asked += 1;
    const asked = this.#asked;
    const minShare = this.graph.minShare();
    const found = await findPath((rootId) => this.lookUp(rootId, minShare), path);
    if (asked !== this.#asked) return;
    this.#wanted = null;
    if (found && found.above.length > 0) this.to(found);
    else this.query();
  }

  #question(minShare: number, rootId: number | undefined): Q {
    return this.questionOf({ minShare, ...(rootId === undefined ? {} : { rootId }) });
  }
}
