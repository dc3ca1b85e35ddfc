import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { noRunText } from '../../src/host/measure/noRunText.ts';
import {
  claimMeasured,
  isMeasuredRun,
  MeasuredFolder,
} from '../../src/server/store/measuredRuns.ts';

describe('runs of a measurement', () => {
  let storage: string;

  beforeEach(() => {
    storage = mkdtempSync(join(tmpdir(), 'measured-runs-'));
  });
  afterEach(() => rmSync(storage, { recursive: true }));

  /** The runs of a measurement of before, and who shows them. */
  function earlier(time: number, ...shownBy: number[]): string {
    const folder = join(storage, `measured-${time}`);
    mkdirSync(folder);
    writeFileSync(join(folder, 'head-1.hotframe'), '');
    for (const pid of shownBy) writeFileSync(join(folder, `window-${pid}`), '');
    return folder;
  }

  test('what another window shows stays until that window is closed', async () => {
    const other = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: 'pipe' });
    try {
      const theirs = earlier(1, other.pid!);
      const both = earlier(2, process.pid, other.pid!);
      const [mine, nobodys] = [earlier(3, process.pid), earlier(4)];
      const measured = new MeasuredFolder(storage);
      measured.removeOthers();
      assert.deepEqual([theirs, both, mine, nobodys].map(existsSync), [true, true, false, false]);

      other.stdin.end();
      await once(other, 'exit');
      measured.removeOthers();
      assert.deepEqual([theirs, both].map(existsSync), [false, false]);
      assert.equal(readdirSync(storage).length, 1, 'its own');
    } finally {
      other.kill();
    }
  });

  test('leaves what is no measuring, and claims what is shown again after a reload', () => {
    writeFileSync(join(storage, 'run-1.hotframe'), '');
    const folder = earlier(1);
    const inFolder = (name: string) => [join(folder, name)];
    const paths = { base: inFolder('base-1.hotframe'), head: inFolder('head-1.hotframe') };
    claimMeasured(paths);
    assert.deepEqual(readdirSync(folder), ['head-1.hotframe', `window-${process.pid}`]);
    claimMeasured({ base: [join(storage, 'run-1.hotframe')], head: paths.head });
    new MeasuredFolder(storage).removeOthers();
    assert.equal(existsSync(folder), false);
    assert.deepEqual(
      readdirSync(storage).filter((name) => !name.startsWith('measured-')),
      ['run-1.hotframe'],
    );
  });

  test('a run of a measurement is no saved run, and the way to its comparison is said', () => {
    assert.ok(isMeasuredRun(new MeasuredFolder(storage).nextPath('head')));
    assert.ok(!isMeasuredRun(join(storage, 'run-1.hotframe')));
    const { words, actions } = noRunText('measured');
    assert.match(words, /^What is shown was measured by Measure My Change, .+ the code before\./);
    assert.match(words, /with the baseline, profile your server, or choose a saved run\.$/);
    assert.deepEqual(actions, ['Show Comparison', 'Compare With…']);
    for (const why of ['nothing-shown', 'not-saved', 'gone'] as const) {
      assert.deepEqual(noRunText(why).actions, ['Compare With…']);
    }
    assert.match(noRunText('nothing-shown').words, /^No run is shown\./);
    assert.match(noRunText('not-saved').words, /^What is shown is not one of the saved runs,/);
    assert.match(noRunText('gone').words, /^This run is not there any more\./);
    const nothingSaved = noRunText('nothing-saved');
    assert.match(nothingSaved.words, /^There is no saved run to compare: profile/);
    assert.deepEqual(nothingSaved.actions, [], 'nothing to choose from');
  });
});
