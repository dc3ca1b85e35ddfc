import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import {
  recordedFile,
  recordedFolder,
  recordedRoot,
  recordedRuns,
  root,
  type RecordedRun,
} from './support/recordedRun.ts';

/**
 * `npm run update:runs -- [NAME…]` profiles bundled servers anew, on a machine that should be quiet, and
 * keeps the saved runs for the tests that ask how a run is shown.
 */
const names = process.argv.slice(2);
for (const name of Object.keys(recordedRuns) as RecordedRun[]) {
  if (names.length === 0 || names.includes(name)) record(name);
}

function record(run: RecordedRun): void {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'recorded-'));
  try {
    const { load, command } = recordedRuns[run];
    const saved = join(folder, 'run.cpuprofile');
    const argv = [join(root, 'dist/cli.cjs'), 'run', ...load, '--out', saved, '--', ...command];
    execFileSync(process.execPath, argv, { cwd: recordedFolder(run), stdio: 'inherit' });
    const text = readFileSync(saved, 'utf8').replaceAll(root, recordedRoot);
    writeFileSync(recordedFile(run), gzipSync(text, { level: 9 }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
