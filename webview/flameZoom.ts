import type { FlameNode } from '../src/shared/flameWire.ts';
import type { FlameGraph } from './flameGraph.ts';
import { findPath, stepOf, type PathStep, type PlacedNode } from './framePath.ts';
import type { OwnerConnection } from './ownerConnection.ts';
import type { ViewSettings } from './viewSettings.ts';

/** Which part of the profile is drawn, and the questions to the owner that go with it. */
export class FlameZoom {
  /** Callers of the zoomed frame, outermost first; empty: the whole profile is shown. */
  #above: FlameNode[] = [];
  #zoomedId: number | undefined;
  #drawn: FlameNode | null = null;
  /** Counts what was asked for, to know what has become of no interest. */
  #asked = 0;
  /** The way to a frame that is being looked for; null where none is. */
  #wanted: readonly PathStep[] | null = null;

  constructor(
    readonly owner: OwnerConnection,
    readonly graph: FlameGraph,
    readonly settings: () => ViewSettings,
    /** The way to the zoomed frame has changed; empty: the whole profile is shown. */
    readonly onMoved: (path: PathStep[]) => void,
  ) {}

  /** What is drawn; null where nothing is. */
  get scope(): PlacedNode | null {
    return this.#drawn && { node: this.#drawn, above: this.#above };
  }

  get isZoomed(): boolean {
    return this.#zoomedId !== undefined;
  }

  /** The answer has come. */
  arrived(root: FlameNode): void {
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
    this.owner.query(this.#question(this.graph.minShare(), this.#zoomedId));
  }

  /** Frames that are not for drawing; null where there is no answer. */
  lookUp(rootId: number | undefined, minShare: number): Promise<FlameNode | null> {
    return this.owner.lookUp(this.#question(minShare, rootId));
  }

  to({ node, above }: PlacedNode): void {
    this.#wanted = null;
    this.#above = above;
    this.#zoomedId = above.length === 0 ? undefined : node.id;
    // The root is no step: every path starts there.
    this.onMoved([...above, node].slice(1).map(stepOf));
    this.query();
  }

  /** The same, unless it is drawn already. */
  toOther(frame: PlacedNode): void {
    const id = frame.above.length === 0 ? undefined : frame.node.id;
    if (id !== this.#zoomedId) this.to(frame);
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

  #question(minShare: number, rootId: number | undefined) {
    const { visibility, direction } = this.settings();
    return {
      visibility,
      inverted: direction === 'callers',
      minShare,
      ...(rootId === undefined ? {} : { rootId }),
    };
  }
}
