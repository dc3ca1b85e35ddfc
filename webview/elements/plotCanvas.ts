import type uPlot from 'uplot';
import { element } from './element.ts';

export interface Drawing {
  /** The x values, then the y values of each series. */
  data: (number | null)[][];
  range(plot: uPlot, least: number, most: number): [number, number];
  /** Defaults to all x values. */
  xRange?: [number, number];
  /** Allowed distances between ticks of the x axis. */
  xSteps: number[];
  xWords(x: number): string;
  yWords(y: number): string;
  /** Width of the y labels in pixels. */
  yWidth: number;
  series: uPlot.Series[];
  bands?: uPlot.Band[];
  /** Plots with the same key share a pointer. */
  syncKey?: string;
  /** The pointer is at the values of this index, or at none (null). */
  onPoint(index: number | null): void;
}

/**
 * A plot in the theme's colours that fills the available width. The only user of uPlot, whose sharp
 * edges are:
 * - It draws on a canvas, which knows no CSS. Colours are read from CSS variables when it draws,
 *   and it is redrawn when the theme changes.
 * - It keeps its size until it is told a new one.
 * - Loading it builds tables and asks for the locale's number format, so it is loaded with the
 *   first plot.
 * - Screen readers can't see it, so its user must say the same in words.
 */
export class PlotCanvas {
  readonly element = element('div', { class: 'plot-frame', attributes: { 'aria-hidden': 'true' } });
  readonly #probe = element('span', { attributes: { hidden: '' } });
  readonly #stop = new AbortController();
  #plot: uPlot | null = null;

  /** @param drawing gets a function that turns a CSS variable into a colour for the canvas */
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
