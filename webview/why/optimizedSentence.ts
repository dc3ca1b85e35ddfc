import { formatNumberOf } from '../../src/shared/format.ts';
import { minTierSamples, tierText } from '../../src/shared/tierText.ts';
import { whyText } from '../../src/shared/tierStoryText.ts';
import { tiersNotKnown, type WhyFunction } from '../../src/shared/whyWire.ts';

/** Says whether the function is optimized, and why not, or that this is not known. */
export function optimizedSentence({ report, areTiersKnown, onCpuSamples }: WhyFunction): string {
  if (!areTiersKnown) return tiersNotKnown;
  const why = report.story?.notOptimized;
  // In a deoptimization loop the tier of most samples is beside the point.
  if (why?.type === 'deopt-loop') return whyText(why);
  const ran = tierText(report.tiers, onCpuSamples);
  const fact = ran === '' ? '' : `Its own time ran in ${ran}.`;
  if (why) return [fact, whyText(why)].filter((sentence) => sentence !== '').join(' ');
  if (report.reason !== null) return `${capital(report.reason)}.`;
  const ownSamples = Math.round(report.own * onCpuSamples);
  if (ownSamples < minTierSamples) {
    const number = ownSamples === 0 ? 'No samples' : `Only ${formatNumberOf(ownSamples, 'sample')}`;
    return `${number} of its own: too few to say in which tier it ran.`;
  }
  return fact;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
