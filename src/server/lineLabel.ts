import { formatCount, formatShare } from '../shared/format.ts';
import type { FunctionReport, LineReport } from '../shared/report.ts';

type LabelledLine = Pick<LineReport, 'self' | 'exact'>;

/** What stands at the end of a hot line: `34.2 %  ⚠ deopt ×41 wrong map`. `marked` are the functions whose marker is told there. */
export function lineLabel(line: LabelledLine, marked: FunctionReport[], stale: boolean): string {
  const note = lineNote(line, marked, stale);
  return note === '' ? formatShare(line.self) : `${formatShare(line.self)}  ${note}`;
}

/** The label without its share; empty where there is nothing to say. */
export function lineNote(
  { exact }: LabelledLine,
  marked: FunctionReport[],
  stale: boolean,
): string {
  const facts = exact ? [] : ['≈ function, line not known'];
  if (stale) facts.push('changed since the run');
  else facts.push(...marked.map(markerLabel).slice(0, 1));
  return facts.join('  ');
}

/** `⚠ deopt ×41 wrong map`, `⚠ not optimized`; empty without a marker. */
export function markerLabel({ marker, deopts }: FunctionReport): string {
  switch (marker) {
    case null:
      return '';
    case 'not-optimized':
      return '⚠ not optimized';
    case 'deopt-loop': {
      const count = deopts.reduce((sum, site) => sum + site.count, 0);
      return `⚠ deopt ×${formatCount(count)} ${deopts[0]?.reason ?? ''}`.trim();
    }
  }
}
