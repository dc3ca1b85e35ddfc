import type uPlot from 'uplot';
import { element } from './element.ts';

/** What is plotted, and how. */
export interface Drawing {
  /** The places on the axis below, then the figures of each series. */
  data: (number | null)[][];
  range(plot: uPlot, least: number, most: number): [number, number];
  /** Absent: from the first place to the last. */
  xRange?: [number, number];
  /** Distances between the words on the axis below. */
  xSteps: number[];
  xWords(x: number): string;
  yWords(y: number): string;
  /** Room for these words, in pixels. */
  yWidth: number;
  series: uPlot.Series[];
  bands?: uPlot.Band[];
  /** Plots with the same key have one pointer. */
  syncKey?: string;
  /** The pointer is at the figures of this index, or (null) at none. */
  onPoint(index: number | null): void;
}

/**
 * A plot in the colours of the theme, as wide as there is room. The only user of uPlot, whose sharp
 * edges are:
 * - it draws on a canvas, which knows no CSS: colours are read from ours when it draws, and it is
 *   drawn again when the theme changes;
 * - it takes a size and keeps it: it is told when there is another;
 * - loading it makes tables and asks for the language's numbers, so it is loaded with the first plot;
 * - it is nothing to who can't see it: whoever uses it says the same in words.
 */
export class PlotCanvas {
  readonly element = element('div', { class: 'plot-frame', attributes: { 'aria-hidden': 'true' } });
  readonly #probe = element('span', { attributes: { hidden: '' } });
  readonly #stop = new AbortController();
  #plot: uPlot | null = null;

  /** @param drawing is given the way to read a CSS variable as a colour that a canvas takes */
  constructor(readonly drawing: (colour: (variable: string) => string) => Drawing) {
    this.element.append(this.#probe);
    const resized = new ResizeObserver(() => this.#fit());
    resized.observe(this.element);
    const themed = new MutationObserver(() => this.#plot?.redraw(false));
    themed.observe(document.body, { attributeFilter: ['class'] });
    themed.observe(document.documentElement, { attributeFilter: ['class', 'style'] });
    const { signal } = this.#stop;
    for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)']) {
      window
        .matchMedia(query)
        .addEventListener('change', () => this.#plot?.redraw(false), { signal });
    }
    signal.addEventListener('abort', () => {
      resized.disconnect();
      themed.disconnect();
      this.#plot?.destroy();
    });
  }

  dispose(): void {
    this.#stop.abort();
  }

  #fit(): void {
    const { clientWidth: width, clientHeight: height } = this.element;
    if (width === 0) return;
    if (this.#plot) this.#plot.setSize({ width, height });
    else void this.#start();
  }

  async #start(): Promise<void> {
    const { default: Plot } = await import('uplot');
    if (!this.#plot && !this.#stop.signal.aborted) this.#plot = this.#draw(Plot);
  }

  #draw(Plot: typeof uPlot): uPlot {
    const { clientWidth: width, clientHeight: height } = this.element;
    const colour = (variable: string) => this.#colour(variable);
    const drawing = this.drawing(colour);
    const axis: uPlot.Axis = {
      stroke: () => colour('--text-soft'),
      font: '11px system-ui, sans-serif',
      grid: { stroke: () => colour('--plot-grid'), width: 1 },
      ticks: { show: false },
    };
    return new Plot(
      {
        width,
        height,
        padding: [6, 20, 0, 0],
        legend: { show: false },
        cursor: {
          y: false,
          drag: { x: false, y: false },
          points: { size: 7 },
          ...(drawing.syncKey === undefined ? {} : { sync: { key: drawing.syncKey } }),
        },
        scales: {
          x: { time: false, ...(drawing.xRange ? { range: drawing.xRange } : {}) },
          y: { range: drawing.range },
        },
        axes: [
          {
            ...axis,
            size: 20,
            gap: 6,
            grid: { show: false },
            incrs: drawing.xSteps,
            values: (_plot, splits) => splits.map(drawing.xWords),
          },
          {
            ...axis,
            size: drawing.yWidth,
            gap: 4,
            space: 22,
            values: (_plot, splits) => splits.map(drawing.yWords),
          },
        ],
        series: [{}, ...drawing.series],
        ...(drawing.bands ? { bands: drawing.bands } : {}),
        hooks: { setCursor: [(plot) => drawing.onPoint(plot.cursor.idx ?? null)] },
      },
      drawing.data as uPlot.AlignedData,
      this.element,
    );
  }

  #colour(variable: string): string {
    this.#probe.style.color = `var(${variable})`;
    return getComputedStyle(this.#probe).color;
  }
}
