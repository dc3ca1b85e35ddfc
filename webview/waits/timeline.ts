import { formatRoughMs } from '../../src/shared/format.ts';
import { placeOf } from '../../src/shared/frameText.ts';
import { waitTarget } from '../../src/shared/requestText.ts';
import type {
  RequestTimeline,
  StepKind,
  TimelineLine,
  TimelineStep,
} from '../../src/shared/requestTimes.ts';
import { element } from '../elements/element.ts';
import { FrameTip } from '../flame/frameTip.ts';
import { moveInTimeline } from './timelineKeys.ts';
import { marksOf } from './timelineScale.ts';

const kindWords: Record<StepKind, string> = { wait: 'wait', cpu: 'CPU', queue: 'queue' };

export interface TimelineEvents {
  baseFolder: string;
  reveal(line: TimelineLine, takeFocus: boolean): void;
}

/**
 * One request from left to right, with a row for each line of the user's:
 *
 *     orders.ts:31 loadOrders   ▒▒▒▒▒▒▒▒▒▒▒▒▒▒
 *     orders.ts:34 loadPrices                 █▒▒▒▒▒▒▒
 *                               0 ms      10 ms     20 ms
 *
 * It is one stop of the Tab key: arrow keys go along the steps, and up and down the rows.
 */
export class Timeline {
  readonly element: HTMLElement;
  readonly #tip: FrameTip<TimelineStep>;
  readonly #steps = new Map<HTMLElement, TimelineStep>();
  /** By row: its label first, then its bars in the order of time. */
  readonly #rows: HTMLElement[][] = [];
  #bars: HTMLElement[] = [];

  constructor(
    readonly title: string,
    readonly timeline: RequestTimeline,
    readonly events: TimelineEvents,
  ) {
    const grid = element('div', {
      class: 'timeline-rows',
      attributes: {
        role: 'group',
        'aria-label': `${title}: Left and Right go along its steps, Up and Down to other lines, Enter shows the code`,
      },
    });
    const heading = `${title}: ${formatRoughMs(timeline.totalMs)}`;
    this.element = element(
      'section',
      { class: 'timeline' },
      element('h2', { text: heading }),
      grid,
    );
    this.#tip = new FrameTip(this.element, (step) => this.#tipOf(step));
    grid.append(...this.#rowElements(), this.#scale());
    this.#bars = [...this.#steps].sort(([, a], [, b]) => a.startMs - b.startMs).map(([bar]) => bar);
    this.#bars[0]?.setAttribute('tabindex', '0');
    grid.addEventListener('keydown', (event) => this.#key(event));
    grid.addEventListener('click', (event) =>
      this.#reveal(event.target, event.altKey || event.metaKey),
    );
    grid.addEventListener('pointermove', ({ target, clientX: x, clientY: y }) => {
      const step = this.#stepAt(target);
      if (step) this.#tip.show(step, { x, y });
      else this.#tip.hide();
    });
    for (const end of ['pointerleave', 'focusout']) {
      grid.addEventListener(end, () => this.#tip.hide());
    }
    grid.addEventListener('focusin', ({ target }) => this.#focused(target));
  }

  #rowElements(): HTMLElement[] {
    const { lines, steps } = this.timeline;
    const rows = lines.map((line, index) =>
      this.#row(labelOf(line, this.events.baseFolder), index, line),
    );
    const isElsewhere = steps.some(({ at }) => at < 0);
    return isElsewhere ? [...rows, this.#row(['no line of yours', ''], -1, null)] : rows;
  }

  #row([place, name]: [string, string], at: number, line: TimelineLine | null): HTMLElement {
    const text = element('span', { class: 'timeline-place', text: place });
    const attributes = { tabindex: '-1', 'data-row': String(at) };
    const title = name === '' ? place : `${place} ${name}`;
    const label = line
      ? element(
          'button',
          { class: 'timeline-label', title, attributes: { type: 'button', ...attributes } },
          text,
        )
      : element('span', { class: 'timeline-label', title, attributes }, text);
    if (name !== '') label.append(' ', element('code', { text: name }));
    const track = element('div', { class: 'timeline-track' });
    const bars: HTMLElement[] = [];
    for (const step of this.timeline.steps) {
      if (step.at !== at) continue;
      const bar = this.#bar(step);
      bars.push(bar);
      track.append(bar);
    }
    this.#rows.push([label, ...bars]);
    return element('div', { class: 'timeline-row' }, label, track);
  }

  #bar(step: TimelineStep): HTMLElement {
    const bar = element('button', {
      class: 'timeline-bar',
      attributes: {
        ...{ type: 'button', tabindex: '-1', 'data-part': step.kind, 'data-row': String(step.at) },
        'aria-label': this.#speech(step),
      },
    });
    const { totalMs } = this.timeline;
    bar.style.left = `${(step.startMs / totalMs) * 100}%`;
    bar.style.width = `${(step.ms / totalMs) * 100}%`;
    this.#steps.set(bar, step);
    return bar;
  }

  #speech(step: TimelineStep): string {
    const line = this.timeline.lines[step.at];
    const place = line ? labelOf(line, this.events.baseFolder)[0] : 'no line of yours';
    const what = step.wait ? ` ${waitTarget(step.wait)}` : '';
    const since = formatRoughMs(step.startMs);
    return `${kindWords[step.kind]}${what}, ${formatRoughMs(step.ms)}, after ${since}, ${place}`;
  }

  #tipOf(step: TimelineStep): Node[] {
    const line = this.timeline.lines[step.at];
    const what = step.wait ? waitTarget(step.wait) : '';
    const head = what === '' ? kindWords[step.kind] : `${kindWords[step.kind]}: ${what}`;
    const place = line
      ? labelOf(line, this.events.baseFolder).join(' ').trim()
      : 'no line of yours';
    const from = formatRoughMs(step.startMs);
    const times = `${formatRoughMs(step.ms)}, ${from} after the request arrived`;
    return [
      element('div', { class: 'tip-name', text: head }),
      element('div', { class: 'tip-place', text: place }),
      element('div', { text: times }),
      element('div', { class: 'tip-note', text: notes[step.kind] }),
    ];
  }

