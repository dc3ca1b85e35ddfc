import { formatNumberOf } from '../../src/shared/format.ts';
import { minTierSamples, tierText } from '../../src/shared/tierText.ts';
import { tiers } from '../../src/shared/vocabulary.ts';
import type { WhyFunction } from '../../src/shared/whyWire.ts';
import { element } from '../elements/element.ts';
import { section } from './section.ts';
import { tierStrip } from './tierStrip.ts';

/** The tiers of a function over time, with a legend; null if tiers are not known. */
export function tierSection(why: WhyFunction): HTMLElement | null {
  const { report, areTiersKnown, onCpuSamples } = why;
  if (!areTiersKnown) return null;
  const ownSamples = Math.round(report.own * onCpuSamples);
  const strip = report.story ? tierStrip(report.story, why) : null;
  const words =
    ownSamples < minTierSamples
      ? `${formatNumberOf(ownSamples, 'own sample')}: too few for a tier`
      : `Own time by samples: ${tierText(report.tiers)} (${formatNumberOf(ownSamples, 'sample')})`;
  return section(
    'Tiers over time',
    strip ? legend() : null,
    strip ?? element('p', { class: 'soft', text: notKept }),
    element('p', { text: words }),
  );
}

const notKept =
  'When its tier changed is not kept: it has too little time of its own, or the run was saved by an older version.';

function legend(): HTMLElement {
  const entries = tiers.map((tier) =>
    element(
      'li',
      {},
      element('span', { class: 'strip-key', attributes: { 'data-tone': tier } }),
      element('span', { text: `${tier}, ${tierMeanings[tier]}` }),
    ),
  );
  return element(
    'ul',
    { class: 'strip-legend', attributes: { 'aria-label': 'Colours and patterns' } },
    ...entries,
    element(
      'li',
      {},
      element('span', { class: 'strip-mark still' }),
      element('span', { text: 'optimized code thrown away' }),
    ),
  );
}

const tierMeanings = {
  ignition: 'interprets',
  sparkplug: 'compiles without optimizing',
  maglev: 'optimizes a little',
  turbofan: 'optimizes fully',
} as const;
