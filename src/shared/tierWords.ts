import { tiers, type TierShares } from './vocabulary.ts';

/** `turbofan`, or `turbofan 62 %, ignition 38 %` where more than one counts; empty without own time. */
export function tierWords(shares: TierShares): string {
  const sum = tiers.reduce((total, tier) => total + shares[tier], 0);
  if (sum <= 0) return '';
  const counted = tiers
    .map((tier) => ({ tier, part: shares[tier] / sum }))
    .filter(({ part }) => part >= 0.1)
    .sort((a, b) => b.part - a.part);
  if (counted.length === 1) return counted[0]?.tier ?? '';
  return counted.map(({ tier, part }) => `${tier} ${Math.round(part * 100)} %`).join(', ');
}