  #scale(): HTMLElement {
    const { totalMs } = this.timeline;
    const marks = marksOf(totalMs).map((ms) => {
      const mark = element('span', { text: formatRoughMs(ms) });
      mark.style.left = `${(ms / totalMs) * 100}%`;
      mark.toggleAttribute('data-last', ms / totalMs > 0.9);
      return mark;
    });
    return element(
      'div',
      { class: 'timeline-row timeline-scale', attributes: { 'aria-hidden': 'true' } },
      element('span', { class: 'timeline-label' }),
      element('div', { class: 'timeline-track' }, ...marks),
    );
  }

  #stepAt(target: EventTarget | null): TimelineStep | undefined {
    return target instanceof HTMLElement ? this.#steps.get(target) : undefined;
  }

  #reveal(target: EventTarget | null, takeFocus: boolean): void {
    const found = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
    const line = found && this.timeline.lines[Number(found.dataset['row'])];
    if (line) this.events.reveal(line, takeFocus);
  }

  #key(event: KeyboardEvent): void {
    const { target } = event;
    if (event.ctrlKey || !(target instanceof HTMLElement)) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      return this.#reveal(target, event.altKey || event.metaKey);
    }
    const next = moveInTimeline(this.#rows, this.#bars, target, event.key);
    if (!next) return;
    event.preventDefault();
    for (const each of this.#rows.flat()) each.setAttribute('tabindex', '-1');
    next.setAttribute('tabindex', '0');
    next.focus();
  }

  #focused(target: EventTarget | null): void {
    const step = this.#stepAt(target);
    if (!step || !(target as HTMLElement).matches(':focus-visible')) return;
    const { left, bottom } = (target as HTMLElement).getBoundingClientRect();
    this.#tip.show(step, { x: Math.max(0, left), y: bottom });
  }
}

const notes: Record<StepKind, string> = {
  wait: 'It waited for something outside of JavaScript.',
  cpu: 'Code ran for it: what goes on after this line, or, at first, what leads to it.',
  queue: 'It could have gone on, but the event loop or the thread pool had other work.',
};

function labelOf(line: TimelineLine, baseFolder: string): [place: string, name: string] {
  const { functionName } = line;
  return [placeOf(line, baseFolder), functionName.startsWith('(') ? '' : functionName];
}
