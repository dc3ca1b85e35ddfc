import type { BenchFigures, BenchReport } from '../../src/shared/bench.ts';

/** Reports of benchmarks, for what is said of them. */

export const figures: BenchFigures = {
  clock: 'cpu',
  nsPerCall: { estimate: 1240, low: 1220, high: 1270 },
  elimination: 'measured',
  emptyNs: 3.1,
  bytesPerCall: 48,
  waitsNs: null,
  tiers: [{ tier: 'turbofan', processes: 6 }],
  isSameTier: true,
  deopts: [],
  processes: 6,
  calls: 1_000_000,
  threw: 0,
  error: null,
  mutates: false,
};

export function benchReport(changed: Partial<BenchReport> = {}): BenchReport {
  return {
    hotframeBench: 1,
    function: { name: 'price', file: '/app/src/prices.js', line: 3, kind: 'function' },
    node: '24.21.0',
    recording: { calls: 11_000, requests: 1_000, kept: 43, everyNth: 256, isUsed: true },
    underLoad: {
      ...{ share: 0.4, shareLow: 0.37, shareHigh: 0.43, tier: 'turbofan' },
      ...{ deopts: 0, isDeoptLoop: false, inlinedInto: [] },
      ...{ cpuMicrosPerRequest: 120, nsPerCall: null },
    },
    shapes: null,
    measured: figures,
    ...{ rival: null, answers: null, comparison: null, prediction: null },
    ...{ written: [], notes: [] },
    ...changed,
  };
}

/** The same against the last commit, in which it took twice the time. */
export function comparedReport(): BenchReport {
  return benchReport({
    rival: {
      ...figures,
      words: 'price at HEAD',
      nsPerCall: { estimate: 2480, low: 2440, high: 2540 },
    },
    answers: { calls: 43, isUnsteady: false, holdsFunctions: false, differing: 0, differences: [] },
    comparison: {
      verdict: { kind: 'faster', metric: 'cpuMicrosPerRequest', lowPercent: 48, highPercent: 52 },
      change: { percent: -50, lowPercent: -52, highPercent: -48 },
      judged: 'measured',
      pairs: 10,
    },
    prediction: { kind: 'change', percent: -28.6, lowPercent: -31, highPercent: -26 },
  });
}
