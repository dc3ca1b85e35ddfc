import { awaitLabel } from '../../shared/awaitText.ts';
import { formatCount, formatShare } from '../../shared/format.ts';
import type { LineDifference } from '../../shared/measureWire.ts';
import { icLabel } from '../../shared/icText.ts';
import { waitLabel } from '../../shared/requestText.ts';
import type { FunctionReport, LineReport } from '../../shared/report.ts';
import { differenceLabel } from './differenceText.ts';

/** A hot line; `marked` are the functions whose marker is shown there. */
export interface LabelledLine {
  report: Pick<LineReport, 'self' | 'exact'> & Partial<LineReport>;
  marked: FunctionReport[];
  stale: boolean;
  difference: LineDifference | null;
  /** Whether its CPU time is shown; absent: yes. */
  showsCpu?: boolean;
  /** Share of the latency that requests wait there; 0 or absent if that is not shown. */
  waitShare?: number;
}

/**
 * The label at the end of a hot line: `34.2 %  ⚠ deopt ×41 wrong map`, `12.1 % ▼ 9.8`, or
 * `⏱ 20 ms postgres ×8`.
 */
export function lineLabel(hot: LabelledLine): string {
  if (hot.showsCpu === false) return lineNote(hot);
  const share = formatShare(hot.difference?.nowShare ?? hot.report.self);
  const note = lineNote(hot);
  if (note === '') return share;
  // An arrow belongs to the share, so a single space separates them.
  return /^[▲▼]/.test(note) ? `${share} ${note}` : `${share}  ${note}`;
}

/** The label without its share; empty if there is nothing to say. */
export function lineNote(hot: LabelledLine): string {
  const { report, marked, stale, difference, showsCpu = true, waitShare = 0 } = hot;
  const facts = stale || !showsCpu ? [] : [differenceLabel(difference)];
  if (waitShare > 0) facts.push(waitLabel(report));
  if (showsCpu && !report.exact) facts.push('≈ function, line not known');
  if (stale) facts.push('changed since the run');
  else if (showsCpu) {
    facts.push(...marked.map(markerLabel).slice(0, 1), icLabel(report), awaitLabel(report));
  }
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
