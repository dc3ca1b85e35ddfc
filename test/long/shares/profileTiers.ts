import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Report } from '../../../src/shared/report.ts';
import { profileZoo } from '../../process/profileZoo.ts';
import { tiersServer } from '../../support/zoo.ts';
import { readStatuses, type Statuses } from './optimizationStatus.ts';

export interface TiersRun {
  report: Report;
  /** V8's own word for each function, oldest first. */
  statuses: Statuses[];
}

/** V8 goes by what has run, not by the clock: with fewer it may still be at compiling. */
const minRequests = 150;
const load = { durationS: 2, warmupS: 1, connections: 2 };

/** A run of the server `tiers`; again, for longer, where the machine let it answer too few requests. */
export async function profileTiers(major: number): Promise<TiersRun> {
  const first = await profileFor(major, 1);
  const requests = first.report.load?.requests ?? minRequests;
  if (requests >= minRequests) return first;
  return profileFor(major, Math.min(8, Math.max(2, (1.5 * minRequests) / Math.max(1, requests))));
}

async function profileFor(major: number, times: number): Promise<TiersRun> {
  const folder = mkdtempSync(path.join(tmpdir(), 'status-'));
  const file = path.join(folder, 'status.ndjson');
  const { durationS, warmupS, connections } = load;
  try {
    const { report } = await profileZoo(
      tiersServer(major),
      major,
      { durationS: durationS * times, warmupS: warmupS * times, connections },
      { env: { STATUS_FILE: file } },
    );
    return { report, statuses: report.failure ? [] : readStatuses(file) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
