import { buildReport } from '../../src/analysis/report/buildReport.ts';
import type { Profile } from '../../src/analysis/profile/profile.ts';
import type { Report } from '../../src/shared/report.ts';
import { profileFromText } from './textProfile.ts';

/** A complete report around the samples of a profile: the run of a made-up server. */
export function reportOf(profile: Profile, change: Partial<Report> = {}): Report {
  const made = buildReport(profile, new Set(['app']));
  return {
    hotframe: 1,
    target: {
      pid: 4711,
      node: '22.11.0',
      v8: '12.4.254.21',
      command: ['node', 'src/server.js'],
      cwd: '/app',
      url: 'http://127.0.0.1:3000/',
      listenMs: 140,
      processes: [{ pid: 4711, threadId: 0, role: 'main', samples: made.samples }],
    },
    load: {
      url: 'http://127.0.0.1:3000/orders?limit=50',
      connections: 10,
      durationS: 10,
      requests: 42_318,
      reqPerS: { mean: 4231.8, stdev: 88.2, samples: [4190, 4280, 4231] },
      latencyMs: {
        ...{ mean: 2.3, p50: 2.12, p90: 3.1, p97_5: 4.41, p99: 6.05, max: 31.4 },
        samples: [
          { p50: 2.2, p99: 8.4 },
          { p50: 2.1, p99: 5.1 },
          { p50: 2.12, p99: 5.6 },
        ],
      },
      bytesPerS: 8_100_000,
      errors: 0,
      timeouts: 0,
      non2xx: 0,
      warnings: [],
    },
    sampling: {
      sampler: 'v8log',
      intervalMicros: profile.intervalMicros,
      samples: made.samples,
      onCpu: made.onCpu,
      idleShare: made.idleShare,
      gcShare: made.gcShare,
      unattributedShare: made.unattributedShare,
      windowMs: profile.windowMs,
      cpuMicrosPerRequest: 231.4,
      costShare: 0.0191,
    },
    ...(made.requests && { requests: made.requests }),
    ...(made.routes && { routes: made.routes }),
    lines: made.lines,
    functions: made.functions,
    packages: made.packages,
    unattributed: made.unattributed,
    notes: [],
    failure: null,
    ...change,
  };
}

/** Stacks, outermost first, each drawn as often as its number says. */
export function profileFromStacks(stacks: readonly [count: number, ...cells: string[]][]): Profile {
  const columns = stacks.flatMap(([count, ...cells]) => Array.from({ length: count }, () => cells));
  const widths = columns.map((cells) => Math.max(...cells.map((cell) => cell.length)) + 2);
  const depth = Math.max(0, ...columns.map((cells) => cells.length));
  const rows = Array.from({ length: depth }, (_, row) =>
    columns.map((cells, column) => (cells[row] ?? '').padEnd(widths[column]!)).join(''),
  );
  return profileFromText(rows.join('\n'));
}
