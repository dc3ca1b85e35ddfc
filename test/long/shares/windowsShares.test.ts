import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Report } from '../../../src/shared/report.ts';
import { profileZoo } from '../../process/profileZoo.ts';
import { measured } from '../../shares/measured.ts';
import {
  reportOf,
  windowsLines,
  windowsOr,
  windowsPath,
  type Windows,
} from '../../support/wine.ts';
import { readTruth, truthLines, zooServer } from '../../support/zoo.ts';

/**
 * As truth.test.ts on this system, so that both tell the same of the same server. Among the four lines
 * alone: what the system takes is Wine's, not that of Windows.
 */
describe('self is within 5 points of the truth on Windows', () => {
  for (const line of windowsLines()) {
    test(`on Node ${line}`, async (t) => {
      const windows = await windowsOr(t, line);
      if (!windows) return;
      await measured(
        t,
        () => profileTruth(windows),
        ({ told, truth }) => {
          const words = `told ${told.join(', ')}; true ${truth.join(', ')}`;
          t.diagnostic(words);
          assert.ok(
            told.every((share, at) => Math.abs(share - truth[at]!) <= 0.05),
            words,
          );
        },
        ({ report }) => [report],
      );
    });
  }
});

/** Fixed, so that both systems have the same to do for each request: about 60 ms. */
const sameWork = { TRUTH_CALLS: '2200,1800,7500,2000' };

describe('hot lines have the same share on Windows and here, within 5 points', () => {
  for (const line of windowsLines()) {
    test(`on Node ${line}`, async (t) => {
      const windows = await windowsOr(t, line);
      if (!windows) return;
      await measured(
        t,
        async () => {
          const server = zooServer('truth');
          const load = { warmupS: 2, durationS: 8, connections: 2 };
          const there = await profileOnWindows(windows, sameWork);
          const here = await profileZoo(server, line, load, { env: sameWork, chargesAwaits: false });
          return { there, here: here.report };
        },
        ({ there, here }) => {
          const [told, expected] = [selfOfSections(there), selfOfSections(here)];
          const words = `Windows ${told.map(rounded).join(', ')}; here ${expected.map(rounded).join(', ')}`;
          t.diagnostic(words);
          assert.ok(
            told.every((self, at) => Math.abs(self - expected[at]!) <= 0.05),
            words,
          );
        },
        ({ there, here }) => [there, here],
      );
    });
  }
});

async function profileTruth(
  windows: Windows,
): Promise<{ report: Report; told: number[]; truth: number[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'truth-'));
  try {
    const truthFile = join(folder, 'truth.ndjson');
    const report = await profileOnWindows(windows, { TRUTH_FILE: windowsPath(truthFile) });
    const truth = Object.values(await readTruth(truthFile, 2));
    const selfs = selfOfSections(report);
    const sum = selfs.reduce((all, self) => all + self, 0);
    return { report, told: selfs.map((self) => rounded(self / sum)), truth: truth.map(rounded) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function profileOnWindows(windows: Windows, env: Record<string, string>): Promise<Report> {
  const load = ['--warmup', '2', '-d', '8', '-c', '2', '--interval', '1000', '--no-async'];
  const run = windows.hotframe(['run', '--json', '-', ...load, '--', 'node', 'server.js'], {
    cwd: zooServer('truth').folder,
    env,
  });
  assert.equal(await run.exit(), 0, run.stderr);
  return reportOf(run);
}

function selfOfSections({ lines }: Report): number[] {
  return Object.values(truthLines()).map(
    ({ file, line }) => lines.find((each) => each.file === file && each.line === line)?.self ?? 0,
  );
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}
