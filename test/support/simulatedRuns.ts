import type { Repeat } from '../../src/shared/verdict.ts';
import type { NextRandom } from './random.ts';

/** What machines do to runs of the same code, as the logarithm of the CPU time of a request. */
export const noises = {
  'log-normal': (random: NextRandom, sd: number) => () => sd * normal(random),
  /** Up to a tenth warmer or cooler over 24 runs. */
  drift(random: NextRandom, sd: number) {
    const perRun = ((random() - 0.5) * 0.2) / 24;
    return (run: number) => sd * normal(random) + perRun * run;
  },
  'random walk'(random: NextRandom, sd: number) {
    let level = 0;
    return () => (level += 0.5 * sd * normal(random)) + sd * normal(random);
  },
  /** One run in 20 is disturbed by something else: up to a half slower. */
  outliers: (random: NextRandom, sd: number) => () =>
    sd * normal(random) + (random() < 0.05 ? 0.1 + 0.4 * random() : 0),
  /** The machine is now and then in a slower state for a dozen of runs. */
  'two speeds'(random: NextRandom, sd: number) {
    let isSlow = false;
    return () => {
      if (random() < 0.08) isSlow = !isSlow;
      return sd * normal(random) + (isSlow ? 0.12 : 0);
    };
  },
  skewed: (random: NextRandom, sd: number) => () => sd * (-Math.log(1 - random()) - 1),
} satisfies Record<string, (random: NextRandom, sd: number) => (run: number) => number>;

export type Noise = keyof typeof noises;

function normal(random: NextRandom): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** A run of a server that is busy all the time, so that requests per second follow its CPU time. */
export function simulatedRun(order: number, logCost: number): Repeat {
  const cpuMicrosPerRequest = 400 * Math.exp(logCost);
  const reqPerS = 1e6 / cpuMicrosPerRequest;
  const p50 = 10_000 / reqPerS;
  return {
    order,
    requests: Math.round(3 * reqPerS),
    reqPerS,
    cpuMicrosPerRequest,
    latencyMs: { p50, p90: 1.5 * p50, p99: 3 * p50 },
    waitMs: null,
    bytesPerRequest: null,
    warnings: [],
  };
}
