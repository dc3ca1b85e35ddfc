import flamegraph, { type FlameGraphNode } from 'd3-flame-graph';
import { select, selection } from 'd3-selection';
import { flameData, type FlameDatum } from './flameData.ts';
import { FrameLabels } from './frameLabels.ts';
import type { Frame, FrameLook } from './frameLook.ts';
import type { Layout } from './viewSettings.ts';

/**
 * The only user of d3-flame-graph 5, whose sharp edges are:
 * - It knows its own nodes by the class name `Node`, which minifying changes, so a second
 *   `.call(chart)` would wrap the data again. We call it once, then use `update(data)`.
 * - A zoom writes `hide` and `fade` into the data, so it gets a copy (flameData.ts).
 * - It zooms on a click without the detail that only the owner has, and each frame gets three
 *   listeners for that and its tooltip. None of them is set.
 * - Its search makes a RegExp of the text and throws on `(`. We mark matches ourselves.
 * - Without a tooltip it writes `<title>` elements, and its own tooltip has an `.html()`. It gets
 *   an empty one; ours (frameTip.ts) follows the pointer.
 * - Every update rewrites `class`. Our marks are `data-` attributes, set after each update.
 * - Each update starts four transitions per frame, even with a duration of 0. They set labels and
 *   widths a tick later, so a reused frame shows its old ones until then. We draw each picture from
 *   no frames, which also puts them in reading order, and without transitions: the build leaves
 *   d3-transition out (noTransitions.ts).
 * - Its labels are HTML, which the browser lays out one by one. They are not made; ours
 *   (frameLabels.ts) are SVG.
 * - It leaves two empty rows for a title, which are cut off here.
 * - It is SVG, so it copes with some thousand frames at most (hence the level of detail).
 */
export class FlameChart<N extends Frame<N>> {
  readonly #graph;
  readonly #events: ChartEvents<N>;
  readonly #labels: FrameLabels;
  /** Frames are made outside the page, where no style or layout follows their changes. */
  readonly #workshop: HTMLElement = document.createElement('div');
  #drawnOnce = false;
  #layout: Layout = 'icicle';
  #clicked: DrawnFrame<N> | null = null;

