import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { testedLines } from '../../support/nodeVersions.ts';
import { readTruth, truthLines, zooServer, type TruthSection } from '../../support/zoo.ts';
import { profileZoo } from '../../process/profileZoo.ts';
import type { Report } from '../../../src/shared/report.ts';
import { measured } from '../../shares/measured.ts';

interface Difference {
  report: Report;
  words: string[];
  /** Of the section that is furthest off, as a share. */
  worst: number;
}

async function differenceFromTruth(major: number): Promise<Difference> {
  const folder = mkdtempSync(join(tmpdir(), 'truth-'));
  const truthFile = join(folder, 'truth.ndjson');
  process.env['TRUTH_FILE'] = truthFile;
  try {
    const load = { durationS: 4, warmupS: 1, connections: 2 };
    const { report } = await profileZoo(zooServer('truth'), major, load);
    assert.equal(report.failure, null, report.failure?.message);
    const truth = await readTruth(truthFile, 1);
    const lines = truthLines();
    const words: string[] = [];
    let worst = 0;
    for (const section of Object.keys(lines) as TruthSection[]) {
      const { file, line } = lines[section];
      const self = report.lines.find((each) => each.file === file && each.line === line)?.self ?? 0;
      words.push(
        `${section}: true ${(truth[section] * 100).toFixed(1)} %, self ${(self * 100).toFixed(1)} %`,
      );
      worst = Math.max(worst, Math.abs(self - truth[section]));
    }
    return { report, words, worst };
  } finally {
    delete process.env['TRUTH_FILE'];
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The server `truth` spends about 40/30/20/10 % of its time on four lines in two files and measures
 * around each, unsampled, the CPU time that it really was. After 4 s the bound is four standard errors
 * of the largest share, were samples that follow each other independent, and more in truth.
 */
describe('self is within 3 points of the truth after 4 s', () => {
  for (const major of testedLines()) {
    test(`on Node ${major}`, (context) =>
      measured(
        context,
        () => differenceFromTruth(major),
        ({ words, worst }) => {
          for (const each of words) context.diagnostic(each);
          assert.ok(worst <= 0.03, words.join('; '));
        },
        ({ report }) => [report],
      ));
  }
});
