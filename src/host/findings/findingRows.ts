import { findingTitle } from '../../shared/finding.ts';
import { formatBytes, formatCount, formatRoughMs, formatShare } from '../../shared/format.ts';
import type { ListedFinding } from '../../shared/linesWire.ts';

/** A row of the view Findings: a finding, or what to do about the one above it. */
export type FindingRow =
  | {
      kind: 'finding';
      finding: ListedFinding;
      label: string;
      description: string;
      tooltip: string;
      children: FindingRow[];
    }
  | { kind: 'next'; finding: ListedFinding; label: string };

/** Dearest first. */
export function findingRows(
  findings: readonly ListedFinding[],
  shortPath: (file: string) => string,
): FindingRow[] {
  return findings.map((finding) => {
    const { file, line, text, next } = finding;
    const place = file === null || line === null ? [] : [`${shortPath(file)}:${line}`];
    return {
      kind: 'finding',
      finding,
      label: findingTitle(finding),
      description: [...priceText(finding), ...place].join(' · '),
      tooltip: `${text}\n\n${next}`,
      children: [{ kind: 'next', finding, label: next }],
    };
  });
}

function priceText({ kind, ms, share, bytes, perRequest }: ListedFinding): string[] {
  const thousand = `from ${formatCount(1000)} requests`;
  if (kind === 'memory-leak') return [`${formatBytes(1000 * (bytes ?? 0))} ${thousand}`];
  if (kind === 'handle-leak') return [`${formatCount(1000 * (perRequest ?? 0))} ${thousand}`];
  if (kind === 'n-plus-one' && perRequest !== null) return [`×${Math.round(perRequest)}`];
  if (share !== null) return [formatShare(share)];
  return ms === null ? [] : [formatRoughMs(ms)];
}