  constructor(
    readonly container: HTMLElement,
    readonly look: FrameLook<N>,
    events: ChartEvents<N>,
  ) {
    this.#events = events;
    this.#labels = new FrameLabels(container);
    this.#graph = flamegraph<FlameDatum<N>>()
      .cellHeight(rowHeight)
      .resetHeightOnZoom(true)
      .tooltip(Object.assign(() => {}, { show() {}, hide() {} }))
      .getName(() => '')
      .setLabelHandler(() => '')
      .setColorMapper(() => 'none');
    container.addEventListener('click', (event) => this.#click(event));
    container.addEventListener('dblclick', (event) => this.#click(event));
    container.addEventListener('pointermove', (event) => this.#point(event));
    container.addEventListener('pointerleave', () => events.point(null));
  }

  /** Draws a frame with all below it; `above` are its callers, outermost first. */
  draw(above: readonly N[], zoomed: N, width: number, layout: Layout): void {
    this.#layout = layout;
    this.#graph.width(width).inverted(layout === 'icicle');
    const data = flameData(above, zoomed, this.look.width);
    this.#labels.useFont();
    this.#workshop.append(...this.container.children);
    this.#workshop.querySelector('svg')?.replaceChildren();
    drawOnly(() => {
      if (this.#drawnOnce) this.#graph.update(data);
      else select(this.#workshop).datum(data).call(this.#graph);
    });
    this.#drawnOnce = true;
    this.#finish(width);
    this.container.append(...this.#workshop.children);
  }

  clear(): void {
    if (this.#drawnOnce) this.#graph.destroy();
    this.container.replaceChildren();
    this.#workshop.replaceChildren();
    this.#drawnOnce = false;
  }

  #click(event: MouseEvent): void {
    const target = event.target instanceof Element ? event.target.closest('g.frame') : null;
    if (!target) return;
    if (event.type === 'dblclick') {
      // The first click has zoomed, so another frame may be below the pointer now.
      this.#events.choose(this.#clicked ?? frameOf<N>(target as SVGGElement), true);
    } else if (event.detail < 2) {
      this.#clicked = frameOf<N>(target as SVGGElement);
      this.#events.choose(this.#clicked, event.altKey || event.metaKey);
    }
  }

  #point(event: PointerEvent): void {
    const target = event.target instanceof Element ? event.target.closest('g.frame') : null;
    if (!target) return this.#events.point(null);
    const { node } = drawnOf<N>(target as SVGGElement).data;
    this.#events.point({ node, x: event.clientX, y: event.clientY });
  }

  #finish(chartWidth: number): void {
    const svg = this.#workshop.querySelector('svg');
    const height = Number(svg?.getAttribute('height') ?? 0);
    const blank = 2 * rowHeight;
    if (svg && height > blank) {
      const top = this.#layout === 'icicle' ? 0 : blank;
      const width = svg.getAttribute('width') ?? '0';
      svg.setAttribute('viewBox', `0 ${top} ${width} ${height - blank}`);
      svg.setAttribute('height', String(height - blank));
    }
    const elements = this.#workshop.querySelectorAll<SVGGElement>('g.frame');
    const frames = Array.from(elements, (frame) => frameOf<N>(frame));
    for (const { node, element, depth, from, to } of frames) {
      const row = this.#layout === 'icicle' ? depth : height / rowHeight - depth - 1;
      const place = { x: from * chartWidth, y: row * rowHeight, width: (to - from) * chartWidth };
      putAt(element, place);
      this.#labels.write(element, this.look.label(node), place, this.look.isMarked(node));
    }
    this.#events.drawn(frames);
  }
}

export interface ChartEvents<N> {
  /** A frame was clicked. `takeFocus` means twice, or with Alt or Cmd. */
  choose(frame: DrawnFrame<N>, takeFocus: boolean): void;
  /** The pointer moves over a frame, or over none (null). */
  point(at: { node: N; x: number; y: number } | null): void;
  /** All frames were drawn again and need their marks. */
  drawn(frames: DrawnFrame<N>[]): void;
}

export interface DrawnFrame<N> {
  node: N;
  element: SVGGElement;
  depth: number;
  /** Left and right edge, 0…1 of the chart. */
  from: number;
  to: number;
  /** Its callers, outermost first. */
  path: N[];
}

const rowHeight = 20;

/**
 * Patches d3 while it draws: a transition is the selection itself, so its end state is there at
 * once; no listener is added and no label is made.
 */
function drawOnly(draw: () => void): void {
  const { append, transition, on } = selection.prototype;
  selection.prototype.append = function (name: string) {
    return name === 'foreignObject' ? select(null) : append.call(this, name);
  };
  selection.prototype.on = function () {
    return this;
  };
  selection.prototype.transition = function () {
    const arrived = Object.create(this);
    return Object.assign(arrived, {
      duration: () => arrived,
      delay: () => arrived,
      ease: () => arrived,
    });
  };
  try {
    draw();
  } finally {
    Object.assign(selection.prototype, { append, transition, on });
  }
}

/**
 * Replaces the frame's `transform`, which makes it a coordinate system of its own and costs the
 * browser more than all the rest.
 */
function putAt(frame: SVGGElement, { x, y }: { x: number; y: number }): void {
  frame.removeAttribute('transform');
  const rect = frame.querySelector('rect');
  rect?.setAttribute('x', String(x));
  rect?.setAttribute('y', String(y));
}

type Drawn<N> = FlameGraphNode<FlameDatum<N>>;

function drawnOf<N>(frame: SVGGElement): Drawn<N> {
  return select(frame).datum() as Drawn<N>;
}

function frameOf<N>(frame: SVGGElement): DrawnFrame<N> {
  const drawn = drawnOf<N>(frame);
  return {
    node: drawn.data.node,
    element: frame,
    depth: drawn.depth,
    from: drawn.x0,
    to: drawn.x1,
    get path() {
      const path: N[] = [];
      for (let up = drawn.parent; up; up = up.parent) path.unshift(up.data.node);
      return path;
    },
  };
}
