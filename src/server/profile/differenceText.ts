import type { CodeChanges, CostChange, FunctionChange } from '../../shared/codeChange.ts';
import { fileBelow } from '../../shared/filePaths.ts';
import { formatMicros, formatShare } from '../../shared/format.ts';
import type { LineDifference } from '../../shared/measureWire.ts';
import { fateText, formatSignedMicros } from '../../shared/verdictText.ts';
import type { ComparedCode } from './comparedCode.ts';
import { escapeMarkdown } from '../core/markdown.ts';

/** `▼ 9.8` percent of a request's previous cost; `new` for a new line; empty within noise. */
export function differenceLabel(difference: LineDifference | null): string {
  if (!difference?.isBeyondNoise) return '';
  return difference.before === null ? 'new' : changeLabel(difference.changeShare);
}

function changeLabel(changeShare: number): string {
  return `${changeShare < 0 ? '▼' : '▲'} ${formatShare(Math.abs(changeShare)).replace(' %', '')}`;
}

/** The hover's part on a line as Markdown: its cost now and before, and that of its function. */
export function differenceBlock(
  compared: ComparedCode,
  { difference, stale }: { difference: LineDifference; stale: boolean },
  of: FunctionChange | null,
): string[] {
  const { unit } = compared;
  const lines = [
    `**Compared with** ${escapeMarkdown(compared.baseText)}${stale ? ', of the code as it ran' : ''}`,
    '',
    `- ${lineText(difference, unit)}`,
  ];
  if (of) lines.push(`- ${functionText(of, compared)}`);
  return lines;
}

function lineText(difference: LineDifference, unit: CodeChanges['unit']): string {
  const { before, nowShare, nowMicros, change, isBeyondNoise } = difference;
  const now = `now ${formatShare(nowShare)} (${formatMicros(nowMicros)})`;
  const time = unit === 'cpu' ? 'CPU time' : 'sampled time';
  if (before === null) {
    return `This line is new: ${now} of the ${time} of a request`;
  }
  const was = `before ${formatShare(before.share)} (${formatMicros(before.micros)})`;
  const figures = `${was}, ${now} of the ${time} of a request`;
  const words = changeText(change, isBeyondNoise);
  return `This line: ${figures}. ${words}`;
}

function changeText(change: CostChange['change'], isBeyondNoise: boolean): string {
  if (!change) return 'Too few runs to tell a difference from noise';
  const { micros, lowMicros, highMicros } = change;
  const interval = `between ${formatSignedMicros(lowMicros)} and ${formatSignedMicros(highMicros)}`;
  if (!isBeyondNoise) return `No difference beyond the noise (${interval})`;
  const word = micros < 0 ? '▼ Less' : '▲ More';
  return `${word}: **${formatSignedMicros(micros)}** a request, ${interval}`;
}

function functionText(of: FunctionChange, { baseFolder }: ComparedCode): string {
  const name = `The function **${escapeMarkdown(of.head?.name ?? of.base?.name ?? '')}**`;
  if (of.base === null) return `${name} is new: now ${formatMicros(of.headMicros)}`;
  const fate = escapeMarkdown(fateText(of, (file) => fileBelow(file, baseFolder)));
  const was = `before ${formatMicros(of.baseMicros)}, now ${formatMicros(of.headMicros)}`;
  const words = changeText(of.change, of.isBeyondNoise);
  return `${name}${fate === '' ? '' : ` (${fate})`}: ${was}. ${words}`;
}
