import type { CodeChanges, CostChange, FunctionChange } from '../../shared/codeChange.ts';
import { fileBelow } from '../../shared/filePaths.ts';
import { formatMicros, formatShare } from '../../shared/format.ts';
import type { LineDifference } from '../../shared/measureWire.ts';
import { fateWords, formatSignedMicros } from '../../shared/verdictText.ts';
import type { ComparedCode } from './comparedCode.ts';
import { escapeMarkdown } from '../lines/markdown.ts';

/** `▼ 9.8`: points of what a request cost before; `new` for a line that was not there; empty within the noise. */
export function differenceLabel(difference: LineDifference | null): string {
  if (!difference?.isBeyondNoise) return '';
  return difference.before === null ? 'new' : changeLabel(difference.changeShare);
}

/** `▼ 9.8`, `▲ <0.1`. */
function changeLabel(changeShare: number): string {
  return `${changeShare < 0 ? '▼' : '▲'} ${formatShare(Math.abs(changeShare)).replace(' %', '')}`;
}

/** What the hover says of a line, as Markdown: what it costs now and before, and its function. */
export function differenceBlock(
  compared: ComparedCode,
  { difference, stale }: { difference: LineDifference; stale: boolean },
  of: FunctionChange | null,
): string[] {
  const { unit } = compared;
  const lines = [
    `**Compared with** ${escapeMarkdown(compared.baseWords)}${stale ? ', of the code as it ran' : ''}`,
    '',
    `- ${lineWords(difference, unit)}`,
  ];
  if (of) lines.push(`- ${functionWords(of, compared)}`);
  return lines;
}

function lineWords(difference: LineDifference, unit: CodeChanges['unit']): string {
  const { before, nowShare, nowMicros, change, isBeyondNoise } = difference;
  const now = `now ${formatShare(nowShare)} (${formatMicros(nowMicros)})`;
  const time = unit === 'cpu' ? 'CPU time' : 'sampled time';
  if (before === null) {
    return `This line is new: ${now} of the ${time} of a request`;
  }
  const was = `before ${formatShare(before.share)} (${formatMicros(before.micros)})`;
  const figures = `${was}, ${now} of the ${time} of a request`;
  const words = changeWords(change, isBeyondNoise);
  return `This line: ${figures}. ${words}`;
}

function changeWords(change: CostChange['change'], isBeyondNoise: boolean): string {
  if (!change) return 'Too few runs to tell a difference from noise';
  const { micros, lowMicros, highMicros } = change;
  const interval = `between ${formatSignedMicros(lowMicros)} and ${formatSignedMicros(highMicros)}`;
  if (!isBeyondNoise) return `No difference beyond the noise (${interval})`;
  const word = micros < 0 ? '▼ Less' : '▲ More';
  return `${word}: **${formatSignedMicros(micros)}** a request, ${interval}`;
}

function functionWords(of: FunctionChange, { baseFolder }: ComparedCode): string {
  const name = `The function **${escapeMarkdown(of.head?.name ?? of.base?.name ?? '')}**`;
  if (of.base === null) return `${name} is new: now ${formatMicros(of.headMicros)}`;
  const fate = escapeMarkdown(fateWords(of, (file) => fileBelow(file, baseFolder)));
  const was = `before ${formatMicros(of.baseMicros)}, now ${formatMicros(of.headMicros)}`;
  const words = changeWords(of.change, of.isBeyondNoise);
  return `${name}${fate === '' ? '' : ` (${fate})`}: ${was}. ${words}`;
}
