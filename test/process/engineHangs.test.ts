import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { detail } from '../support/detail.ts';
import { testedLines } from '../support/nodeVersions.ts';
import { markedLine, zooServer } from '../support/zoo.ts';
import { lightLoad } from './engineHarness.ts';
import { zooFailure } from './profileZoo.ts';

/** Servers that answer late or never. */

for (const major of testedLines([20, 24])) {
  describe(`on Node ${major}`, () => {
    test('says that a server hangs under load, and at which line', async () => {
      // Who waits for the end of the load never comes back.
      const load = { durationS: 3600, warmupS: 0 };
      const report = await zooFailure(major, 'hangs', 'server-blocked', load);
      const file = join(zooServer('hangs').folder, 'server.js');
      const line = markedLine(file, '// hot');
      assert.equal(`${report.lines[0]?.file}:${report.lines[0]?.line}`, `${file}:${line}`);
      assert.ok(report.lines[0]!.self > 0.9, `${report.lines[0]!.self}`);
      assert.match(
        report.failure!.message,
        new RegExp(
          `^The server answered nothing for [5-9]\\.\\d s, .*blocked .* (9\\d|100) % of that time went to server\\.js:${line}\\.`,
        ),
      );
    });

    test('says where a server hangs at its first request', async () => {
      const load = { ...lightLoad, timeoutS: 2 };
      const report = await zooFailure(major, 'hangs', 'server-blocked', load, {
        env: { HANG_AT: '1' },
        startTimeoutS: 4,
      });
      assert.match(report.failure!.message, /went to server\.js:\d+/);
    });

    detail('offers a longer window for requests that are slower than it', async () => {
      const report = await zooFailure(
        major,
        'slow-answers',
        'slower-than-window',
        { durationS: 1, warmupS: 0.3 },
        { env: { DELAY_MS: '1500' } },
      );
      const [, tookS, wishS] =
        /within the 1\.\d s of load; the next one took (\d\.\d) s\. Measure for longer, with -d (\d+)\./.exec(
          report.failure!.message,
        ) ?? [];
      assert.ok(Number(tookS) >= 1.5 && Number(tookS) < 3, report.failure!.message);
      assert.ok(Number(wishS) >= 15 && Number(wishS) <= 30, report.failure!.message);
    });

    test('says that a server that waits answers nothing in time', async () => {
      const load = { durationS: 1, warmupS: 0, timeoutS: 1.2 };
      const report = await zooFailure(major, 'slow-answers', 'answers-time-out', load, {
        env: { DELAY_MS: '0' },
      });
      assert.match(report.failure!.message, /the last not within 1\.2 s\. .*waits.* --timeout/);
    });

    detail('says so of the first answer too', async () => {
      const report = await zooFailure(
        major,
        'slow-answers',
        'answers-time-out',
        { durationS: 1, warmupS: 0.3 },
        {
          env: { DELAY_MS: '0' },
          startTimeoutS: 2,
        },
      );
      assert.match(report.failure!.message, /the last not within 2 s\. .* --start-timeout/);
    });
  });
}
