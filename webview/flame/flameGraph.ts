import { narrowestPx } from '../../src/shared/flamePack.ts';
import type { Searchable } from '../../src/shared/flameMatch.ts';
import { afterPaint } from '../elements/afterPaint.ts';
import { element } from '../elements/element.ts';
import { FlameChart, type DrawnFrame } from './flameChart.ts';
import type { Frame, FrameLook } from './frameLook.ts';
import { moveFrame, moveOfKey } from './frameKeys.ts';
import type { PlacedNode } from './framePath.ts';
import { FrameTip } from './frameTip.ts';
import { graphSvg } from './graphSvg.ts';
import type { Layout } from './viewSettings.ts';

export interface FlameGraphEvents<N> {
  /** The person zooms to a frame; `path` are its callers, outermost first. */
  zoom(path: N[], node: N): void;
  reveal(node: N, takeFocus: boolean): void;
  selected(frame: PlacedNode<N>): void;
  /** The width has changed, so another level of detail fits. */
  resized(): void;
}

/** The drawn flamegraph with its marks, keyboard control and tooltip. */
export class FlameGraph<N extends Frame<N>> {
  readonly element = element('div', {
    class: 'graph',
    attributes: { role: 'tree' },
  });
  readonly #chart: FlameChart<N>;
  readonly #tip: FrameTip<N>;
  #drawn: { above: readonly N[]; zoomed: N; isWhole: boolean } | null = null;
  #layout: Layout = 'icicle';
  #frames: DrawnFrame<N>[] = [];
  /** The available width, cached because reading it forces a layout. */
  #room = 0;
  /** The width of the drawn picture. */
  #width = 0;
  #focusedId = 0;
  #isPressed = false;
  #isSearching = false;
  #matches: (frame: Searchable) => boolean = () => false;
  #lit: ReadonlySet<number> = new Set();
  #atCursor: ReadonlySet<number> = new Set();
  /** The frame that was stepped to, until another is chosen; -1 for none. */
  #currentId = -1;
  #isToBeScrolledTo = false;
  #pointed: { x: number; y: number } | null = null;
  #clickedAt: { x: number; y: number } | null = null;
  #askedWidth = 0;
  /** Reveals the chosen frame; runs after the picture is painted. */
  #due: (() => void) | null = null;

