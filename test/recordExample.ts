import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { exampleFolder, recordedExample, recordedRoot, root } from './support/recordedExample.ts';

/**
 * `npm run update:example` profiles the bundled example anew, on a machine that should be quiet, and keeps
 * the saved run for the tests that ask how a profile is shown.
 */
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'example-'));
try {
  const saved = join(folder, 'example.cpuprofile');
  const load = ['-c', '2', '-d', '4', '--warmup', '2', '--url', '/invoices/120'];
  const argv = [join(root, 'dist/cli.cjs'), 'run', ...load, '--out', saved, '--', 'npm', 'start'];
  execFileSync(process.execPath, argv, { cwd: exampleFolder, stdio: 'inherit' });
  const text = readFileSync(saved, 'utf8').replaceAll(root, recordedRoot);
  writeFileSync(recordedExample, gzipSync(text, { level: 9 }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
