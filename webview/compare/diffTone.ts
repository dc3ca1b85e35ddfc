import type { DiffFrame } from './diffFrame.ts';
import { element } from '../elements/element.ts';

/** The changes that are coloured and listed: those beyond the noise, or all. */
export const shownChanges = ['beyond-noise', 'all'] as const;
export type ShownChanges = (typeof shownChanges)[number];

/** The name of a colour in diff.css: `more` is red, `less` is blue. */
export type DiffTone = 'same' | `${'more' | 'less'}${1 | 2 | 3 | 4}`;

/** Steps of the change as a share of a request's CPU time, so the same at every zoom. */
const steps = [
  { step: 4, from: 0.1, words: '10+' },
  { step: 3, from: 0.05, words: '5–10' },
  { step: 2, from: 0.02, words: '2–5' },
  { step: 1, from: 0, words: '<2' },
] as const;

/** The change to show, in microseconds; null if there is none, or only noise. */
export function shownChange(node: DiffFrame, shown: ShownChanges): number | null {
  if (shown === 'beyond-noise' && !node.isBeyondNoise) return null;
  const micros = node.change?.micros ?? node.total.head - node.total.base;
  return micros === 0 ? null : micros;
}

/** @param wholeMicros CPU time of a request, the larger of both states */
export function diffTone(micros: number | null, wholeMicros: number): DiffTone {
  if (micros === null || wholeMicros <= 0) return 'same';
  const size = Math.abs(micros) / wholeMicros;
  const { step } = steps.find(({ from }) => size >= from) ?? steps[3];
  return micros > 0 ? `more${step}` : `less${step}`;
}

/** ▲ is more, ▼ is less; hollow if it may be noise. */
export function changeSign(micros: number, isBeyondNoise: boolean): string {
  if (isBeyondNoise) return micros > 0 ? '▲' : '▼';
  return micros > 0 ? '△' : '▽';
}

/** Explains the colours. */
export function diffLegend(shown: ShownChanges): HTMLElement {
  const title = 'CPU time of a request, change in % of it';
  const list = element('ul', {
    class: 'legend',
    attributes: { 'aria-label': `Colours: ${title}` },
  });
  const item = (tone: DiffTone, text: string) =>
    element('li', { class: 'legend-tone', text, attributes: { 'data-tone': tone } });
  const rising = steps.toReversed();
  list.append(
    element('li', { class: 'legend-title', text: '▼ less', title }),
    ...steps.map(({ step, words }) => item(`less${step}`, words)),
    item('same', shown === 'all' ? 'none' : 'noise'),
    ...rising.map(({ step, words }) => item(`more${step}`, words)),
    element('li', { class: 'legend-end', text: '▲ more, % of a request', title }),
  );
  if (shown === 'all') {
    list.append(
      element('li', {
        class: 'legend-marker',
        text: '△▽ may be noise',
        title: 'The difference is no larger than what runs of the same code differ by',
      }),
    );
  }
  return list;
}
