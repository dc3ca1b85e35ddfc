import type { LoadDone } from '../../shared/loadWire.ts';
import { formatNumberOf } from '../../shared/format.ts';
import type { Wording } from '../../shared/wording.ts';
import { costWarnings, fewSamplesText } from '../../shared/samplerText.ts';
import { loadLimit, type LoadMade } from './loadLimit.ts';
import { waitedForCpu } from './otherPrograms.ts';

const saturatedCpuShare = 0.9;
const fewRequests = 100;
const longWait = 0.1;

export interface SampledTime {
  samplesOnCpu: number;
  intervalMicros: number;
  /** CPU time of all threads within the window, by the system's accounting; null if unknown. */
  cpuMicros: number | null;
  /** The share of `cpuMicros` that sampling took; null if unknown. */
  costShare: number | null;
  idleShare: number;
}

/** Cautions about a run's figures: whole sentences, gravest first. `sampled` is null before there are samples. */
export function loadWarnings(
  done: LoadDone,
  made: LoadMade,
  sampled: SampledTime | null,
): Wording[] {
  const warnings: Wording[] = [];
  if (done.non2xx > 0) {
    const first = done.firstNon2xx ? ` (the first was ${done.firstNon2xx.status})` : '';
    warnings.push(
      `${done.non2xx} of ${done.requests} answers were not 2xx${first}: the profile shows the server failing too.`,
    );
  }
  const otherErrors = done.errors - done.timeouts;
  if (otherErrors > 0) {
    warnings.push(
      `${otherErrors} ${otherErrors === 1 ? 'request' : 'requests'} failed on the connection${done.firstError ? `: ${done.firstError}` : ''}.`,
    );
  }
  if (done.timeouts > 0) {
    warnings.push(
      `${done.timeouts} ${done.timeouts === 1 ? 'request' : 'requests'} timed out and ${done.timeouts === 1 ? 'is' : 'are'} not in the latencies.`,
    );
  }
  const waited = serverWaited(made, sampled);
  const isSaturated = done.clientCpuShare > saturatedCpuShare;
  const limit =
    sampled && canBeLimited(done, made, sampled) ? loadLimit(done, made, sampled.idleShare) : null;
  if (limit !== null) warnings.push(limit);
  if (isSaturated) {
    warnings.push(
      `The load process used ${Math.round(done.clientCpuShare * 100)} % of a core: the server may be faster than these figures show.`,
    );
  }
  const rareSamples = sampled && fewSamplesText({ onCpu: sampled.samplesOnCpu });
  if (done.requests < fewRequests) {
    const answered = `Only ${formatNumberOf(done.requests, 'request')} ${done.requests === 1 ? 'was' : 'were'} answered`;
    // The sentence on rare samples gives the same advice.
    warnings.push(
      rareSamples
        ? `${answered}.`
        : `${answered}: more load or a longer duration gives figures that can be relied on.`,
    );
  }
  if (rareSamples) warnings.push(rareSamples);
  // It changes shares, and bytes as little as the figures of the load.
  if (sampled && waited > longWait) warnings.push(waitedForCpu(waited, made.cpu?.others ?? null));
  warnings.push(...costWarnings(sampled?.costShare));
  return warnings;
}

/** Whether the load's own figures can tell why the server was idle. */
export function canBeLimited(done: LoadDone, made: LoadMade, sampled: SampledTime): boolean {
  return done.clientCpuShare <= saturatedCpuShare && serverWaited(made, sampled) <= longWait;
}

function serverWaited({ cpu }: LoadMade, sampled: SampledTime | null): number {
  return cpu?.server?.waited ?? (sampled ? waitedShare(sampled) : 0);
}

/**
 * Estimates the wait for a CPU where the system does not report it. The sampler ticks by the clock,
 * so it also hits a thread that is ready but has no CPU. Samples that no CPU time accounts for are
 * such waits. CPU time of V8's own threads makes the estimate too low, never too high.
 */
function waitedShare({ samplesOnCpu, intervalMicros, cpuMicros }: SampledTime): number {
  const sampledMicros = samplesOnCpu * intervalMicros;
  if (cpuMicros === null || sampledMicros === 0) return 0;
  return Math.max(0, 1 - cpuMicros / sampledMicros);
}
