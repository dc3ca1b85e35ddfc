import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

export const root = resolve(import.meta.dirname, '../..');

/** How each saved run of test/fixtures was made; see test/recordRuns.ts. */
export const recordedRuns = {
  example: {
    workspace: 'example',
    load: ['-c', '2', '-d', '4', '--warmup', '2', '--url', '/invoices/120'],
    command: ['npm', 'start'],
  },
  nPlusOne: {
    workspace: 'faults',
    load: ['-c', '2', '-d', '4', '--warmup', '1'],
    command: ['node', 'nPlusOne.js'],
  },
} as const satisfies Record<string, { workspace: string; load: string[]; command: string[] }>;

export type RecordedRun = keyof typeof recordedRuns;

export const recordedFile = (run: RecordedRun) => join(root, `test/fixtures/${run}.cpuprofile.gz`);

export const recordedFolder = (run: RecordedRun) =>
  join(root, 'test/workspaces', recordedRuns[run].workspace);

/** What stands in them for this repository's folder. */
export const recordedRoot = '/repository';

/** Writes it as a run of a copy of its workspace in `folder`, which is below this repository, and gives its path. */
export function writeRecordedRun(run: RecordedRun, folder: string): string {
  const recorded = gunzipSync(readFileSync(recordedFile(run))).toString();
  const path = join(folder, 'recorded.cpuprofile');
  writeFileSync(
    path,
    recorded
      .replaceAll(recordedFolder(run).replace(root, recordedRoot), folder)
      .replaceAll(recordedRoot, root),
  );
  return path;
}
