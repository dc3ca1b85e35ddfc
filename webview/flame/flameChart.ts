import flamegraph, { type FlameGraphNode } from 'd3-flame-graph';
import { select, selection } from 'd3-selection';
import { flameData, type FlameDatum } from './flameData.ts';
import { FrameLabels } from './frameLabels.ts';
import type { Frame, FrameLook } from './frameLook.ts';
import type { Layout } from '../profile/viewSettings.ts';

/**
 * The only user of d3-flame-graph 5, whose sharp edges are:
 * - it knows its own nodes by the class name `Node`, which minifying takes away, so a second
 *   `.call(chart)` would wrap the data again: there is one call, then `update(data)`;
 * - a zoom writes `hide` and `fade` into the data: it gets a copy (flameData.ts);
 * - a click zooms by itself, without the deeper detail that only the owner has, and each frame gets
 *   three listeners for that and for its tooltip: none of them is set;
 * - its search makes a RegExp of the text and throws on `(`: matches are marked here instead;
 * - without a tooltip it writes `<title>` elements, and its own tooltip has an `.html()`: it gets
 *   an empty one, and ours (frameTip.ts) follows the pointer;
 * - every update rewrites `class`: what is ours is in `data-` attributes, set after each update;
 * - each update starts four transitions a frame, also at no length, whose labels and widths come a
 *   tick later, over what a frame that is used again showed before: a picture is drawn from no frames,
 *   which also puts them in the order in which they are read out, and without transitions: the
 *   build puts nothing in the place of d3-transition (noTransitions.ts);
 * - its labels are HTML, which the browser lays out one by one: they are not made, and ours
 *   (frameLabels.ts) are SVG;
 * - it leaves two empty rows for a title, which are cut off here;
 * - it is SVG: some thousand frames at most (level of detail).
 */
export class FlameChart<N extends Frame<N>> {
  readonly #graph;
  readonly #events: ChartEvents<N>;
  readonly #labels: FrameLabels;
  /** Frames are made outside the page, where nothing follows each change of them. */
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
      // The first click zoomed: what is below the pointer now may be another frame.
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
  /** A frame was clicked; `takeFocus`: twice, or with Alt or Cmd. */
  choose(frame: DrawnFrame<N>, takeFocus: boolean): void;
  /** The pointer moves over a frame, or (null) over none. */
  point(at: { node: N; x: number; y: number } | null): void;
  /** All frames were drawn anew: time to mark them. */
  drawn(frames: DrawnFrame<N>[]): void;
}

/** A frame on the screen. */
export interface DrawnFrame<N> {
  node: N;
  element: SVGGElement;
  depth: number;
  /** Left edge and right edge, 0…1 of the chart. */
  from: number;
  to: number;
  /** Its callers, outermost first. */
  path: N[];
}

const rowHeight = 20;

/**
 * While drawing, a transition of d3 is the selection itself: what it is to arrive at is there at once;
 * nothing is listened to, and no label is made.
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

/** A frame that is moved by its `transform` is a coordinate system of its own, which costs the browser more than all else of it. */
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
