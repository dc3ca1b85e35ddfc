import { formatNumberOf } from '../../src/shared/format.ts';
import type { Metric, PairChange } from '../../src/shared/verdict.ts';
import { formatInterval, formatSigned, metricText } from '../../src/shared/verdictText.ts';
import { element } from '../elements/element.ts';
import { PlotCanvas, type Drawing } from '../elements/plotCanvas.ts';

/** Each pair of neighbouring runs as a point, with the interval that narrows as pairs are added. */
export class PairsPlot {
  readonly element: HTMLElement;
  readonly #canvas = new PlotCanvas((colour) => this.#drawing(colour));
  readonly #said = element('span', { class: 'plot-second' });

  constructor(
    readonly metric: Metric,
    readonly pairs: readonly PairChange[],
  ) {
    const title = `${metricText[metric]}, change by pairs of runs`;
    this.element = element(
      'figure',
      { class: 'plot pairs', attributes: { role: 'img', 'aria-label': this.#speech(title) } },
      element(
        'figcaption',
        {},
        element('span', { class: 'plot-title', text: title }),
        key('point', 'one pair'),
        key('band', 'interval so far'),
        this.#said,
      ),
      this.#canvas.element,
    );
    this.#say(null);
  }

  dispose(): void {
    this.#canvas.dispose();
  }

  #speech(title: string): string {
    const percents = this.pairs.map(({ percent }) => percent);
    const range = `${formatSigned(Math.min(...percents))} to ${formatSigned(Math.max(...percents))}`;
    const last = this.pairs.at(-1)?.change;
    const interval = last ? `, the interval is ${formatInterval(last)}` : '';
    return `${title}: ${formatNumberOf(this.pairs.length, 'pair')} from ${range}${interval}`;
  }

  #say(index: number | null): void {
    const pair = this.pairs[index ?? -1];
    this.#said.textContent = pair
      ? `pair ${index! + 1}: ${formatSigned(pair.percent)}${pair.change ? `, so far ${formatInterval(pair.change)}` : ''}`
      : '';
  }

  #drawing(colour: (variable: string) => string): Drawing {
    const { pairs } = this;
    const low = pairs.map(({ change }) => change?.lowPercent ?? null);
    const high = pairs.map(({ change }) => change?.highPercent ?? null);
    const percents = pairs.map(({ percent }) => percent);
    // A single interval has no line, so it needs a point.
    const isSingle = known(low).length === 1;
    const edge = {
      stroke: () => colour('--plot'),
      width: 1,
      points: { show: isSingle, size: 7 },
    };
    return {
      data: [pairs.map((_, index) => index + 1), percents, low, high, pairs.map(() => 0)],
      range: () => rangeOf(percents, [...known(low), ...known(high)]),
      xRange: [0.6, pairs.length + 0.4],
      xSteps: [1, 2, 5, 10, 20],
      yWidth: 58,
      xWords: (pair) => `${pair}`,
      yWords: (percent) => formatSigned(percent).replace('.0 ', ' '),
      series: [
        {
          stroke: () => colour('--text'),
          width: 0,
          paths: () => null,
          points: { show: true, size: 6, fill: () => colour('--text') },
        },
        edge,
        edge,
        {
          stroke: () => colour('--text-soft'),
          width: 1,
          dash: [2, 3],
          points: { show: false },
        },
      ],
      bands: [{ series: [3, 2], fill: () => bandColour(colour) }],
      onPoint: (index) => this.#say(index),
    };
  }
}

function key(kind: 'point' | 'band', text: string): HTMLElement {
  return element(
    'span',
    { class: 'plot-line' },
    element('span', { class: `pairs-key ${kind}` }),
    element('span', { text }),
  );
}

function known(values: readonly (number | null)[]): number[] {
  return values.filter((value) => value !== null);
}

/** Transparent under forced colours, which are opaque and would hide the points. */
function bandColour(colour: (variable: string) => string): string {
  const isForced = window.matchMedia('(forced-colors: active)').matches;
  return isForced ? 'transparent' : colour('--plot-band');
}

/** A range with all pairs and zero, and as much of the intervals as leaves the pairs distinguishable. */
function rangeOf(percents: readonly number[], ends: readonly number[]): [number, number] {
  const least = Math.min(0, ...percents);
  const most = Math.max(0, ...percents);
  const room = Math.max(2, 1.5 * (most - least));
  const lowest = Math.max(least - room, Math.min(least, ...ends));
  const highest = Math.min(most + room, Math.max(most, ...ends));
  const margin = Math.max(0.5, 0.1 * (highest - lowest));
  return [lowest - margin, highest + margin];
}
