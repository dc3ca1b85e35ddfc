import { formatCount } from '../../shared/format.ts';
import { accessText, icStateSentence, shapeCountText } from '../../shared/icText.ts';
import type { IcReport } from '../../shared/report.ts';
import { escapeMarkdown } from '../core/markdown.ts';

const maxAccesses = 6;
const maxShapes = 6;
/** Below this, misses are normal: an access misses once or twice for each shape. */
const minMisses = 100;

/**
 * Says what a deep run knows of the line's property accesses, as Markdown lines; none in other runs.
 */
export function icPart(ics: readonly IcReport[] | undefined): string[] {
  const [worst] = ics ?? [];
  if (!ics || !worst) return [];
  const many = ics.filter(({ state }) => state !== 'monomorphic');
  const single = ics.filter(({ state }) => state === 'monomorphic');
  const rest = Math.max(0, many.length - maxAccesses);
  return [
    '**Property accesses**',
    '',
    ...many.slice(0, maxAccesses).map(accessLine),
    ...(rest > 0 ? [`- and ${rest} more`] : []),
    ...(single.length > 0 ? [singleLine(single)] : []),
    '',
    icStateSentence(worst.state),
  ];
}

function accessLine(ic: IcReport): string {
  const { state, shapes, shapeCount, misses } = ic;
  const shown = shapes.slice(0, maxShapes);
  const more = shapeCount - shown.length;
  const names = [...shown.map(unbroken), ...(shown.length > 0 && more > 0 ? ['…'] : [])];
  const facts = [
    shapeCountText(ic) + (names.length > 0 ? `: ${names.join(' · ')}` : ''),
    misses >= minMisses ? `looked up in the object itself ${formatCount(misses)} times` : '',
  ].filter((fact) => fact !== '');
  return `- **${state}** ${escapeMarkdown(accessText(ic))}: ${facts.join('; ')}`;
}

/** Escapes for Markdown without allowing a line break. */
function unbroken(shape: string): string {
  return escapeMarkdown(shape).replaceAll(' ', '\u00a0');
}

function singleLine(single: readonly IcReport[]): string {
  const names = [...new Set(single.map(accessText))];
  const shown = names.slice(0, maxAccesses).map(escapeMarkdown).join(', ');
  return `- monomorphic ${shown}${names.length > maxAccesses ? ', …' : ''}`;
}