  constructor(
    parent: HTMLElement,
    readonly look: FrameLook<N>,
    readonly events: FlameGraphEvents<N>,
    /** Buttons for the selected frame, below the graph; the tooltip does not cover them. */
    actions: HTMLElement,
    name = 'Flamegraph',
  ) {
    const keys = 'arrow keys move between frames, Enter zooms, Escape resets';
    this.element.setAttribute('aria-label', `${name}: ${keys}`);
    this.#tip = new FrameTip(parent, look.tip, () =>
      actions.hidden ? null : actions.getBoundingClientRect(),
    );
    this.#chart = new FlameChart(this.element, look, {
      choose: (frame, takeFocus) => this.#choose(frame, takeFocus),
      point: (at) => this.#point(at),
      drawn: (frames) => this.#markAll(frames),
    });
    this.element.addEventListener('keydown', (event) => this.#key(event));
    this.element.addEventListener('focusin', (event) => this.#focused(event.target));
    this.element.addEventListener('focusout', () => this.#tip.hide());
    this.element.addEventListener('pointerdown', () => (this.#isPressed = true));
    for (const end of ['pointerup', 'pointercancel']) {
      window.addEventListener(end, () => (this.#isPressed = false));
    }
    new ResizeObserver(() => this.#resize()).observe(this.element);
  }

  /** The narrowest frame worth asking for, as a share of the width. */
  minShare(): number {
    this.#askedWidth = Math.max(200, this.#roomPx());
    return narrowestPx / this.#askedWidth;
  }

  setBusy(): void {
    this.element.setAttribute('aria-busy', 'true');
  }

  /** @param isWhole false if the answer with all detail is still to come */
  draw(above: readonly N[], zoomed: N, layout: Layout, isWhole: boolean): void {
    const before = this.#drawn;
    this.#drawn = { above, zoomed, isWhole };
    const isDrawn =
      before?.isWhole === false &&
      layout === this.#layout &&
      this.#roomPx() === this.#width &&
      isSamePicture(before.zoomed, zoomed);
    if (isDrawn) this.#settle();
    else this.redraw(layout);
  }

  redraw(layout: Layout): void {
    this.#layout = layout;
    if (!this.#drawn) return;
    const hadFocus = this.element.contains(document.activeElement);
    this.#tip.hide();
    this.#width = this.#roomPx();
    const { above, zoomed } = this.#drawn;
    this.#chart.draw(above, zoomed, this.#width, layout);
    if (layout === 'flame') this.element.scrollTop = this.element.scrollHeight;
    if (hadFocus) this.focus();
    this.#settle();
  }

  #settle(): void {
    this.element.setAttribute('aria-busy', String(this.#drawn?.isWhole === false));
    this.#scrollToCurrent();
  }

  /** Points out a frame, now or once it is drawn. The focus follows only if it is in the graph. */
  point(node: N): void {
    this.#currentId = node.id;
    this.#focusedId = node.id;
    this.#isToBeScrolledTo = true;
    this.#markCurrent();
    if (this.element.contains(document.activeElement)) this.focus();
    this.#scrollToCurrent();
  }

  /** The drawn picture as an SVG file; null if nothing is drawn. */
  svg(): string | null {
    const svg = this.element.querySelector('svg');
    return svg && this.#frames.length > 0 ? graphSvg(this.#frames, svg, this.look) : null;
  }

  #scrollToCurrent(): void {
    const current = this.#frames.find(({ node }) => node.id === this.#currentId);
    if (!current || !this.#isToBeScrolledTo) return;
    // Scroll again while the frame's picture is still on the way.
    this.#isToBeScrolledTo = this.element.getAttribute('aria-busy') === 'true';
    current.element.scrollIntoView({ block: 'nearest' });
  }

  #markCurrent(): void {
    for (const { node, element: frame } of this.#frames) {
      const isCurrent = node.id === this.#currentId;
      // Write only changes: each attribute makes the browser paint the frame again.
      if (frame.getAttribute('aria-selected') === String(isCurrent)) continue;
      frame.toggleAttribute('data-current', isCurrent);
      frame.setAttribute('aria-selected', String(isCurrent));
    }
  }

  clear(): void {
    this.#drawn = null;
    this.#frames = [];
    this.#tip.hide();
    this.#chart.clear();
    this.element.setAttribute('aria-busy', 'false');
  }

  focus(): void {
    const frame = this.#frames.find(({ node }) => node.id === this.#focusedId) ?? this.#frames[0];
    frame?.element.focus({ preventScroll: true });
  }

  /** Highlights the frames that a search found. */
  mark(matches: (frame: Searchable) => boolean, isSearching: boolean): void {
    this.#matches = matches;
    this.#isSearching = isSearching;
    this.#markMatches();
  }

  /** Outlines all frames of the functions. */
  light(functionIds: ReadonlySet<number>): void {
    this.#lit = functionIds;
    for (const { node, element: frame } of this.#frames) {
      frame.toggleAttribute('data-lit', functionIds.has(node.functionId));
    }
  }

  /** Marks all frames of the functions at the editor's cursor. */
  highlight(functionIds: ReadonlySet<number>): void {
    this.#atCursor = functionIds;
    for (const { node, element: frame } of this.#frames) {
      frame.toggleAttribute('data-at-cursor', functionIds.has(node.functionId));
    }
  }

  /** Forgets the frame that was stepped to, which belongs to another picture. */
  forgetCurrent(): void {
    this.#currentId = -1;
    this.#markCurrent();
  }

  #markAll(frames: DrawnFrame<N>[]): void {
    this.#frames = frames;
    const focused = frames.find(({ node }) => node.id === this.#focusedId) ?? frames[0];
    this.#focusedId = focused?.node.id ?? 0;
    for (const frame of frames) {
      const { node, element: drawn } = frame;
      drawn.setAttribute('role', 'treeitem');
      drawn.setAttribute('aria-level', String(frame.depth + 1));
      drawn.setAttribute('aria-label', this.look.speech(node));
      drawn.setAttribute('tabindex', frame === focused ? '0' : '-1');
      drawn.setAttribute('data-tone', this.look.tone(node));
      drawn.toggleAttribute('data-marker', this.look.isMarked(node));
      drawn.toggleAttribute('data-learned', this.look.isLearned(node));
    }
    this.#markMatches();
    this.light(this.#lit);
    this.highlight(this.#atCursor);
    this.#markCurrent();
  }

  #markMatches(): void {
    this.element.toggleAttribute('data-searching', this.#isSearching);
    for (const { node, element: frame } of this.#frames) {
      frame.toggleAttribute('data-match', node.functionId >= 0 && this.#matches(node));
    }
  }

  #point(at: { node: N; x: number; y: number } | null): void {
    if (!at) return this.#tip.hide();
    this.#pointed = at;
    // Show no tooltip over a new picture until the pointer moves.
    const clickedAt = this.#clickedAt;
    if (clickedAt && Math.hypot(at.x - clickedAt.x, at.y - clickedAt.y) < 4) return;
    this.#clickedAt = null;
    this.#tip.show(at.node, at);
  }

  #choose(frame: DrawnFrame<N>, takeFocus: boolean): void {
    const { node } = frame;
    this.#clickedAt = this.#pointed;
    this.#focusedId = node.id;
    this.#currentId = node.id;
    this.events.selected({ node, above: frame.path });
    // A zoom marks the frame when it draws; painting the old picture once more would delay it.
    if (!takeFocus && node.id !== this.#drawn?.zoomed.id) this.#zoom(frame);
    else this.#markCurrent();
    if (node.functionId < 0) return;
    this.#revealDue();
    this.#due = () => this.events.reveal(node, takeFocus);
    if (takeFocus) this.#revealDue();
    // An editor that opens may share a thread with this page and would delay the picture.
    else afterPaint(() => this.#revealDue());
  }

  #revealDue(): void {
    const due = this.#due;
    this.#due = null;
    due?.();
  }

  #zoom(frame: DrawnFrame<N>): void {
    this.#tip.hide();
    this.events.zoom(frame.path, frame.node);
  }

  #key(event: KeyboardEvent): void {
    if (event.ctrlKey) return;
    const index = this.#frames.findIndex(({ element: frame }) => frame === event.target);
    const frame = this.#frames[index];
    if (!frame) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      this.#choose(frame, event.altKey || event.metaKey);
      return;
    }
    const move = event.altKey || event.metaKey ? null : moveOfKey(event.key, this.#layout);
    if (!move) return;
    event.preventDefault();
    const next = this.#frames[moveFrame(this.#frames, index, move)];
    if (!next) return;
    frame.element.setAttribute('tabindex', '-1');
    next.element.setAttribute('tabindex', '0');
    next.element.focus();
  }

  #focused(target: EventTarget | null): void {
    const frame = this.#frames.find(({ element: drawn }) => drawn === target);
    if (!frame) return;
    this.#focusedId = frame.node.id;
    // The click that follows reports the same, along with the picture that it draws.
    if (this.#isPressed) return;
    this.events.selected({ node: frame.node, above: frame.path });
    if (!frame.element.matches(':focus-visible')) return;
    const { left, bottom } = frame.element.getBoundingClientRect();
    this.#tip.show(frame.node, { x: Math.max(0, left), y: bottom });
  }

  #roomPx(): number {
    this.#room ||= this.element.clientWidth;
    return this.#room;
  }

  #resize(): void {
    // It is hidden.
    if (this.element.clientWidth === 0) return;
    this.#room = this.element.clientWidth;
    if (this.#room === this.#width || !this.#drawn) return;
    this.redraw(this.#layout);
    // Small changes, such as those by a scroll bar, are no reason to ask again.
    const change = Math.abs(this.#room - this.#askedWidth) / this.#askedWidth;
    if (change > 0.1) this.events.resized();
  }
}

/** Whether a drawn frame and all frames below it match the answer. */
function isSamePicture<N extends Frame<N>>(drawn: N, answer: N): boolean {
  return (
    drawn.id === answer.id &&
    drawn.children.length === answer.children.length &&
    drawn.children.every((child, i) => isSamePicture(child, answer.children[i]!))
  );
}
