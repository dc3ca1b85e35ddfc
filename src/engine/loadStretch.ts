import { build, type Histogram } from 'hdr-histogram-js';
import type { LoadDone, LoadProgress, LoadStart } from '../shared/loadWire.ts';
import { fireLoad } from './fireLoad.ts';

const progressMs = 100;
const longestMicros = 3_600_000_000;

/** One stretch of load: counts what autocannon reports, and tells how it goes. Rejects where it cannot run at all. */
export async function runStretch(
  start: LoadStart,
  onProgress: (progress: LoadProgress) => void,
): Promise<LoadDone> {
  const latencies = build({
    bitBucketSize: 32,
    lowestDiscernibleValue: 1,
    highestTrackableValue: longestMicros,
    numberOfSignificantValueDigits: 3,
  });
  const count = { requests: 0, errors: 0, timeouts: 0, non2xx: 0, bytes: 0, latencySumMs: 0 };
  const statusCounts: Record<string, number> = {};
  const perSecond: number[] = [];
  let firstNon2xx: LoadDone['firstNon2xx'] = null;
  let firstError: string | null = null;

  const cpuBefore = process.cpuUsage();
  const startedNs = process.hrtime.bigint();
  const elapsedMs = () => Number(process.hrtime.bigint() - startedNs) / 1e6;

  const ended = fireLoad(start, {
    onAnswer(status, bytes, latencyMs) {
      const micros = Math.max(1, Math.round(latencyMs * 1000));
      latencies.recordValue(Math.min(longestMicros, micros));
      count.requests++;
      count.bytes += bytes;
      count.latencySumMs += latencyMs;
      statusCounts[status] = (statusCounts[status] ?? 0) + 1;
      if (status < 200 || status > 299) count.non2xx++;
      const second = Math.floor(elapsedMs() / 1000);
      perSecond[second] = (perSecond[second] ?? 0) + 1;
    },
    onBadAnswer(status, body) {
      firstNon2xx ??= { status, body };
    },
    onError(message, isTimeout) {
      count.errors++;
      if (isTimeout) count.timeouts++;
      firstError ??= message;
    },
  });

  const lastSecond = [{ atMs: 0, requests: 0, latencySumMs: 0 }];
  const timer = setInterval(() => {
    const now = { atMs: elapsedMs(), requests: count.requests, latencySumMs: count.latencySumMs };
    lastSecond.push(now);
    while (lastSecond.length > 1000 / progressMs + 1) lastSecond.shift();
    const then = lastSecond[0]!;
    const answers = now.requests - then.requests;
    onProgress({
      type: 'progress',
      elapsedMs: now.atMs,
      requests: count.requests,
      reqPerS: (answers / (now.atMs - then.atMs)) * 1000,
      latencyMs: answers ? (now.latencySumMs - then.latencySumMs) / answers : 0,
      errors: count.errors,
      non2xx: count.non2xx,
    });
  }, progressMs);

  try {
    await ended;
  } finally {
    clearInterval(timer);
  }
  const endedNs = process.hrtime.bigint();
  const cpu = process.cpuUsage(cpuBefore);
  const spentMicros = Number(endedNs - startedNs) / 1000;
  const wholeSeconds = Math.floor(spentMicros / 1e6);
  return {
    type: 'done',
    startedNs: String(startedNs),
    endedNs: String(endedNs),
    requests: count.requests,
    perSecond: Array.from({ length: wholeSeconds }, (_, second) => perSecond[second] ?? 0),
    latencyMs: latencyFigures(latencies, count.requests, count.latencySumMs),
    bytes: count.bytes,
    errors: count.errors,
    timeouts: count.timeouts,
    non2xx: count.non2xx,
    statusCounts,
    firstNon2xx,
    firstError,
    clientCpuShare: (cpu.user + cpu.system) / spentMicros,
  };
}

/** From microseconds in the histogram to milliseconds. */
function latencyFigures(
  latencies: Histogram,
  requests: number,
  sumMs: number,
): LoadDone['latencyMs'] {
  if (requests === 0) return { mean: 0, p50: 0, p90: 0, p97_5: 0, p99: 0, max: 0 };
  const max = latencies.maxValue / 1000;
  // A percentile is the upper end of its bucket, which may lie above the greatest value seen.
  const at = (percentile: number) =>
    Math.min(max, latencies.getValueAtPercentile(percentile) / 1000);
  return {
    mean: sumMs / requests,
    p50: at(50),
    p90: at(90),
    p97_5: at(97.5),
    p99: at(99),
    max,
  };
}
