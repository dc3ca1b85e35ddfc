import { formatShare } from '../../shared/format.ts';
import type { LineReport } from '../../shared/report.ts';
import type { FunctionsAt } from '../functionsByLine.ts';
import type { SourceOf } from '../sourceOf.ts';
import { cutEnd, cutPath, displayWidth, oneLine, padEnd, padStart } from './displayText.ts';
import { shareBar } from './shareBar.ts';
import { heading, type Style } from './style.ts';
import { warningLines } from './warningLines.ts';
import { markerWords, placeWords, shareList, tierWords } from './words.ts';

const shareColumns = 7;

/** The lines with the most time on top of the stack: share, place, text, and what the time was. */
export function hotLinesSection(
  lines: LineReport[],
  sourceOf: SourceOf,
  functionsAt: FunctionsAt,
  maxLines: number,
  style: Style,
): string[] {
  const shown = lines.filter(({ self }) => self >= 0.0005).slice(0, maxLines);
  if (shown.length === 0) return [];
  const barColumns = style.columns < 100 ? 6 : 10;
  const indent = 2 + shareColumns + 2 + barColumns + 2;
  const full = Math.max(...shown.map(({ self }) => self));
  const places = shown.map(({ file, line }) => placeWords(file, line, style.baseFolder));
  const maxPlace = Math.floor((style.columns - indent) * 0.45);
  const placeColumns = Math.min(maxPlace, Math.max(...places.map(displayWidth)));
  const rows = shown.flatMap((line, index) => {
    const place = cutPath(places[index] ?? '', placeColumns);
    const source = cutEnd(sourceText(line, sourceOf), style.columns - indent - placeColumns - 2);
    const share = style.colours.bold(padStart(formatShare(line.self), shareColumns));
    const bar = style.colours.red(padEnd(shareBar(line.self, full, barColumns), barColumns));
    const first = `  ${share}  ${bar}  ${padEnd(place, placeColumns)}  ${source}`.trimEnd();
    return [first, ...detailLines(line, functionsAt(line.file, line.line), indent, style)];
  });
  return [heading('Hot lines', 'self: on top of the stack, hidden calls included', style), ...rows];
}

function sourceText(line: LineReport, sourceOf: SourceOf): string {
  const text = sourceOf(line.file);
  if (text === null) return '';
  // Cut before cleaning: a line of a bundle can be megabytes.
  return oneLine((text.split('\n')[line.line - 1] ?? '').trimStart().slice(0, 400)).trim();
}

function detailLines(
  line: LineReport,
  functions: ReturnType<FunctionsAt>,
  indent: number,
  style: Style,
): string[] {
  const pad = ' '.repeat(indent);
  const room = style.columns - indent;
  const { gc, v8, native, core, deps } = line.parts;
  const hasParts = line.own < line.self * 0.95;
  const facts = [
    hasParts
      ? shareList([
          ['own', line.own],
          ['packages', deps],
          ['Node.js core', core],
          ['V8 builtins', v8],
          ['native', native],
          ['GC', gc],
        ])
      : '',
    line.own >= line.self * 0.1 ? tierWords(line.tiers) : '',
    line.exact ? '' : `line not known: all of ${oneLine(functions[0]?.name ?? 'the function')}`,
  ].filter((text) => text !== '');
  const lines = facts.length > 0 ? [pad + style.colours.dim(cutEnd(facts.join(' · '), room))] : [];
  for (const each of functions) {
    const marker = markerWords(each);
    if (marker) lines.push(...warningLines(marker, indent, style));
  }
  return lines;
}
