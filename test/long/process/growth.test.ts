import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Report } from '../../../src/shared/report.ts';
import { succeeded, watchRun } from '../../process/engineHarness.ts';
import { caches, leaks } from '../../shares/seededServers.ts';
import { nodeBinary, testedLines } from '../../support/nodeVersions.ts';

const workspaces = join(import.meta.dirname, '../../workspaces');

async function profileGrowth(folder: string, name: string, major: number): Promise<Report> {
  const node = await nodeBinary(major);
  const options = {
    ...{ command: [node, `${name}.js`], allocations: true },
    // Fast servers would leave more objects than are looked through.
    load: { connections: 5, rate: 2000, warmupS: 1, durationS: 2 },
  };
  const path = join(workspaces, folder);
  return succeeded(await watchRun({ path }, options)).report;
}

function lineOf(name: string, at: string): number {
  const text = readFileSync(join(workspaces, 'faults', `${name}.js`), 'utf8');
  return text.split('\n').findIndex((line) => line.trim().startsWith(at)) + 1;
}

const majors = testedLines([20, 24]);

for (const [nth, major] of majors.entries()) {
  // Each is tried on one of the lines: heap snapshots and handles are alike on both.
  const isHere = (_: unknown, index: number) => index % majors.length === nth;
  describe(`leaks on Node ${major}`, () => {
    for (const { name, kind, at, of, holder } of leaks.filter(isHere)) {
      test(`${name}: ${kind} with its place and holder, within two minutes`, async (context) => {
        const startedAt = performance.now();
        const report = await profileGrowth('faults', name, major);
        const seconds = (performance.now() - startedAt) / 1000;
        const [finding] = report.findings!;
        const { growth, retainedBytesPerRequest } = report.memory!;
        context.diagnostic(
          `${Math.round(seconds)} s, ${Math.round(retainedBytesPerRequest!)} bytes stay: ${finding?.text}`,
        );
        assert.ok(seconds < 120, `${seconds} s`);
        assert.equal(finding?.kind, kind, JSON.stringify(report.memory));
        assert.equal(finding.line, at === null ? null : lineOf(name, at), finding.text);
        if (of !== null) assert.match(finding.text, new RegExp(`\\b${of}\\b`));
        if (holder !== null) assert.equal(growth!.leaks[0]!.holder, holder);
        // A handle that stays open stays in memory too.
        const expected = kind === 'handle-leak' ? [kind, 'memory-leak'] : [kind];
        assert.deepEqual(
          report.findings!.filter((each) => !expected.includes(each.kind)),
          [],
          'nothing else is wrong with it',
        );
      });
    }
    for (const name of caches.filter(isHere)) {
      test(`${name}: nothing, it only fills a cache with a limit`, async () => {
        const { findings, memory } = await profileGrowth('healthy', name, major);
        assert.deepEqual(findings, [], JSON.stringify(memory));
        assert.equal(memory!.growth!.blocks.length, 6);
      });
    }
  });
}
