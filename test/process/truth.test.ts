import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { chosenMajors } from '../support/nodeVersions.ts';
import { readTruth, truthLines, zooServer, type TruthSection } from '../support/zoo.ts';
import { profileZoo } from './profileZoo.ts';

/**
 * The server `truth` spends 40/30/20/10 % of its time on four lines in two files and measures
 * with the clock around each, unsampled, what it really was.
 */
describe('self is within 3 points of the truth after 10 s', () => {
  for (const major of chosenMajors()) {
    test(`on Node ${major}`, async (context) => {
      const folder = mkdtempSync(join(tmpdir(), 'truth-'));
      const truthFile = join(folder, 'truth.ndjson');
      process.env['TRUTH_FILE'] = truthFile;
      try {
        const { report } = await profileZoo(zooServer('truth'), major, {
          durationS: 10,
          warmupS: 1,
          connections: 2,
        });
        assert.equal(report.failure, null, report.failure?.message);
        const truth = await readTruth(truthFile, 1);
        const lines = truthLines();
        for (const section of Object.keys(lines) as TruthSection[]) {
          const { file, line } = lines[section];
          const self =
            report.lines.find((candidate) => candidate.file === file && candidate.line === line)
              ?.self ?? 0;
          const words = `${section}: true ${(truth[section] * 100).toFixed(1)} %, self ${(self * 100).toFixed(1)} %`;
          context.diagnostic(words);
          assert.ok(Math.abs(self - truth[section]) <= 0.03, words);
        }
      } finally {
        delete process.env['TRUTH_FILE'];
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
});
