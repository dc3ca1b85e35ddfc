import { formatCount, formatShare } from '../../shared/format.ts';
import type { LineDifference } from '../../shared/measureWire.ts';
import { icLabel } from '../../shared/icWords.ts';
import type { FunctionReport, LineReport } from '../../shared/report.ts';
import { differenceLabel } from '../compare/differenceWords.ts';

/** A hot line; `marked` are the functions whose marker is told there. */
export interface LabelledLine {
  report: Pick<LineReport, 'self' | 'exact'> & Partial<LineReport>;
  marked: FunctionReport[];
  stale: boolean;
  difference: LineDifference | null;
}

/** What stands at the end of a hot line: `34.2 %  ⚠ deopt ×41 wrong map`, or `12.1 % ▼ 9.8`. */
export function lineLabel(hot: LabelledLine): string {
  const share = formatShare(hot.difference?.nowShare ?? hot.report.self);
  const note = lineNote(hot);
  if (note === '') return share;
  // An arrow belongs to the share.
  return /^[▲▼]/.test(note) ? `${share} ${note}` : `${share}  ${note}`;
}

/** The label without its share; empty where there is nothing to say. */
export function lineNote({ report, marked, stale, difference }: LabelledLine): string {
  const facts = stale ? [] : [differenceLabel(difference)];
  if (!report.exact) facts.push('≈ function, line not known');
  if (stale) facts.push('changed since the run');
  else facts.push(...marked.map(markerLabel).slice(0, 1), icLabel(report));
  return facts.filter((fact) => fact !== '').join('  ');
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
