import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Report } from '../../../src/shared/report.ts';
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

async function profileTruth(
  windows: Windows,
): Promise<{ report: Report; told: number[]; truth: number[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'truth-'));
  try {
    const truthFile = join(folder, 'truth.ndjson');
    const load = ['--warmup', '1', '-d', '8', '-c', '2', '--interval', '1000'];
    const run = windows.hotframe(['run', '--json', '-', ...load, '--', 'node', 'server.js'], {
      cwd: zooServer('truth').folder,
      env: { TRUTH_FILE: windowsPath(truthFile) },
    });
    assert.equal(await run.exit(), 0, run.stderr);
    const report = reportOf(run);
    const truth = Object.values(await readTruth(truthFile, 1));
    return { report, told: sharesOfSections(report), truth: truth.map(rounded) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function sharesOfSections({ lines }: Report): number[] {
  const selfs = Object.values(truthLines()).map(
    ({ file, line }) => lines.find((each) => each.file === file && each.line === line)?.self ?? 0,
  );
  const sum = selfs.reduce((all, self) => all + self, 0);
  return selfs.map((self) => rounded(self / sum));
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}
