import type { Report } from '../../shared/report.ts';
import type { Repeat } from '../../shared/verdict.ts';

/** The figures of a run to compare it by; null where it has no load. `order`: when it was taken. */
export function repeatOf({ load, sampling }: Report, order: number): Repeat | null {
  if (!load) return null;
  const { requests, reqPerS, latencyMs, warnings } = load;
  return {
    order,
    requests,
    reqPerS: reqPerS.mean,
    cpuMicrosPerRequest: sampling?.cpuMicrosPerRequest ?? null,
    latencyMs: { p50: latencyMs.p50, p90: latencyMs.p90, p99: latencyMs.p99 },
    warnings,
  };
}
