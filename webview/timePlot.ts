import uPlot from 'uplot';
import { element } from './element.ts';

export interface PlotLine {
  name: string;
  /** One a second of the window; null: nothing was measured in it. */
  values: readonly (number | null)[];
  /** The CSS variable of its colour. */
  colour: string;
  isDashed: boolean;
}

export interface PlotContent {
  /** What is plotted, with its unit where the figures do not have it. */
  title: string;
  /** The same for those who can't see it. */
  speech: string;
  lines: readonly PlotLine[];
  /** A figure in words; without its unit where the title has it. */
  format: (value: number) => string;
  /** A figure on the axis, as short as can be. */
  formatAxis: (value: number) => string;
}

/**
 * Figures of each second over the window. The only user of uPlot, whose sharp edges are:
 * - it draws on a canvas, which knows no CSS: colours are read from ours when it draws, and it is
 *   drawn again when the theme changes;
 * - it takes a size and keeps it: it is told when there is another;
 * - it is nothing to who can't see it: the caption and the label say the ranges in words;
 * - a figure between two gaps is no line: with gaps, every figure gets a point.
 */
export class TimePlot {
  readonly element: HTMLElement;
  readonly #content: PlotContent;
  readonly #frame = element('div', { class: 'plot-frame', attributes: { 'aria-hidden': 'true' } });
  readonly #second = element('span', { class: 'plot-second' });
  readonly #figures: HTMLElement[];
  readonly #probe = element('span', { attributes: { hidden: '' } });
  readonly #stop = new AbortController();
  #plot: uPlot | null = null;

  constructor(content: PlotContent) {
    this.#content = content;
    this.#figures = content.lines.map(() => element('span'));
    this.element = element(
      'figure',
      { class: 'plot', attributes: { role: 'img', 'aria-label': content.speech } },
      this.#caption(),
      this.#frame,
      this.#probe,
    );
    this.#say(null);
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

  dispose(): void {
    this.#stop.abort();
  }

  #caption(): HTMLElement {
    const { title, lines } = this.#content;
    const caption = element(
      'figcaption',
      {},
      element('span', { class: 'plot-title', text: title }),
    );
    lines.forEach(({ name, isDashed, colour }, index) => {
      const key = element('span', { class: isDashed ? 'line-key dashed' : 'line-key' });
      key.style.color = `var(${colour})`;
      caption.append(
        element(
          'span',
          { class: 'plot-line' },
          key,
          name === '' ? null : element('span', { text: name }),
          this.#figures[index]!,
        ),
      );
    });
    caption.append(this.#second);
    return caption;
  }

  /** The figures of a second, or over the whole window. */
  #say(index: number | null): void {
    const { lines, format } = this.#content;
    lines.forEach(({ values }, line) => {
      const value = index === null ? undefined : values[index];
      const words = value === null ? 'no answer' : value === undefined ? null : format(value);
      this.#figures[line]!.textContent = words ?? rangeWords(values, format);
    });
    this.#second.textContent = index === null ? '' : `second ${index + 1}`;
  }

  #fit(): void {
    const width = this.#frame.clientWidth;
    if (width === 0) return;
    if (this.#plot) this.#plot.setSize({ width, height });
    else this.#plot = this.#draw(width);
  }

  #draw(width: number): uPlot {
    const { lines, formatAxis } = this.#content;
    const seconds = (lines[0]?.values ?? []).map((_, index) => index + 1);
    const axis: uPlot.Axis = {
      stroke: () => this.#colour('--text-soft'),
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
        cursor: {
          y: false,
          drag: { x: false, y: false },
          points: { size: 7 },
          // All plots are of the same seconds.
          sync: { key: 'window' },
        },
        scales: {
          x: { time: false },
          // From zero, so that a small dip looks small.
          y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.1 : 1] },
        },
        axes: [
          {
            ...axis,
            size: 20,
            gap: 6,
            grid: { show: false },
            incrs: [1, 2, 5, 10, 20, 60, 120, 300, 600],
            values: (_plot, splits) => splits.map((split) => `${split} s`),
          },
          {
            ...axis,
            size: 50,
            gap: 4,
            space: 24,
            values: (_plot, splits) => splits.map((split) => formatAxis(split)),
          },
        ],
        series: [
          {},
          ...lines.map(({ colour, isDashed, values }) => ({
            stroke: () => this.#colour(colour),
            width: 1.5,
            ...(isDashed ? { dash: [4, 3] } : {}),
            points: { show: values.includes(null), size: 4 },
          })),
        ],
        hooks: { setCursor: [(plot) => this.#say(plot.cursor.idx ?? null)] },
      },
      [seconds, ...lines.map(({ values }) => [...values])],
      this.#frame,
    );
  }

  /** The variable as a colour that a canvas takes. */
  #colour(variable: string): string {
    this.#probe.style.color = `var(${variable})`;
    return getComputedStyle(this.#probe).color;
  }
}

/** `2.10 ms to 2.20 ms`; one figure where all are the same. */
export function rangeWords(
  values: readonly (number | null)[],
  format: (value: number) => string,
): string {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return 'no answer';
  const least = format(known.reduce((a, b) => Math.min(a, b)));
  const most = format(known.reduce((a, b) => Math.max(a, b)));
  return least === most ? least : `${least} to ${most}`;
}

const height = 88;
