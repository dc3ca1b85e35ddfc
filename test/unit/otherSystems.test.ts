import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { cancelOnSignals } from '../../src/cli/cancelOnSignals.ts';
import { rowsInPs } from '../../src/engine/processes/processTable.ts';
import { notRunOn, windowsFiles } from '../runner/otherSystems.ts';
import { findTestFiles, shareTheCpus, slowest } from '../runner/testFiles.ts';

/** What differs on Windows and macOS, as far as text tells it. */

const root = join(import.meta.dirname, '../..');

test('reads the process table of macOS, without processes that have ended', () => {
  const table = `    1     0     1 Ss
  345     1   345 S
 4711   345  4711 S+
 4712  4711  4711 Z+
 4713  4711  4711 R+
`;
  assert.deepEqual(rowsInPs(table), [
    { pid: 1, parent: 0, group: 1 },
    { pid: 345, parent: 1, group: 345 },
    { pid: 4711, parent: 345, group: 4711 },
    { pid: 4713, parent: 4711, group: 4711 },
  ]);
});

test('Ctrl-Break and the end of a console cancel on Windows as Ctrl-C does', () => {
  for (const name of ['SIGINT', 'SIGBREAK', 'SIGHUP'] as const) {
    const { signal, stop } = cancelOnSignals();
    process.emit(name);
    stop();
    assert.ok(signal.aborted, name);
  }
});

test('all tests run on Linux, and what does not elsewhere has its reason', () => {
  const files = findTestFiles('all', []);
  const names = new Set(files.map(({ name }) => name));
  for (const name of [...Object.keys(windowsFiles), ...slowest, ...shareTheCpus])
    assert.ok(names.has(name), name);
  assert.ok(files.every((file) => notRunOn('linux', file) === null));
  for (const platform of ['win32', 'darwin'] as const) {
    const run = files.filter((file) => notRunOn(platform, file) === null);
    assert.ok(run.length > 50, `${run.length} files on ${platform}`);
  }
});

test('the workflow of GitHub runs scripts that there are, on three systems', () => {
  const text = readFileSync(join(root, '.github/workflows/ci.yml'), 'utf8');
  const { jobs } = parse(text) as {
    jobs: { fast: { strategy: { matrix: { os: string[] } }; steps: { run?: string }[] } };
  };
  assert.equal(jobs.fast.strategy.matrix.os.length, 3);
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const run = jobs.fast.steps.flatMap(
    (step) => /^npm (?:run )?(\S+)$/.exec(step.run ?? '')?.[1] ?? [],
  );
  assert.deepEqual(run, ['ci', 'check', 'test']);
  assert.ok(scripts['check'] && scripts['test']);
});
