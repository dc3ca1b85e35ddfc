import { tierDetail, tierText } from '../../src/shared/tierText.ts';
import { tiers, type TierShares } from '../../src/shared/vocabulary.ts';
import { element } from '../elements/element.ts';

/** Own time by tier as one bar; empty if there is too little own time to tell. */
export function tierBar(shares: TierShares, onCpuSamples: number): HTMLElement {
  const sum = tiers.reduce((all, tier) => all + shares[tier], 0);
  const words = sum === 0 ? 'no own time' : tierDetail(shares, onCpuSamples);
  const bar = element('span', {
    class: 'tier-bar',
    title: words,
    attributes: { role: 'img', 'aria-label': words },
  });
  if (tierText(shares, onCpuSamples) === '') return bar;
  for (const tier of tiers) {
    if (shares[tier] === 0) continue;
    const part = element('span', { class: 'tier-part', attributes: { 'data-tone': tier } });
    part.style.width = `${(shares[tier] / sum) * 100}%`;
    bar.append(part);
  }
  return bar;
}
