import { formatNumberOf } from '../../src/shared/format.ts';
import { minTierSamples, tierWords } from '../../src/shared/tierWords.ts';
import { whyWords } from '../../src/shared/tierStoryWords.ts';
import { tiersNotKnown, type WhyFunction } from '../../src/shared/whyWire.ts';

/** Whether it is optimized, and why not, in a sentence; also where that is not known. */
export function optimizedSentence({ report, areTiersKnown, onCpuSamples }: WhyFunction): string {
  if (!areTiersKnown) return tiersNotKnown;
  const why = report.story?.notOptimized;
  // Where it loses its code again and again, which tier most samples ran in is beside the point.
  if (why?.type === 'deopt-loop') return whyWords(why);
  const ran = tierWords(report.tiers, onCpuSamples);
  const fact = ran === '' ? '' : `Its own time ran in ${ran}.`;
  if (why) return [fact, whyWords(why)].filter((sentence) => sentence !== '').join(' ');
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
