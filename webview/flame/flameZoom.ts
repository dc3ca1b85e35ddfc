import type { Frame } from './frameLook.ts';
import { findPath, stepOf, type PathStep, type PlacedNode } from './framePath.ts';

/** Who answers questions for frames. */
export interface FrameOwner<N, Q> {
  /** What is to be drawn: of several open questions only the last one's answer counts. */
  query(question: Q): void;
  /** Frames that are not for drawing; null where there is no answer. */
  lookUp(question: Q): Promise<N | null>;
}

/** Which part of a picture is asked for, and how finely. */
export interface ZoomPart {
  minShare: number;
  rootId?: number;
}

export interface ZoomEvents<N> {
  /** The way to the zoomed frame has changed; empty: the whole profile is shown. */
  moved(path: PathStep[]): void;
  /** The answer is on the way: until it is there, what is known of the frame is worth showing. */
  preview(root: N): void;
}

/** Which part of the whole is drawn, and the questions to the owner that go with it. */
export class FlameZoom<N extends Frame<N>, Q> {
  /** Callers of the zoomed frame, outermost first; empty: the whole profile is shown. */
  #above: N[] = [];
  #zoomedId: number | undefined;
  #drawn: N | null = null;
  /** Counts what was asked for, to know what has become of no interest. */
  #asked = 0;
  #isAwaited = false;
  /** The way to a frame that is being looked for; null where none is. */
  #wanted: readonly PathStep[] | null = null;

  constructor(
    readonly owner: FrameOwner<N, Q>,
    readonly graph: { setBusy(): void; minShare(): number },
    readonly questionOf: (part: ZoomPart) => Q,
    readonly events: ZoomEvents<N>,
  ) {}

  /** What is drawn; null where nothing is. */
  get scope(): PlacedNode<N> | null {
    return this.#drawn && { node: this.#drawn, above: this.#above };
  }

  /** The answer is on the way. */
  get isAwaited(): boolean {
    return this.#isAwaited;
  }

  get isZoomed(): boolean {
    return this.#zoomedId !== undefined;
  }

  /** The answer has come. */
  arrived(root: N): void {
    this.#isAwaited = false;
    this.#drawn = root;
  }

  /** Ids of frames mean something for one profile, visibility and direction. */
  forget(): void {
    this.#above = [];
    this.#zoomedId = undefined;
    this.#drawn = null;
    this.#wanted = null;
    this.#asked += 1;
  }

  /** Asks for what is to be drawn. */
  query(): void {
    // The view has another width now: what is being looked for is looked for again.
    if (this.#wanted) return void this.restore(this.#wanted);
    this.graph.setBusy();
    this.#asked += 1;
    this.#isAwaited = true;
    this.owner.query(this.#question(this.graph.minShare(), this.#zoomedId));
  }

  /** The question for the picture that is not zoomed. */
  whole(): Q {
    return this.#question(this.graph.minShare(), undefined);
  }

  /** Frames that are not for drawing; null where there is no answer. */
  lookUp(rootId: number | undefined, minShare: number): Promise<N | null> {
    return this.owner.lookUp(this.#question(minShare, rootId));
  }

  to({ node, above }: PlacedNode<N>): void {
    this.#wanted = null;
    this.#above = above;
    this.#zoomedId = above.length === 0 ? undefined : node.id;
    // The root is no step: every path starts there.
    this.events.moved([...above, node].slice(1).map(stepOf));
    this.query();
    // An owner in the page has answered already.
    if (!this.#isAwaited) return;
    this.#drawn = node;
    this.events.preview(node);
  }

  /** The same, unless it is drawn already. */
  toOther(frame: PlacedNode<N>): void {
    const id = frame.above.length === 0 ? undefined : frame.node.id;
    if (id !== this.#zoomedId) this.to(frame);
  }

  /** Back to the whole profile. */
  reset(): void {
    const root = this.isZoomed ? this.#above[0] : undefined;
    if (root) this.to({ node: root, above: [] });
  }

  /** Goes back to the frame that was zoomed to before the view was hidden or reloaded. */
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
