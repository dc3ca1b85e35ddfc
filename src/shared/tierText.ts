import { tiers, type Tier, type TierShares } from './vocabulary.ts';

/** The description of each tier, which follows its name. */
export const compilerText: Readonly<Record<Tier, string>> = {
  ignition: 'the interpreter',
  sparkplug: 'the baseline compiler that does not optimize',
  maglev: 'the quick optimizing compiler',
  turbofan: 'the optimizing compiler',
};

/**
 * With fewer own samples, a tier's part may be off by more than 20 points (95 %, normal
 * approximation at one half).
 */
export const minTierSamples = 24;

/**
 * `turbofan`, or `turbofan 62 %, ignition 38 %` if more than one counts; empty without own time,
 * and with too few of the `onCpuSamples`.
 */
export function tierText(shares: TierShares, onCpuSamples = Infinity): string {
  const sum = sumOf(shares);
  if (sum <= 0 || isTooFew(sum, onCpuSamples)) return '';
  const counted = tiers
    .map((tier) => ({ tier, part: shares[tier] / sum }))
    .filter(({ part }) => part >= 0.1)
    .sort((a, b) => b.part - a.part);
  if (counted.length === 1) return counted[0]?.tier ?? '';
  return counted.map(({ tier, part }) => `${tier} ${Math.round(part * 100)} %`).join(', ');
}

/** The same with more detail, and a remark if there are too few samples. */
export function tierDetail(shares: TierShares, onCpuSamples: number): string {
  const sum = sumOf(shares);
  if (sum <= 0 || !isTooFew(sum, onCpuSamples)) return tierText(shares, onCpuSamples);
  return 'too few own samples for a tier';
}

function isTooFew(share: number, onCpuSamples: number): boolean {
  return Math.round(share * onCpuSamples) < minTierSamples;
}

function sumOf(shares: TierShares): number {
  return tiers.reduce((total, tier) => total + shares[tier], 0);
}
