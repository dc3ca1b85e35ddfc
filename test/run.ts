import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/**
 * `npm test`: runs the test files (those whose path contains one of the arguments, or all) and ends
 * with the line `N passed, N failed`. Node 20's own `--test` takes no patterns and prints another end.
 */

const testFolder = import.meta.dirname;
const maxMinutesPerFile = 10;

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

const counts: Counts = { passed: 0, failed: 0, skipped: 0 };
/** Files that were run again, once for each time. */
const again: string[] = [];
const wanted = process.argv.slice(2);
const unit = testFiles('unit');
const webview = testFiles('webview');
const real = testFiles('process');
const vscode = testFiles('vscode');

if (webview.length + vscode.length > 0) {
  const problem = browserProblem();
  if (problem) console.log(`${problem}\n`);
}
add(await runFiles(unit, 2));
add(await runFiles(webview, 1));
// Real servers under load: one at a time, or they would measure each other.
for (const file of real) await runMeasuring(file);
// The whole product in a real editor, which takes a CPU for itself.
for (const file of vscode) await runMeasuring(file);

const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
if (counts.passed + counts.failed === 0) console.log('No test ran.');
if (again.length > 0) console.log(`Run again, as they failed: ${again.join(', ')}`);
console.log(`${counts.passed} passed, ${counts.failed} failed${skipped}`);
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

function testFiles(room: string): string[] {
  const folder = join(testFolder, room);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => join(folder, file))
    .filter((file) => {
      const name = relative(testFolder, file);
      return wanted.length === 0 || wanted.some((part) => name.includes(part));
    })
    .sort();
}

/**
 * Up to twice more where it fails: what it measures is wrong where something else has the machine for
 * some seconds, such as another guest of its host. The last try counts.
 */
async function runMeasuring(file: string): Promise<void> {
  const name = relative(testFolder, file);
  for (let triesLeft = 2; ; triesLeft--) {
    const found = await runFiles([file], 1);
    if (found.failed === 0 || triesLeft === 0) return add(found);
    again.push(name);
    console.log(`${name} once more:`);
  }
}

function add(more: Counts): void {
  counts.passed += more.passed;
  counts.failed += more.failed;
  counts.skipped += more.skipped;
}

async function runFiles(files: string[], concurrency: number): Promise<Counts> {
  const found: Counts = { passed: 0, failed: 0, skipped: 0 };
  if (files.length === 0) return found;
  // The files' processes take over this one's execArgv, and with it the TypeScript loader.
  const stream = run({ files, concurrency, timeout: maxMinutesPerFile * 60_000 });
  stream.on('test:pass', (event) => {
    if (isSuite(event.details)) return;
    if (event.skip !== undefined || event.todo !== undefined) found.skipped++;
    else found.passed++;
  });
  stream.on('test:fail', (event) => {
    if (isSuite(event.details)) return;
    if (event.todo !== undefined) found.skipped++;
    else found.failed++;
  });
  const printed = stream.compose(new spec());
  for await (const text of printed) {
    // Without the totals of each group: the last line of all has them together.
    process.stdout.write(
      String(text).replace(
        /^.*ℹ (tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) .*\n/gm,
        '',
      ),
    );
  }
  return found;
}

function isSuite(details: { type?: string | undefined }): boolean {
  return details.type === 'suite';
}

/** Makes sure that the views' tests have a browser; the sentence is why they have none. */
function browserProblem(): string | null {
  if (findBrowser()) return null;
  const isDebian = spawnSync('apt-get', ['--version']).status === 0;
  if (!isDebian || process.getuid?.() !== 0) {
    return 'The tests of the views need Chromium: install it, or name its binary in CHROMIUM.';
  }
  console.log('Installing Chromium for the tests of the views.');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const step of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const { status, stderr } = spawnSync('apt-get', step, { env, encoding: 'utf8' });
    if (status !== 0) {
      const reason = stderr.trim().split('\n').at(-1) ?? '';
      return `The tests of the views need Chromium, which apt-get could not install: ${reason}`;
    }
  }
  return findBrowser() ? null : 'The tests of the views need Chromium, which is not in PATH.';
}

function findBrowser(): boolean {
  if (process.env['CHROMIUM']) return existsSync(process.env['CHROMIUM']);
  const folders = (process.env['PATH'] ?? '').split(':');
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  return folders.some((folder) => names.some((name) => existsSync(join(folder, name))));
}
