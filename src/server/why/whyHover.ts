import { deoptWords } from '../../shared/deoptWords.ts';
import type { FunctionReport } from '../../shared/report.ts';
import { escapeMarkdown } from '../lines/markdown.ts';
import { whyLink } from './whyLinks.ts';

/** What V8 did with a function in short, as blocks of Markdown, for the hover of its line. */
export function tierBlocks({ story }: FunctionReport): string[] {
  if (!story) return [];
  const { notOptimized: why, lastTier } = story;
  const blocks: string[] = [];
  // The marker has said it, but not what a reason of V8 means.
  const words =
    why?.type === 'deopt-loop' || why?.type === 'deopted'
      ? deoptWords(why.site.reason)?.meaning
      : undefined;
  if (words) blocks.push(withCode(words));
  if (lastTier) blocks.push(`At the end of the measured time, calls entered ${lastTier} code.`);
  return blocks;
}

/**
 * The links to the panel "Why".
 *
 * @param of the line's function, where it is known
 * @param marked those whose marker is told at the line
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

/** Words of ours, in which code stands between backticks, and a reason of V8 may be quoted. */
function withCode(words: string): string {
  return words
    .split('`')
    .map((part, index) => (index % 2 === 1 ? `\`${part}\`` : escapeMarkdown(part)))
    .join('');
}
