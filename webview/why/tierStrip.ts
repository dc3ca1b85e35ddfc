import { formatNumberOf, formatShare } from '../../src/shared/format.ts';
import type { TierSlices, TierStory } from '../../src/shared/tierStory.ts';
import { tiers, type Tier } from '../../src/shared/vocabulary.ts';
import type { DeoptMoment, WhyFunction } from '../../src/shared/whyWire.ts';
import { element } from '../elements/element.ts';
import { tierSpans, type ProcessTiers, type TierSpan } from './tierSpans.ts';
import { TimeScale } from './timeScale.ts';

/** More processes would not fit; their changes are in the list. */
const maxProcesses = 4;

/**
 * A chart over time, the warm-up before the window: the code that a call entered, with a mark where
 * V8 discarded it, and below that the samples by tier.
 */
export function tierStrip(
  story: TierStory,
  { windowMs, processNames, deoptMoments }: StripFacts,
): HTMLElement | null {
  const processes = tierSpans(story, windowMs).slice(0, maxProcesses);
  if (processes.length === 0 && !story.slices) return null;
  const firstMs = Math.min(
    0,
    ...processes.flatMap(({ spans }) => spans.map(({ fromMs }) => fromMs)),
  );
  const scale = new TimeScale(firstMs, windowMs);
  const isOne = processes.length === 1;
  const codeName = ({ process }: ProcessTiers) =>
    isOne ? 'calls entered' : (processNames[process] ?? `process ${process + 1}`);
  return element(
    'div',
    {
      class: 'strip',
      attributes: {
        role: 'img',
        'aria-label': stripSpeech(processes, windowMs, deoptMoments.length),
      },
    },
    ...processes.flatMap((each) => row(codeName(each), codeTrack(each, deoptMoments, scale))),
    ...(story.slices ? row('samples', sampleTrack(story.slices, scale)) : []),
    ...row('', axis(scale)),
  );
}

type StripFacts = Pick<WhyFunction, 'windowMs' | 'processNames' | 'deoptMoments'>;

function row(name: string, track: HTMLElement): HTMLElement[] {
  return [element('span', { class: 'strip-name', text: name, title: name }), track];
}

function codeTrack(
  { process, spans, marks }: ProcessTiers,
  deoptMoments: readonly DeoptMoment[],
  scale: TimeScale,
): HTMLElement {
  const track = trackOf('strip-code', scale);
  const told = marks.map((mark) => ({
    ...{ atMs: mark.atMs, isDeopt: mark.type === 'deopt' },
    words: mark.type === 'deopt' ? deoptText(mark.deopt.reason) : 'given up',
  }));
  // `deoptMoments` is complete, but only for the window; `changes` may have gaps.
  const moments = [
    ...told.filter(({ atMs, isDeopt }) => atMs < 0 || !isDeopt),
    ...deoptMoments
      .filter((each) => each.process === process)
      .map(({ atMs, reason }) => ({ atMs, words: deoptText(reason) })),
  ].sort((a, b) => a.atMs - b.atMs);
  for (const span of spans) {
    const from = scale.percent(span.fromMs);
    const width = scale.percent(span.toMs) - from;
    const name = span.tier ?? 'not kept';
    const title = `${name}, ${scale.words(span.fromMs)} to ${scale.words(span.toMs)}`;
    const made = element(
      'span',
      { class: 'strip-span', title, attributes: { 'data-tone': span.tier ?? 'plain' } },
      element('span', { class: 'strip-label', text: name }),
    );
    place(made, from, width);
    track.append(made);
  }
  for (const { at, title } of joinedMarks(moments, scale)) {
    const made = element('span', { class: 'strip-mark', title });
    made.style.left = `${at}%`;
    track.append(made);
  }
  return track;
}

