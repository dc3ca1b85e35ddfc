import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

export const root = resolve(import.meta.dirname, '../..');
export const exampleFolder = join(root, 'test/workspaces/example');

/** A saved run of the bundled example, gzipped; see test/recordExample.ts. */
export const recordedExample = join(root, 'test/fixtures/example.cpuprofile.gz');

/** What stands in it for this repository's folder. */
export const recordedRoot = '/repository';

/** Writes it as a run of a copy of the example in `folder`, which is below this repository, and gives its path. */
export function writeRecordedExample(folder: string): string {
  const recorded = gunzipSync(readFileSync(recordedExample)).toString();
  const path = join(folder, 'recorded.cpuprofile');
  writeFileSync(
    path,
    recorded
      .replaceAll(exampleFolder.replace(root, recordedRoot), folder)
      .replaceAll(recordedRoot, root),
  );
  return path;
}
