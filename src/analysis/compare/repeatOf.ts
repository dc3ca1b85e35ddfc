import type { Report } from '../../shared/report.ts';
import type { Repeat } from '../../shared/verdict.ts';

/**
 * The figures by which a run is compared; null if it has no load. `order` says when it was taken.
 */
export function repeatOf(
  { load, sampling, requests: followed, memory }: Report,
  order: number,
): Repeat | null {
  if (!load) return null;
  const { requests, reqPerS, latencyMs, warnings } = load;
  return {
    order,
    requests,
    reqPerS: reqPerS.mean,
    cpuMicrosPerRequest: sampling?.cpuMicrosPerRequest ?? null,
    latencyMs: { p50: latencyMs.p50, p90: latencyMs.p90, p99: latencyMs.p99 },
    waitMs: followed?.parts.wait ?? null,
    bytesPerRequest: memory?.bytesPerRequest ?? null,
    warnings,
  };
}
