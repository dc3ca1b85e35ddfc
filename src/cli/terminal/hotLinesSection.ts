import { formatShare } from '../../shared/format.ts';
import type { LineReport, Report } from '../../shared/report.ts';
import type { FunctionsAt } from '../../analysis/report/functionsByLine.ts';
import { markersByLine } from '../../analysis/report/markerLines.ts';
import type { SourceOf } from '../../engine/profile/sourceOf.ts';
import { cutEnd, cutPath, displayWidth, padEnd, padStart, wrap } from './displayText.ts';
import { lineDetails } from './lineDetails.ts';
import { shareBar } from './shareBar.ts';
import { sourceText } from './sourceText.ts';
import { heading, type Style } from './style.ts';
import { placeText } from './words.ts';
import { worthShowing } from './worthShowing.ts';

const shareColumns = 7;

/** The lines with the most time on top of the stack: share, place, text and details. */
export function hotLinesSection(
  { lines, sampling }: Pick<Report, 'lines' | 'sampling'>,
  sourceOf: SourceOf,
  functionsAt: FunctionsAt,
  onCpuSamples: number,
  maxLines: number,
  style: Style,
): string[] {
  const shown = worthShowing(lines).slice(0, maxLines);
  if (shown.length === 0) return [];
  const barColumns = style.columns < 100 ? 6 : 10;
  const indent = 2 + shareColumns + 2 + barColumns + 2;
  const full = Math.max(...shown.map(({ self }) => self));
  const places = shown.map(({ file, line }) => placeText(file, line, style.baseFolder));
  const maxPlace = Math.floor((style.columns - indent) * 0.45);
  const placeColumns = Math.min(maxPlace, Math.max(...places.map(displayWidth)));
  const markers = markersByLine(shown, functionsAt);
  const rows = shown.flatMap((line, index) => {
    const place = cutPath(places[index] ?? '', placeColumns);
    const source = cutEnd(sourceText(line, sourceOf), style.columns - indent - placeColumns - 2);
    const share = style.colours.bold(padStart(formatShare(line.self), shareColumns));
    const bar = style.colours.red(padEnd(shareBar(line.self, full, barColumns), barColumns));
    const first = `  ${share}  ${bar}  ${padEnd(place, placeColumns)}  ${source}`.trimEnd();
    const there = functionsAt(line.file, line.line);
    return [
      first,
      ...lineDetails(line, there, markers.get(line) ?? [], onCpuSamples, indent, style),
    ];
  });
  return [
    heading('Hot lines', 'share of time on top of the stack, with what is hidden below', style),
    ...rows,
    ...inexactLines(lines, sampling, style),
  ];
}

/**
 * Says how much time has no line, if it is more than a trifle. Mostly it is that of Sparkplug code
 * before Node.js 26.
 */
function inexactLines(lines: LineReport[], sampling: Report['sampling'], style: Style): string[] {
  const share = lines.reduce((sum, { exact, self }) => sum + (exact ? 0 : self), 0);
  if (share < 0.02) return [];
  // Other samplers and programs have no such option.
  const advice = sampling?.sampler === 'v8log' ? '; --exact-lines gives every sample its line' : '';
  const sentence = `For ${formatShare(share)} of the time only the function is known, not the line${advice}.`;
  return wrap(sentence, style.columns - 2).map((line) => style.colours.dim(`  ${line}`));
}
