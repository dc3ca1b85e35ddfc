import { formatRoughMs, formatShare } from '../../src/shared/format.ts';
import { latencyParts, type LatencyPart } from '../../src/shared/requestText.ts';
import { element } from '../elements/element.ts';
import type { ProfileMessage } from './profileConnection.ts';

/**
 * Shows where the time of a request goes: the sentence, and its parts as one bar whose legend has the same
 * order. Nothing if that was not learned.
 */
export function latencyBar({ report, requestSentences }: ProfileMessage): HTMLElement[] {
  const [sentence, ...others] = requestSentences;
  if (!report.requests || sentence === undefined) return [];
  const parts = latencyParts(report.requests);
  const text = element('p', {}, element('span', { class: 'latency-sentence', text: sentence }));
  if (others.length > 0) text.append(` ${others.join(' ')}`);
  const made = element(
    'section',
    { class: 'latency', attributes: { 'aria-label': 'Where the time of a request goes' } },
    text,
    element('div', { class: 'latency-parts' }, bar(parts), legend(parts)),
  );
  return [made];
}

/** A picture of the legend, which says the same in words. */
function bar(parts: readonly LatencyPart[]): HTMLElement {
  const made = element('div', { class: 'latency-bar', attributes: { 'aria-hidden': 'true' } });
  for (const part of parts) {
    if (part.share === 0) continue;
    const piece = element('span', { title: wordsOf(part), attributes: { 'data-part': part.part } });
    piece.style.width = `${part.share * 100}%`;
    made.append(piece);
  }
  return made;
}

function legend(parts: readonly LatencyPart[]): HTMLElement {
  const rows = parts.map((part) =>
    element(
      'li',
      { title: wordsOf(part) },
      element('span', {
        class: 'latency-key',
        attributes: { 'data-part': part.part, 'aria-hidden': 'true' },
      }),
      document.createTextNode(`${part.name} `),
      element('b', { text: formatRoughMs(part.ms) }),
    ),
  );
  return element('ul', {}, ...rows);
}

function wordsOf({ name, ms, share, explanation }: LatencyPart): string {
  return `${name} ${formatRoughMs(ms)}, ${formatShare(share)}: ${explanation}`;
}