/** Joins marks that would overlap. */
function joinedMarks(
  marks: readonly { atMs: number; words: string }[],
  scale: TimeScale,
): { at: number; title: string }[] {
  const joined: { at: number; words: string[] }[] = [];
  for (const mark of marks) {
    const at = scale.percent(mark.atMs);
    const words = `${scale.words(mark.atMs)} ${mark.words}`;
    const last = joined.at(-1);
    if (last && at - last.at < nearPercent) last.words.push(words);
    else joined.push({ at, words: [words] });
  }
  return joined.map(({ at, words }) => ({
    at,
    title: [
      ...words.slice(0, 6),
      ...(words.length > 6 ? [`and ${words.length - 6} more`] : []),
    ].join('\n'),
  }));
}

function deoptText(reason: string): string {
  return `deoptimized: ${reason}`;
}

const nearPercent = 0.6;

function sampleTrack(slices: TierSlices, scale: TimeScale): HTMLElement {
  const track = trackOf('strip-samples', scale);
  const sums = slices.ignition.map((_, index) =>
    tiers.reduce((sum, tier) => sum + (slices[tier][index] ?? 0), 0),
  );
  const most = Math.max(1, ...sums);
  sums.forEach((sum, index) => {
    if (sum === 0) return;
    const fromMs = index * slices.sliceMs;
    const toMs = fromMs + slices.sliceMs;
    const counts = tiers.filter((tier) => (slices[tier][index] ?? 0) > 0);
    const words = counts.map((tier) => `${tier} ${slices[tier][index]}`).join(', ');
    const title = `${scale.words(fromMs)} to ${scale.words(toMs)}: ${formatNumberOf(sum, 'own sample')}, ${words}`;
    const column = element('span', { class: 'strip-column', title });
    place(column, scale.percent(fromMs), scale.percent(toMs) - scale.percent(fromMs));
    column.style.height = `${(100 * sum) / most}%`;
    // The highest tier is at the bottom.
    for (const tier of counts) {
      const part = element('span', { class: 'strip-part', attributes: { 'data-tone': tier } });
      part.style.flexGrow = String(slices[tier][index]);
      column.append(part);
    }
    track.append(column);
  });
  return track;
}

function axis(scale: TimeScale): HTMLElement {
  const made = element('div', { class: 'strip-axis' });
  if (scale.zero > 0) {
    const text = element('span', { class: 'strip-warm', text: 'warm-up' });
    place(text, 0, scale.zero);
    made.append(text);
  }
  for (const { atMs, words } of scale.ticks()) {
    const at = scale.percent(atMs);
    const tick = element('span', { class: at > 97 ? 'strip-tick end' : 'strip-tick', text: words });
    tick.style.left = `${at}%`;
    made.append(tick);
  }
  return made;
}

function trackOf(name: string, scale: TimeScale): HTMLElement {
  const track = element('div', { class: `strip-track ${name}` });
  if (scale.zero === 0) return track;
  const veil = element('span', { class: 'strip-veil' });
  place(veil, 0, scale.zero);
  track.append(veil);
  return track;
}

function place(made: HTMLElement, left: number, width: number): void {
  made.style.left = `${left}%`;
  made.style.width = `${width}%`;
}

/** The chart in words, for screen readers. */
function stripSpeech(processes: readonly ProcessTiers[], windowMs: number, deopts: number): string {
  const within = processes.flatMap(({ spans }) => spans).filter(({ toMs }) => toMs > 0);
  const lengthOf = ({ fromMs, toMs }: TierSpan) => toMs - Math.max(0, fromMs);
  const all = within.reduce((sum, span) => sum + lengthOf(span), 0);
  const shareOf = (tier: Tier) =>
    within.filter((span) => span.tier === tier).reduce((sum, span) => sum + lengthOf(span), 0) /
    all;
  const parts = tiers
    .map((tier) => ({ tier, share: all > 0 ? shareOf(tier) : 0 }))
    .filter(({ share }) => share > 0)
    .map(({ tier, share }) => `${tier} for ${formatShare(share)} of it`);
  const measured = new TimeScale(0, windowMs).words(windowMs);
  return [
    `In the measured time of ${measured} a call entered ${parts.join(', ') || 'code that is not known'}`,
  ]
    .concat(deopts > 0 ? [`marked: ${formatNumberOf(deopts, 'deoptimization')}`] : [])
    .join('; ');
}
