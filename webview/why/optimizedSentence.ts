import { formatNumberOf } from '../../src/shared/format.ts';
import { whyWords } from '../../src/shared/tierStoryWords.ts';
import { minTierSamples, tierWords } from '../../src/shared/tierWords.ts';
import type { WhyFunction } from '../../src/shared/whyWire.ts';

/** Whether it is optimized, and why not, in a sentence; also where that is not known. */
export function optimizedSentence({ report, areTiersKnown, onCpuSamples }: WhyFunction): string {
  if (!areTiersKnown) {
    return 'Tiers are not known: the samples of this profile do not say which code of V8 ran.';
  }
  if (report.marker && report.reason) {
    const why = report.story?.notOptimized;
    // Of the others, the reason itself says it.
    const isOpen = why?.type === 'unknown' || why?.type === 'deopted';
    return `Not optimized: ${report.reason}.${isOpen ? ` ${whyWords(why)}` : ''}`;
  }
  const ownSamples = Math.round(report.own * onCpuSamples);
  if (ownSamples < minTierSamples) {
    const number = ownSamples === 0 ? 'No samples' : `Only ${formatNumberOf(ownSamples, 'sample')}`;
    return `${number} of its own: too few to say in which tier it ran.`;
  }
  return `Its own time ran in ${tierWords(report.tiers, onCpuSamples)}: that is not marked.`;
}
