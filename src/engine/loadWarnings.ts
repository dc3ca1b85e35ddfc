import type { LoadDone } from '../shared/loadWire.ts';

const saturatedCpuShare = 0.9;
const fewRequests = 100;
const fewSamples = 200;

/** What a careful person would say about the figures of a run: whole sentences, gravest first. `samplesOnCpu` is null where there are none yet. */
export function loadWarnings(done: LoadDone, samplesOnCpu: number | null): string[] {
  const warnings: string[] = [];
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
  if (done.clientCpuShare > saturatedCpuShare) {
    warnings.push(
      `The load process used ${Math.round(done.clientCpuShare * 100)} % of a core: the server may be faster than these figures show.`,
    );
  }
  if (done.requests < fewRequests) {
    warnings.push(
      `Only ${done.requests} requests were answered: a longer duration gives figures that can be relied on.`,
    );
  }
  if (samplesOnCpu !== null && samplesOnCpu < fewSamples) {
    warnings.push(
      `Only ${samplesOnCpu} samples were on CPU: shares are rough, and a longer duration or more connections make them finer.`,
    );
  }
  return warnings;
}
