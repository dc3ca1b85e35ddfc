import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { CompareReport } from '../../../src/shared/compareReport.ts';
import { CliRun, workspaces } from '../../process/cliDriver.ts';
import { sideInTurn } from '../../support/sideInTurn.ts';

const folder = mkdtempSync(join(tmpdir(), 'compare-runs-'));
after(() => rmSync(folder, { recursive: true }));

/** The words after `hotframe`; gives what was printed. */
async function hotframe(exitCode: number, argv: string[], turns = 0): Promise<string> {
  const cli = new CliRun(argv, join(workspaces, 'counted'), { TURNS: String(turns) });
  assert.equal(await cli.exit(), exitCode, `${cli.stdout}\n${cli.stderr}`);
  await cli.leftNothing();
  return cli.stdout;
}

test('finds that real runs of a server with twice the work are slower, and where', async () => {
  const options = ['-d', '1', '--warmup', '0.2', '-c', '4'];
  for (let order = 0; order < 10; order++) {
    const isHead = sideInTurn(order) === 'head';
    const out = join(folder, `${isHead ? 'head' : 'base'}-${order}.cpuprofile`);
    const run = ['run', ...options, '--out', out, '--', 'node', 'server.js'];
    await hotframe(0, run, isHead ? 400_000 : 200_000);
  }
  const sets = [join(folder, 'base-*'), join(folder, 'head-*')];
  const printed = await hotframe(3, ['compare', ...sets, '--fail-on-regression', '20']);
  assert.match(printed, /^Slower: /);
  assert.match(printed, /Functions that changed[^\n]*\n {2}\+.* work {2}server\.js:6/);

  const report = JSON.parse(
    await hotframe(0, ['compare', ...sets, '--json', '-']),
  ) as CompareReport;
  const [cpu] = report.metrics;
  assert.equal(cpu!.metric, 'cpuMicrosPerRequest');
  assert.ok(cpu!.change!.lowPercent > 20 && cpu!.change!.percent > 60, JSON.stringify(cpu));
  const [work] = report.code.functions;
  assert.ok(work!.isBeyondNoise && work!.fate === 'same' && work!.isEdited === false);
  // Nearly all of the difference is in the one loop.
  const difference = cpu!.head! - cpu!.base!;
  assert.ok(work!.change!.micros > 0.7 * difference && work!.change!.micros < 1.3 * difference);
});
