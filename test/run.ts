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

/** A group that fails by itself, such as by a hook, has failed; else its tests are told alone. */
type Result = 'passed' | 'failed' | 'skipped' | 'group';
/** By the test's file and its names from the outermost on; a file that ended early is one by itself. */
type Results = Map<string, Result>;

interface TestEvent {
  name: string;
  nesting: number;
  file?: string;
}

const results: Results = new Map();
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
merge(results, await runFiles(unit, 2));
for (const file of webview) await runAlone(file);
// Real servers under load: one at a time, or they would measure each other.
for (const file of real) await runAlone(file);
// The whole product in a real editor, which takes a CPU for itself.
for (const file of vscode) await runAlone(file);

const [passed, failed, skipped] = (['passed', 'failed', 'skipped'] as const).map(
  (kind) => [...results.values()].filter((result) => result === kind).length,
);
if (results.size === 0) console.log('No test ran.');
if (again.length > 0) console.log(`Run again, as they failed: ${again.join(', ')}`);
for (const [name, result] of results) if (result === 'failed') console.log(`Failed: ${name}`);
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
process.exit(failed || !passed ? 1 : 0);

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
 * some seconds, such as another guest of its host. Each test must pass in one of the tries.
 */
async function runAlone(file: string): Promise<void> {
  const name = relative(testFolder, file);
  const found: Results = new Map();
  for (let triesLeft = 2; ; triesLeft--) {
    found.delete(name);
    merge(found, await runFiles([file], 1));
    if (triesLeft === 0 || ![...found.values()].includes('failed')) break;
    again.push(name);
    console.log(`${name} once more:`);
  }
  merge(results, found);
}

function merge(into: Results, more: Results): void {
  for (const [name, result] of more) {
    if (!into.has(name) || into.get(name) === 'failed') into.set(name, result);
  }
}

async function runFiles(files: string[], concurrency: number): Promise<Results> {
  const found: Results = new Map();
  if (files.length === 0) return found;
  // The files' processes take over this one's execArgv, and with it the TypeScript loader.
  const stream = run({ files, concurrency, timeout: maxMinutesPerFile * 60_000 });
  /** The names of the tests that are under way, by their depth. */
  const names: string[] = [];
  const add = ({ name, file, nesting }: TestEvent, result: Result) => {
    // A test may be defined by a file that several test files import.
    const from = relative(testFolder, (files.length === 1 ? files[0] : file) ?? '');
    const path = name === file ? [] : [...names.slice(0, nesting), name];
    let key = [from, ...path].join(' › ');
    while (found.has(key)) key += ' again';
    found.set(key, result);
  };
  stream.on('test:start', ({ name, nesting }) => (names[nesting] = name));
  stream.on('test:pass', (event) => {
    if (event.details.type === 'suite') add(event, 'group');
    else add(event, event.skip === undefined && event.todo === undefined ? 'passed' : 'skipped');
  });
  stream.on('test:fail', (event) => {
    const { failureType } = event.details.error as { failureType?: string };
    if (failureType !== 'subtestsFailed')
      add(event, event.todo === undefined ? 'failed' : 'skipped');
    else add(event, event.details.type === 'suite' ? 'group' : 'passed');
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
