import type { LoadDone, LoadProgress, LoadStart } from '../../shared/loadWire.ts';
import { AnswersPerSecond } from './answersPerSecond.ts';
import { fireLoad } from './fireLoad.ts';
import { LatencyHistogram } from './latencyHistogram.ts';

const progressMs = 100;

/** Runs one load phase, counts its answers and reports progress. Rejects if it can't run at all. */
export async function runLoadPhase(
  start: LoadStart,
  onProgress: (progress: LoadProgress) => void,
): Promise<LoadDone> {
  const latencies = new LatencyHistogram();
  const perSecond = new AnswersPerSecond();
  const byRequest = start.requests.map(() => ({ answers: 0, latencySumMs: 0 }));
  const count = {
    ...{ requests: 0, errors: 0, timeouts: 0, non2xx: 0 },
    ...{ begun: 0, bytes: 0, latencySumMs: 0 },
  };
  const statusCounts: Record<string, number> = {};
  let firstNon2xx: LoadDone['firstNon2xx'] = null;
  let firstError: string | null = null;

  const cpuBefore = process.cpuUsage();
  const startedNs = process.hrtime.bigint();
  const elapsedMs = () => Number(process.hrtime.bigint() - startedNs) / 1e6;

  const ended = fireLoad(start, {
    onBegun() {
      count.begun++;
    },
    onBytes(bytes) {
      count.bytes += bytes;
    },
    onAnswer(status, latencyMs, request) {
      latencies.record(latencyMs);
      perSecond.add(elapsedMs(), latencyMs);
      count.requests++;
      count.latencySumMs += latencyMs;
      const ofRequest = byRequest[request]!;
      ofRequest.answers++;
      ofRequest.latencySumMs += latencyMs;
      statusCounts[status] = (statusCounts[status] ?? 0) + 1;
      if (status < 200 || status > 299) count.non2xx++;
    },
    onBadAnswer(status, body) {
      firstNon2xx ??= { status, body: body.slice(0, 20_000) };
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
      bytes: count.bytes,
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
  const seconds = perSecond.end(spentMicros / 1000);
  return {
    type: 'done',
    startedNs: String(startedNs),
    endedNs: String(endedNs),
    requests: count.requests,
    begun: count.begun,
    byRequest,
    perSecond: seconds.answers,
    latencyMs: {
      mean: count.requests === 0 ? 0 : count.latencySumMs / count.requests,
      p50: latencies.percentileMs(50),
      p90: latencies.percentileMs(90),
      p97_5: latencies.percentileMs(97.5),
      p99: latencies.percentileMs(99),
      max: latencies.maxMs,
      samples: seconds.latencies,
    },
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
