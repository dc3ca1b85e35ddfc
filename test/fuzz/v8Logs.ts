import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collectProfile } from '../../src/engine/profile/collectProfile.ts';
import { LogTail } from '../../src/engine/profile/logTail.ts';
import { mutateText } from './mutate.ts';
import type { FuzzSubject } from './runFuzz.ts';
import { checkFigures, useProfile } from './useProfile.ts';
import { reportOf } from '../support/sampleRun.ts';

/** A piece of a real log of each: the lines of a small program, and some of Node.js's own; one is of a deep run. */
const names = ['node20.log', 'node24.log', 'node24-deep.log'];

/** V8 logs as a run finds them in its folder, read to the report. */
export const v8Logs: FuzzSubject = {
  name: 'V8 logs',
  prepare() {
    const logs = names.map((name) =>
      readFileSync(join(import.meta.dirname, '../fixtures/v8log', name), 'latin1'),
    );
    const folder = mkdtempSync(join(tmpdir(), 'hotframe-fuzz-'));
    let count = 0;
    return {
      async try(random) {
        const runFolder = join(folder, String(count++));
        mkdirSync(runFolder);
        try {
          // One process, or a broken one beside a whole one.
          const log = random.pick(logs);
          // Now and then it is no log at all.
          const broken = mutateText(random.chance(0.1) ? backwards(log) : log, random);
          writeFileSync(join(runFolder, 'isolate-0x1-11-11.log'), broken, 'latin1');
          if (random.chance(0.2)) {
            writeFileSync(join(runFolder, 'isolate-0x2-12-12.log'), random.pick(logs), 'latin1');
          }
          const tail = new LogTail(runFolder);
          await tail.finish(Promise.resolve());
          const { ns = 0n } = tail.logs[0]?.isolate.clock ?? {};
          const window = { startNs: ns - 10_000_000_000n, endNs: ns + 10_000_000_000n };
          const profile = await collectProfile(tail, window, [], ['/app'], 0);
          const report = reportOf(profile);
          checkFigures(report);
          useProfile(profile, report);
        } finally {
          rmSync(runFolder, { recursive: true });
        }
      },
      end: () => rmSync(folder, { recursive: true }),
    };
  },
};

function backwards(text: string): string {
  return [...text].reverse().join('');
}
