import { formatCount } from '../../shared/format.ts';
import { accessWords, icStateSentence, shapeCountWords } from '../../shared/icWords.ts';
import type { IcReport } from '../../shared/report.ts';
import { escapeMarkdown } from './markdown.ts';

const maxAccesses = 6;
const maxShapes = 6;
/** Each access misses once or twice for each shape. */
const minMisses = 100;

/** What a deep run says of the line's property accesses, as Markdown lines; none of another run. */
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
    shapeCountWords(ic) + (names.length > 0 ? `: ${names.join(' · ')}` : ''),
    misses >= minMisses ? `looked up in the object itself ${formatCount(misses)} times` : '',
  ].filter((fact) => fact !== '');
  return `- **${state}** ${escapeMarkdown(accessWords(ic))}: ${facts.join('; ')}`;
}

/** As Markdown that stays in one line. */
function unbroken(shape: string): string {
  return escapeMarkdown(shape).replaceAll(' ', '\u00a0');
}

function singleLine(single: readonly IcReport[]): string {
  const names = [...new Set(single.map(accessWords))];
  const shown = names.slice(0, maxAccesses).map(escapeMarkdown).join(', ');
  return `- monomorphic ${shown}${names.length > maxAccesses ? ', …' : ''}`;
}
