import { heatOf, waitHeatOf, type Heat, type WaitHeat } from './heat.ts';
import type { LineReport } from './report.ts';
import type { RequestsReport } from './requestTimes.ts';
import { waitShareOf } from './requestText.ts';

/** The times that the editor shows on lines: their CPU time, how long requests wait there, or both. */
export const shownTimes = ['cpu', 'waits', 'both'] as const;

export type ShownTimes = (typeof shownTimes)[number];

/** The shares of a line that are shown; a share that is not shown is 0. */
export interface ShownShares {
  /** Share of the CPU time. */
  cpu: number;
  /** Share of a request's latency. */
  wait: number;
}

export function shownShares(
  line: Pick<LineReport, 'self' | 'waitMs'>,
  requests: RequestsReport | null | undefined,
  { minShare, times }: { minShare: number; times: ShownTimes },
): ShownShares {
  return {
    cpu: times !== 'waits' && line.self >= minShare ? line.self : 0,
    wait: times === 'cpu' ? 0 : waitShareOf(line, requests),
  };
}

/** The colour of a line: of its CPU time, or of its waits if they have the larger share. */
export function shownHeat({ cpu, wait }: ShownShares): Heat | WaitHeat {
  return cpu >= wait ? heatOf(cpu) : waitHeatOf(wait);
}

export function largerShare({ cpu, wait }: ShownShares): number {
  return Math.max(cpu, wait);
}
