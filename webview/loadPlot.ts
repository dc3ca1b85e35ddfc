import uPlot from 'uplot';
import { formatCount, formatNumberOf, formatRate } from '../src/shared/format.ts';
import type { LoadReport } from '../src/shared/report.ts';
import { element } from './element.ts';

/**
 * Requests per second over the window. The only user of uPlot, whose sharp edges are:
 * - it draws on a canvas, which knows no CSS: colours are read from ours when it draws, and it is
 *   drawn again when the theme changes;
 * - it takes a size and keeps it: it is told when there is another;
 * - it is nothing to who can't see it: the caption says the range in words.
 */
export class LoadPlot {
  readonly element: HTMLElement;
  readonly #frame = element('div', { class: 'plot-frame', attributes: { 'aria-hidden': 'true' } });
  readonly #caption = element('figcaption');
  readonly #probe = element('span', { attributes: { hidden: '' } });
  readonly #words: string;
  readonly #samples: readonly number[];
  readonly #stop = new AbortController();
  #plot: uPlot | null = null;

  constructor({ reqPerS }: LoadReport) {
    this.#samples = reqPerS.samples;
    const [least, most] = [Math.min(...this.#samples), Math.max(...this.#samples)];
    this.#words = `req/s each second, ${formatRate(least)} to ${formatRate(most)}`;
    this.#caption.textContent = this.#words;
    const speech =
      `Requests per second over ${formatNumberOf(this.#samples.length, 'second')}: ` +
      `${formatRate(least)} to ${formatRate(most)}, mean ${formatRate(reqPerS.mean)}`;
    this.element = element(
      'figure',
      { class: 'plot', attributes: { role: 'img', 'aria-label': speech } },
      this.#frame,
      this.#caption,
      this.#probe,
    );
    const resized = new ResizeObserver(() => this.#fit());
    resized.observe(this.#frame);
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

  /** Two seconds make a line. */
  static of(load: LoadReport | null): LoadPlot | null {
    return load && load.reqPerS.samples.length > 1 ? new LoadPlot(load) : null;
  }

  dispose(): void {
    this.#stop.abort();
  }

  #fit(): void {
    const width = this.#frame.clientWidth;
    if (width === 0) return;
    if (this.#plot) this.#plot.setSize({ width, height });
    else this.#plot = this.#draw(width);
  }

  #draw(width: number): uPlot {
    const seconds = this.#samples.map((_, index) => index + 1);
    const soft = () => this.#colour('--text-soft');
    const axis: uPlot.Axis = {
      stroke: soft,
      font: '11px system-ui, sans-serif',
      grid: { stroke: () => this.#colour('--plot-grid'), width: 1 },
      ticks: { show: false },
    };
    return new uPlot(
      {
        width,
        height,
        padding: [6, 20, 0, 0],
        legend: { show: false },
        cursor: { y: false, drag: { x: false, y: false }, points: { size: 7 } },
        scales: {
          x: { time: false },
          // From zero, so that a small dip looks small.
          y: { range: (_plot, _least, most) => [0, Math.max(1, most * 1.1)] },
        },
        axes: [
          {
            ...axis,
            size: 16,
            gap: 2,
            grid: { show: false },
            incrs: [1, 2, 5, 10, 20, 60, 120, 300, 600],
            values: (_plot, splits) => splits.map((split) => `${split} s`),
          },
          {
            ...axis,
            size: 46,
            gap: 4,
            space: 24,
            values: (_plot, splits) => splits.map((split) => formatCount(split)),
          },
        ],
        series: [
          {},
          {
            stroke: () => this.#colour('--plot'),
            width: 1.5,
            points: { show: false },
          },
        ],
        hooks: { setCursor: [(plot) => this.#say(plot.cursor.idx)] },
      },
      [seconds, [...this.#samples]],
      this.#frame,
    );
  }

  #say(index: number | null | undefined): void {
    const rate = this.#samples[index ?? -1];
    this.#caption.textContent =
      rate === undefined ? this.#words : `second ${index! + 1}: ${formatRate(rate)} req/s`;
  }

  /** The variable as a colour that a canvas takes. */
  #colour(variable: string): string {
    this.#probe.style.color = `var(${variable})`;
    return getComputedStyle(this.#probe).color;
  }
}

const height = 84;
