import { element } from './element.ts';
import { PlotCanvas, type Drawing } from './plotCanvas.ts';

export interface PlotLine {
  name: string;
  /** One value per second of the window; null if nothing was measured in it. */
  values: readonly (number | null)[];
  /** A CSS variable. */
  colour: string;
  stroke: 'plain' | 'dashed' | 'dotted';
}

export interface PlotContent {
  /** With the unit, if the values are formatted without it. */
  title: string;
  /** The plot in words, for screen readers. */
  speech: string;
  lines: readonly PlotLine[];
  /** A value in words, without its unit if the title has it. */
  format: (value: number) => string;
  /** A short label for the axis. */
  formatAxis: (value: number) => string;
  marks?: readonly PlotMark[];
  /** Says that a second has no value; `no answer` if absent. */
  missing?: string;
}

/** A moment of the window. What it says must be in words elsewhere too, for keyboards and screen readers. */
export interface PlotMark {
  /** Since the start of the window, with its fraction. */
  second: number;
  words: string;
  /** On a click; null: it leads nowhere. */
  act: (() => void) | null;
}

const dashes = { plain: {}, dashed: { dash: [4, 3] }, dotted: { dash: [2, 2] } };

/** Pixels beside the drawn values. */
const edge = { left: 50, right: 20 };

/**
 * Values of each second over the window. With gaps every value gets a point, because one between
 * two gaps has no line.
 */
export class TimePlot {
  readonly element: HTMLElement;
  readonly #content: PlotContent;
  readonly #canvas = new PlotCanvas((colour) => this.#drawing(colour));
  readonly #second = element('span', { class: 'plot-second' });
  readonly #figures: HTMLElement[];

  constructor(content: PlotContent) {
    this.#content = content;
    this.#figures = content.lines.map(() => element('span'));
    this.element = element(
      'figure',
      { class: 'plot', attributes: { role: 'img', 'aria-label': content.speech } },
      this.#caption(),
      element('div', { class: 'plot-area' }, this.#canvas.element, ...this.#marks()),
    );
    this.#say(null);
  }

  dispose(): void {
    this.#canvas.dispose();
  }

  #caption(): HTMLElement {
    const { title, lines } = this.#content;
    const caption = element(
      'figcaption',
      {},
      element('span', { class: 'plot-title', text: title }),
    );
    lines.forEach(({ name, stroke, colour }, index) => {
      const key = element('span', { class: `line-key ${stroke}` });
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

  #marks(): HTMLElement[] {
    const { marks = [] } = this.#content;
    // The window may end within a second that has no value.
    const drawn = marks.filter(({ second }) => second < this.#seconds);
    return drawn.map(({ second, words, act }) => {
      const mark = element('button', {
        class: 'plot-mark',
        title: words,
        attributes: { type: 'button', tabindex: '-1', 'aria-hidden': 'true' },
      });
      const share = second / this.#seconds;
      mark.style.left = `calc(${edge.left}px + (100% - ${edge.left + edge.right}px) * ${share})`;
      mark.disabled = act === null;
      if (act) mark.addEventListener('click', act);
      return mark;
    });
  }

  get #seconds(): number {
    return this.#content.lines[0]?.values.length ?? 0;
  }

  /** Shows the values of one second, or the ranges over the whole window. */
  #say(index: number | null): void {
    const { lines, format, missing = 'no answer' } = this.#content;
    lines.forEach(({ values }, line) => {
      const value = index === null ? undefined : values[index];
      const words = value === null ? missing : value === undefined ? null : format(value);
      this.#figures[line]!.textContent = words ?? rangeText(values, format);
    });
    this.#second.textContent = index === null ? '' : `second ${index + 1}`;
  }

  #drawing(colour: (variable: string) => string): Drawing {
    const { lines, formatAxis } = this.#content;
    return {
      data: [
        (lines[0]?.values ?? []).map((_, index) => index + 1),
        ...lines.map(({ values }) => [...values]),
      ],
      // All plots cover the same seconds, so they share a pointer.
      syncKey: 'window',
      // The axis starts at zero, so that a small dip looks small.
      range: (_plot, _least, most) => [0, most > 0 ? most * 1.1 : 1],
      // The value of a second stands in the middle of it.
      xRange: [0.5, this.#seconds + 0.5],
      xSteps: [1, 2, 5, 10, 20, 60, 120, 300, 600],
      xWords: (second) => `${second} s`,
      yWords: formatAxis,
      yWidth: edge.left,
      series: lines.map(({ colour: variable, stroke, values }) => ({
        stroke: () => colour(variable),
        width: 1.5,
        ...dashes[stroke],
        points: { show: values.includes(null), size: 4 },
      })),
      onPoint: (index) => this.#say(index),
    };
  }
}

/** `2.10 ms to 2.20 ms`, or one figure if all are the same. */
export function rangeText(
  values: readonly (number | null)[],
  format: (value: number) => string,
): string {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return 'no answer';
  const least = format(known.reduce((a, b) => Math.min(a, b)));
  const most = format(known.reduce((a, b) => Math.max(a, b)));
  return least === most ? least : `${least} to ${most}`;
}
