import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { serialize } from 'node:v8';
import type { ProfileIcSite } from '../../../src/analysis/profile/profile.ts';
import { BenchProcesses } from '../../../src/engine/bench/benchProcess.ts';
import { sideOf } from '../../../src/engine/bench/benchSides.ts';
import { recordCalls } from '../../../src/engine/bench/recordCalls.ts';
import { shapesOf } from '../../../src/engine/bench/shapes.ts';
import { runProfile } from '../../../src/engine/run/run.ts';
import type { BenchReport } from '../../../src/shared/bench.ts';
import { shapesSentence } from '../../../src/shared/benchShapes.ts';
import { CliRun, workspaces } from '../../process/cliDriver.ts';
import { lightLoad, quickOptions } from '../../process/engineHarness.ts';
import { nodeBinary, testedLines, thisLine } from '../../support/nodeVersions.ts';

/**
 * Whether a function meets the shapes of the server by itself, on every Node.js line: one run of the
 * server with V8's log of them, a short recording of each function, and a process for each answer. One
 * whole benchmark by the command puts the same steps together.
 */

const cwd = join(workspaces, 'shapes');
const file = join(cwd, 'work.js');
const folder = mkdtempSync(join(tmpdir(), 'bench-shapes-'));
after(() => rmSync(folder, { recursive: true }));
const fixture = join(folder, 'calls.mjs');
writeFileSync(
  fixture,
  'export const calls = [{ args: [Array.from({ length: 3000 }, (_, i) => ({ price: i, count: 2 }))] }];',
);
const { signal } = new AbortController();
const hooks = { onState: () => {}, onProgress: () => {}, onOutput: () => {} };

for (const major of testedLines([20, 22, 24, 26])) {
  describe(`on Node.js ${major}`, () => {
    let run: Promise<readonly ProfileIcSite[]> | null = null;
    const sites = () => (run ??= shapesInServer(major));

    test('meets the shapes of the recorded calls', async () => {
      assert.match(await shapesAt(major, 6, await sites()), /^as in the server: \.price 3 shapes/);
    });

    test('meets them in a function that another one makes', async () => {
      assert.match(await shapesAt(major, 15, await sites()), /^as in the server: \.price 3 shapes/);
    });

    test('says where calls of a fixture have other shapes', async () => {
      assert.match(
        await shapesAt(major, 6, await sites(), fixture),
        /^differ: \.price met 3 shapes in the server, one shape here/,
      );
    });
  });
}

test('tells the shapes beside the figures of a whole benchmark', async () => {
  const major = testedLines([20, 22, 24, 26])[0] ?? thisLine;
  const node = await nodeBinary(major);
  const words = ['bench', '--json', '-', 'work.js:6', '-d', '1', '--warmup', '0.5'];
  const cli = new CliRun([...words, '--', node, 'server.js'], cwd);
  assert.equal(await cli.exit(180), 0, cli.stderr);
  await cli.leftNothing();
  const { shapes } = JSON.parse(cli.stdout) as BenchReport;
  assert.match(shapesSentence(shapes!), /^as in the server: \.price 3 shapes/);
});

/** The accesses of all functions, as V8 has them in the server under load. */
async function shapesInServer(major: number): Promise<readonly ProfileIcSite[]> {
  const command = [await nodeBinary(major), 'server.js'];
  const { report, profile } = await runProfile(
    quickOptions(cwd, { command, deep: true, load: { durationS: 1.5 } }),
    hooks,
    signal,
  );
  assert.equal(report.failure, null, report.failure?.message);
  return profile?.icSites ?? [];
}

async function shapesAt(
  major: number,
  line: number,
  sites: readonly ProfileIcSite[],
  calls: string | null = null,
): Promise<string> {
  const own = mkdtempSync(join(folder, 'shapes-'));
  const command = [await nodeBinary(major), 'server.js'];
  // Its calls have much to copy: several requests at a time would each be answered late.
  const load = { ...lightLoad, connections: 1, durationS: 1 };
  const run = quickOptions(cwd, { command, load });
  const options = { run, file, line, against: null, fixture: calls, writeTo: null, budgetS: 5 };
  const { recording, launched } = await recordCalls(options, run, own, hooks, signal);
  const callsFile = calls === null ? join(own, 'calls') : null;
  if (callsFile) writeFileSync(callsFile, serialize(recording.kept));
  const { execPath, execArgv } = recording;
  const processes = new BenchProcesses({ execPath, execArgv, cwd, env: launched.env }, own, signal);
  const side = sideOf(recording.found!, 1, null);
  const job = { sides: [side], callsFile, fixture: calls, tier: null };
  const measure = () => processes.run({ task: 'measure', ...job }, true);
  return shapesSentence(await shapesOf(sites, file, recording.found!, side, measure));
}
