import { deoptText } from '../../shared/deoptText.ts';
import type { FunctionReport } from '../../shared/report.ts';
import { escapeMarkdown } from '../core/markdown.ts';
import { whyLink } from './whyLinks.ts';

/** Says briefly what V8 did with a function, as blocks of Markdown for the hover of its line. */
export function tierBlocks({ story }: FunctionReport): string[] {
  if (!story) return [];
  const { notOptimized: why, lastTier } = story;
  const blocks: string[] = [];
  // The marker already gave V8's reason; this explains it.
  const words =
    why?.type === 'deopt-loop' || why?.type === 'deopted'
      ? deoptText(why.site.reason)?.meaning
      : undefined;
  if (words) blocks.push(withCode(words));
  if (lastTier) blocks.push(`At the end of the measured time, calls entered ${lastTier} code.`);
  return blocks;
}

/**
 * The links to the panel "Why".
 * @param of the line's function, if known
 * @param marked the functions whose marker is shown at the line
 */
export function whyLinksOf(
  of: FunctionReport | undefined,
  marked: readonly FunctionReport[],
): string {
  const others = marked.filter((each) => each !== of);
  return [
    ...(of?.marker ? [whyLink('Why is it not optimized?', of)] : []),
    ...(of && !of.marker && of.story ? [whyLink('Tiers over time', of)] : []),
    ...others.map((each) => whyLink(`Why is ${each.name} not optimized?`, each)),
  ].join(' · ');
}

/** Escapes our own text, which may quote V8's reason, but keeps code between backticks. */
function withCode(words: string): string {
  return words
    .split('`')
    .map((part, index) => (index % 2 === 1 ? `\`${part}\`` : escapeMarkdown(part)))
    .join('');
}
