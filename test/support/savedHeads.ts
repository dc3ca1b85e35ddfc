import type { ListedRun, RunHead, RunSeries } from '../../src/shared/savedRuns.ts';

const minuteMs = 60_000;

/** The head of a made-up run of so many minutes ago, on 2026-03-04. */
export function headOf(minutesAgo: number, change: Partial<RunHead> = {}): RunHead {
  return {
    takenAt: headNow - minutesAgo * minuteMs,
    name: '',
    isBaseline: false,
    series: ordersSeries,
    machine: { cpu: 'Some CPU', cores: 4, platform: 'linux', arch: 'x64' },
    target: {
      pid: 1,
      node: '22.11.0',
      v8: '12.4.254.21',
      command: ['node', 'server.js'],
      cwd: '/work/shop',
      url: 'http://127.0.0.1:3000/',
      listenMs: 140,
      commit: '1a2b3c4d5e6f',
      branch: 'main',
      modified: 'no',
    },
    load: {
      url: 'http://127.0.0.1:3000/orders',
      connections: 10,
      durationS: 10.01,
      requests: 42_318,
      reqPerS: { mean: 4231.8, stdev: 88.2 },
      latencyMs: { mean: 2.3, p50: 2.12, p90: 3.1, p97_5: 4.41, p99: 6.05, max: 31.4 },
      bytesPerS: 8_100_000,
      errors: 0,
      timeouts: 0,
      non2xx: 0,
    },
    sampling: {
      sampler: 'v8log',
      intervalMicros: 1000,
      samples: 9_800,
      onCpu: 8_640,
      idleShare: 0.118,
      gcShare: 0.041,
      unattributedShare: 0.02,
      windowMs: 10_010,
      cpuMicrosPerRequest: 231.4,
    },
    failure: null,
    ...change,
  };
}

export const headNow = Date.parse('2026-03-04T05:06:07.000Z');

export const ordersSeries: RunSeries = {
  folder: '/work/shop',
  launch: 'npm run start',
  request: 'GET /orders',
};

export function listedRun(minutesAgo: number, change: Partial<ListedRun> = {}): ListedRun {
  return {
    ...headOf(minutesAgo, change),
    path: `/storage/${minutesAgo}.hotframe`,
    bytes: 120_000,
    isShown: false,
    ...change,
  };
}
