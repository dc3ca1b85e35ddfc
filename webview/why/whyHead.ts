import { formatShare } from '../../src/shared/format.ts';
import type { FunctionRef, WhyFunction } from '../../src/shared/whyWire.ts';
import { element } from '../elements/element.ts';
import { warningSign } from '../../src/shared/frameText.ts';
import { optimizedSentence } from './optimizedSentence.ts';
import { placeLink, type Opener } from './placeLink.ts';
import { withCode } from './withCode.ts';

/**
 * The function, its cost, and the answer in one sentence.
 *
 * @param title of the profile
 * @param why null if the function has no samples
 */
export function whyHead(
  of: FunctionRef,
  title: string,
  opener: Opener,
  why: WhyFunction | null = null,
): HTMLElement {
  const stale = 'The function has changed since the run: all this is of its code as it was then.';
  return element(
    'header',
    { class: 'why-head' },
    element(
      'div',
      { class: 'why-name' },
      element('h1', { text: of.name, attributes: { tabindex: '-1' } }),
      placeLink(of, opener),
      element('span', { class: 'why-run', text: title, title: 'The profile that is shown' }),
    ),
    why && price(why),
    why && answer(why),
    why?.isStale ? element('p', { class: 'why-stale', text: stale }) : null,
  );
}

function price({ report: { self, own, total } }: WhyFunction): HTMLElement {
  const row = (share: number, name: string, title: string) =>
    element(
      'div',
      { class: 'figure', title },
      element('dt', { text: name }),
      element('dd', { text: formatShare(share) }),
    );
  return element(
    'dl',
    { class: 'figures why-prices', attributes: { 'aria-label': 'What it costs' } },
    // A hidden function has no self time, which goes to its caller.
    ...(self > 0 || own === 0
      ? [row(self, 'of the time (self)', 'On top of the stack, with what it calls in hidden code')]
      : []),
    row(own, 'in its own code', 'Without what it calls: what its tier makes faster or slower'),
    row(total, 'total', 'Anywhere on the stack'),
  );
}

function answer(why: WhyFunction): HTMLElement {
  const sign = { class: 'why-sign', text: warningSign, attributes: { 'aria-hidden': 'true' } };
  return element(
    'p',
    { class: why.report.marker ? 'why-answer marked' : 'why-answer' },
    why.report.marker ? element('span', sign) : null,
    element('span', {}, ...withCode(optimizedSentence(why))),
  );
}
