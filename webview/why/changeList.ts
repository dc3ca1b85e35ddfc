import type { TierChange } from '../../src/shared/tierStory.ts';
import { changeText } from '../../src/shared/tierStoryText.ts';
import type { WhyFunction } from '../../src/shared/whyWire.ts';
import { formatNumberOf } from '../../src/shared/format.ts';
import { element } from '../elements/element.ts';
import { placeLink, type Opener } from './placeLink.ts';
import { section } from './section.ts';
import { momentText } from './timeScale.ts';

/** More would push the rest of the page out of sight. */
const shownFirst = 10;

/** Lists what V8 did with the function, in order; null if no changes are kept. */
export function changeList(why: WhyFunction, opener: Opener): HTMLElement | null {
  const { story } = why.report;
  if (!story || story.changes.length === 0) return null;
  const { changes, changesLeftOut } = story;
  const gapAt = changesLeftOut > 0 ? Math.floor(changes.length / 2) : -1;
  const isOneProcess = new Set(changes.map(({ process }) => process)).size === 1;
  const rows = changes.flatMap((change, index) => {
    const of = isOneProcess ? '' : (why.processNames[change.process] ?? '');
    const row = changeRow(change, of, opener);
    return index === gapAt ? [gapRow(changesLeftOut), row] : [row];
  });
  const list = element('ol', { class: 'why-changes' }, ...rows.slice(0, shownFirst));
  const rest = rows.slice(shownFirst);
  return section('What V8 did', list, rest.length > 0 ? moreButton(list, rest) : null);
}

function changeRow(change: TierChange, process: string, opener: Opener): HTMLElement {
  const isDeopt = change.type === 'deopt';
  const key =
    change.type === 'compiled'
      ? element('span', { class: 'strip-key', attributes: { 'data-tone': change.tier } })
      : element('span', { class: 'strip-mark still' });
  return element(
    'li',
    { class: change.atMs < 0 ? 'warm-up' : '' },
    element('span', { class: 'why-figure', text: momentText(change.atMs) }),
    key,
    element('span', { text: changeText(change) }),
    isDeopt ? placeLink(change.deopt, opener) : null,
    process === '' ? null : element('span', { class: 'soft', text: process }),
  );
}

function gapRow(count: number): HTMLElement {
  const text = `${formatNumberOf(count, 'more change')} in between`;
  return element(
    'li',
    { class: 'soft' },
    element('span', { class: 'why-figure', text: '…' }),
    element('span', { text }),
  );
}

function moreButton(list: HTMLElement, rest: HTMLElement[]): HTMLElement {
  const text = `Show ${rest.length} more`;
  const button = element('button', { class: 'more', text, attributes: { type: 'button' } });
  button.addEventListener('click', () => {
    list.append(...rest);
    button.remove();
    // The removed button had the focus.
    rest[0]?.setAttribute('tabindex', '-1');
    rest[0]?.focus();
  });
  return button;
}
