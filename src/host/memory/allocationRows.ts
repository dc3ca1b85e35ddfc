import type { AllocationsSummary } from '../../shared/allocationsWire.ts';
import { formatBytes, formatShare } from '../../shared/format.ts';
import { findingRows, type FindingRow } from '../findings/findingRows.ts';

/** A row of the view Allocations: what stands out comes before the functions. */
export type AllocationRow =
  | FindingRow
  | {
      kind: 'allocating';
      label: string;
      description: string;
      tooltip: string;
      uri: string;
      line: number;
    };

export function allocationRows(
  { memory, findings, functions }: AllocationsSummary,
  shortPath: (file: string) => string,
): AllocationRow[] {
  const whole = memory.bytesPerRequest ?? 0;
  return [
    ...findingRows(findings, shortPath),
    ...functions.map(({ name, file, line, uri, bytesPerRequest: bytes }): AllocationRow => {
      const share = formatShare(whole > 0 ? bytes / whole : 0);
      return {
        kind: 'allocating',
        label: `${formatBytes(bytes)}  ${name}`,
        description: `${share} · ${shortPath(file)}:${line}`,
        tooltip: `${name} allocates ${formatBytes(bytes)} for each request, ${share} of all, with what packages and Node.js allocate for it.`,
        ...{ uri, line },
      };
    }),
  ];
}
