import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openSavedRun } from '../../../src/analysis/saved/savedRun.ts';
import { CliRun } from '../../process/cliDriver.ts';
import { assertSameFunctions, onCpuOf, type ReadFunction } from '../../support/functionTotals.ts';
import { writeRecordedRun } from '../../support/recordedRun.ts';

/** Go compiles its pprof when it is first asked, which takes minutes: on one core, beside other tests. */
const goEnvironment = {
  ...process.env,
  ...{ GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local', GOMAXPROCS: '1' },
};

test('go tool pprof reads what the report says', { skip: goProblem() }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hotframe-go-pprof-'));
  after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'saved.pb.gz');
  const run = writeRecordedRun('example', folder);
  const cli = new CliRun(['open', run, '--save', file], folder);
  assert.equal(await cli.exit(), 0, cli.stderr);
  const { profile } = openSavedRun(readFileSync(run, 'utf8'));
  const top = (...flags: string[]) => {
    const args = ['-top', '-nodecount=0', '-nodefraction=0', '-edgefraction=0', ...flags];
    const go = spawnSync('go', ['tool', 'pprof', ...args, file], {
      encoding: 'utf8',
      // It would ask for more, and keep files in the home folder.
      env: { ...goEnvironment, PPROF_TMPDIR: folder },
    });
    assert.equal(go.status, 0, go.stderr);
    return go.stdout;
  };
  const text = top('-sample_index=samples', '-filefunctions');
  assert.match(text, /^Type: samples$/m);
  const rows = [...text.matchAll(/^ *(\d+) +\S+% +\S+% +(\d+) +\S+% {2}(.*)$/gm)];
  const read = rows.map(([, flat, cum, key]): ReadFunction => {
    return { key: key!, self: Number(flat), total: Number(cum) };
  });
  assert.equal(
    read.reduce((sum, { self }) => sum + self, 0),
    onCpuOf(profile),
  );
  assertSameFunctions(read, profile, {
    keyOf: ({ name, file, line }) => {
      const shown =
        name === '(anonymous)' && file !== '' ? `${name} ${baseOf(file)}:${line}` : name;
      return file === '' ? shown : `${shown} ${file}`;
    },
  });
  // CPU time is what it shows first.
  assert.match(top(), /^Type: cpu$/m);
});

function baseOf(file: string): string {
  return file.replace(/^.*\//, '');
}

/** Why Go's own reader is not here; false where it is. */
function goProblem(): string | false {
  const { status } = spawnSync('go', ['version'], { stdio: 'ignore' });
  return status === null ? 'go is not installed: its pprof is not asked' : false;
}
