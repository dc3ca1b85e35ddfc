import type { FunctionReport, LineReport } from '../../shared/report.ts';
import { cutEnd, oneLine } from './displayText.ts';
import type { Style } from './style.ts';
import { warningLines } from './warningLines.ts';
import { markerWords, shareList, tierWords } from './words.ts';

/** What stands below a hot line: the tier of its own code, what its time was, and markers with their reason. */
export function lineDetails(
  line: LineReport,
  functionsThere: FunctionReport[],
  marked: FunctionReport[],
  indent: number,
  style: Style,
): string[] {
  const { gc, v8, native, core, deps } = line.parts;
  const whole = functionsThere.find((each) => each.line === line.line)?.name ?? 'the function';
  const facts = [
    line.exact ? '' : `line not known, all of ${oneLine(whole)}`,
    line.own >= line.self * 0.1 ? tierWords(line.tiers) : '',
    line.own >= line.self * 0.95
      ? ''
      : shareList([
          ['own', line.own],
          ['packages', deps],
          ['Node.js core', core],
          ['V8 builtins', v8],
          ['native', native],
          ['GC', gc],
        ]),
  ].filter((text) => text !== '');
  const pad = ' '.repeat(indent);
  const words = cutEnd(facts.join(' · '), style.columns - indent);
  return [
    ...(words === '' ? [] : [pad + style.colours.dim(words)]),
    ...marked.flatMap((each) => warningLines(markerWords(each) ?? '', indent, style)),
  ];
}

/**
 * The line at which each function's marker is shown, of those that are: once is enough. Where it
 * deoptimizes if that is among them, else its hottest line.
 */
export function markersByLine(
  lines: LineReport[],
  functionsAt: (file: string, line: number) => FunctionReport[],
): Map<LineReport, FunctionReport[]> {
  const places = new Map<FunctionReport, LineReport>();
  for (const line of lines) {
    for (const each of functionsAt(line.file, line.line)) {
      if (each.marker === null) continue;
      const known = places.get(each);
      if (!known || (!isMainSite(known, each) && isMainSite(line, each))) places.set(each, line);
    }
  }
  const byLine = new Map<LineReport, FunctionReport[]>();
  for (const [each, line] of places) byLine.set(line, [...(byLine.get(line) ?? []), each]);
  return byLine;
}

function isMainSite(line: LineReport, { deopts }: FunctionReport): boolean {
  return deopts[0]?.file === line.file && deopts[0].line === line.line;
}
