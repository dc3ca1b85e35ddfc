import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { BenchOptions, BenchStep } from '../../src/shared/bench.ts';
import { type AnswerOf, methodOf } from '../../src/shared/lspWire.ts';
import { workspaces } from './cliDriver.ts';
import { withClient } from './serverClient.ts';

const folder = mkdtempSync(join(tmpdir(), 'bench-server-'));
after(() => rmSync(folder, { recursive: true }));
const fixture = join(folder, 'calls.mjs');
// Long enough that no noise of a busy machine is as long as a call.
writeFileSync(
  fixture,
  'export const calls = [{ args: [Array.from({ length: 2000 }, (_, i) => i)] }];',
);

const file = join(workspaces, 'functions/work.js');
const lines = readFileSync(file, 'utf8').split('\n');
const line = lines.findIndex((each) => each.startsWith('function sumByLoop')) + 1;
const options: BenchOptions = {
  ...{ run: null, file, line, against: null, fixture, writeTo: null, budgetS: 5 },
};

test('benchmarks a function for an editor, with its steps, once the workspace is trusted', () =>
  withClient(async (client) => {
    const steps: string[] = [];
    client.connection.onNotification(methodOf('benchStep'), ({ step }: { step: BenchStep }) => {
      steps.push(step.kind);
    });
    const ask = () =>
      client.connection.sendRequest<AnswerOf<'bench'>>(methodOf('bench'), { options });
    await client.initialize({ trusted: false });
    const refused = await ask();
    assert.equal(refused.report, null);
    assert.equal(refused.problem?.failure?.kind, 'untrusted-workspace');
    assert.equal(steps.length, 0);

    await client.notify(methodOf('trust'));
    const { report, problem } = await ask();
    assert.equal(problem, null, problem?.message);
    assert.equal(report!.function.name, 'sumByLoop');
    assert.equal(report!.measured.elimination, 'measured');
    assert.ok(steps.includes('measuring'), steps.join());
    await client.close();
  }));
