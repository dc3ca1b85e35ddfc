import type { FunctionReport, LineReport } from '../../shared/report.ts';
import type { FunctionsAt } from './functionsByLine.ts';

/**
 * Chooses a line for each function's marker: its main deoptimization's if listed, else its hottest.
 */
export function markersByLine(
  lines: LineReport[],
  functionsAt: FunctionsAt,
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
