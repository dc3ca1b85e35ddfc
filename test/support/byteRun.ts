import type { FlameModel } from '../../src/analysis/flame/flameModel.ts';
import { buildReport } from '../../src/analysis/report/buildReport.ts';
import { memoryReport, withFunctions } from '../../src/analysis/report/memoryReport.ts';
import type { Profile } from '../../src/analysis/profile/profile.ts';
import type { FlameNode } from '../../src/shared/flameNode.ts';
import { sampledBytes } from '../../src/shared/memory.ts';
import type { Report } from '../../src/shared/report.ts';
import { reportOf } from './sampleRun.ts';

/** The report of a run of allocations with such samples: 100 requests, which allocate so many bytes each. */
export function byteReport(profile: Profile, bytesPerRequest: number): Report {
  const thread = { heapBytes: bytesPerRequest * 100, collections: [], externalBytes: 0 };
  const whole = memoryReport({ threads: [thread], lost: 0, unable: null, cpuMicros: null }, 100);
  return reportOf(profile, {
    memory: withFunctions(whole, buildReport(profile, new Set(['app']))),
    // Shares of bytes are no shares of time.
    ...{ sampling: null, lines: [], functions: [], packages: [], unattributed: [], findings: [] },
  });
}

/** What each function has itself in the whole flamegraph of bytes, by `name file:line`; `elsewhere` is without one. */
export function selfInPicture(model: FlameModel): Map<string, number> {
  const bytes = new Map<string, number>();
  const visit = ({ functionId, name, file, line, self, children }: FlameNode) => {
    const key = functionId < 0 ? 'elsewhere' : `${name} ${file}:${line}`;
    bytes.set(key, (bytes.get(key) ?? 0) + self * sampledBytes(model.report)!);
    children.forEach(visit);
  };
  const visibility = { areas: ['app' as const], packages: [] };
  visit(model.query({ visibility, inverted: false, minShare: 0 }));
  return bytes;
}
