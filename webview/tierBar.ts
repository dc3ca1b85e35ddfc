import { formatShare } from '../src/shared/format.ts';
import { tiers, type TierShares } from '../src/shared/vocabulary.ts';
import { element } from './element.ts';

/** Own time by tier as one bar; empty where there is no own time. */
export function tierBar(shares: TierShares): HTMLElement {
  const sum = tiers.reduce((all, tier) => all + shares[tier], 0);
  const bar = element('span', {
    class: 'tier-bar',
    title: tierWords(shares),
    attributes: { role: 'img', 'aria-label': tierWords(shares) },
  });
  if (sum === 0) return bar;
  for (const tier of tiers) {
    if (shares[tier] === 0) continue;
    const part = element('span', { class: 'tier-part', attributes: { 'data-tone': tier } });
    part.style.width = `${(shares[tier] / sum) * 100}%`;
    bar.append(part);
  }
  return bar;
}

/** `turbofan 91.0 %, ignition 9.0 %` of the own time. */
export function tierWords(shares: TierShares): string {
  const sum = tiers.reduce((all, tier) => all + shares[tier], 0);
  if (sum === 0) return 'no own time';
  return tiers
    .filter((tier) => shares[tier] > 0)
    .sort((a, b) => shares[b] - shares[a])
    .map((tier) => `${tier} ${formatShare(shares[tier] / sum)}`)
    .join(', ');
}
