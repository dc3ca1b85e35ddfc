import type { LearnedPath, LearnedRequests, LearnedStep } from '../../shared/learningWire.ts';

/** Enough for one near the median and one near the 99th percentile. */
const maxPaths = 200;
/** A path with more steps is not kept: it would be too long to look at. */
const maxSteps = 1_000;
const maxLatencies = 20_000;

/** Keeps the whole paths of some requests, so that each that was followed is as likely to be kept. */
export class KeptPaths {
  readonly #latenciesMs: number[] = [];
  readonly #paths: LearnedPath[] = [];
  #seen = 0;

  /** @param steps from the last one back to the first */
  add(latencyMs: number, steps: readonly LearnedStep[]): void {
    if (this.#latenciesMs.length < maxLatencies) this.#latenciesMs.push(toMicros(latencyMs));
    if (steps.length > maxSteps) return;
    this.#seen++;
    const at = this.#seen <= maxPaths ? this.#paths.length : Math.floor(Math.random() * this.#seen);
    if (at < maxPaths) this.#paths[at] = { ms: latencyMs, steps: [...steps] };
  }

  results(): Pick<LearnedRequests, 'latenciesMs' | 'paths'> {
    const paths = this.#paths.map(({ ms, steps }) => ({
      ms: toMicros(ms),
      steps: [...steps].reverse().map(rounded),
    }));
    return { latenciesMs: this.#latenciesMs, paths };
  }
}

function rounded(step: LearnedStep): LearnedStep {
  return { ...step, startMs: toMicros(step.startMs), ms: toMicros(step.ms) };
}

/** Milliseconds with whole microseconds. */
export function toMicros(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
