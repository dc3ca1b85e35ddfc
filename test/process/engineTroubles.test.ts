import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Report } from '../../src/shared/report.ts';
import { testedLines } from '../support/nodeVersions.ts';
import { hotSelf, markedLine, zooServer, type ZooName } from '../support/zoo.ts';
import type { QuickOptions } from './engineHarness.ts';
import { succeeded, withFolder } from './engineHarness.ts';
import { profileZoo } from './profileZoo.ts';

const majors = testedLines([20, 24]);

for (const major of majors) {
  describe(`on Node ${major}`, () => {
    test('says that a server hangs under load, and at which line', async () => {
      // Who waits for the end of the load never comes back.
      const load = { durationS: 3600, warmupS: 0 };
      const report = await failed('hangs', 'server-blocked', load);
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
      const load = { durationS: 1, warmupS: 0.3, timeoutS: 4 };
      const report = await failed('hangs', 'server-blocked', load, {
        env: { HANG_AT: '1' },
        startTimeoutS: 8,
      });
      assert.match(report.failure!.message, /went to server\.js:\d+/);
    });

    test('offers a longer window for requests that are slower than it', async () => {
      const report = await failed('slow-answers', 'slower-than-window', {
        durationS: 1,
        warmupS: 0.3,
      });
      const [, tookS, wishS] =
        /within the 1\.\d s of load; the next one took (\d\.\d) s\. Measure for longer, with -d (\d+)\./.exec(
          report.failure!.message,
        ) ?? [];
      assert.ok(Number(tookS) >= 3 && Number(tookS) < 4.5, report.failure!.message);
      assert.ok(Number(wishS) >= 30 && Number(wishS) <= 45);
    });

    test('says that a server that waits answers nothing in time', async () => {
      const load = { durationS: 1, warmupS: 0, timeoutS: 1.2 };
      const report = await failed('slow-answers', 'answers-time-out', load, {
        env: { DELAY_MS: '0' },
      });
      assert.match(report.failure!.message, /the last not within 1\.2 s\. .*waits.* --timeout/);
      const warm = await failed(
        'slow-answers',
        'answers-time-out',
        { durationS: 1, warmupS: 0.3 },
        {
          env: { DELAY_MS: '0' },
          startTimeoutS: 2,
        },
      );
      assert.match(warm.failure!.message, /the last not within 2 s\. .* --start-timeout/);
    });

    test('goes on with a server that prints megabytes a second, in bounded memory', async () => {
      const before = process.memoryUsage.rss();
      const load = { durationS: 3, warmupS: 0.5, connections: 10 };
      const { report, output } = succeeded(await profileZoo(zooServer('chatty'), major, load));
      const grownMb = (process.memoryUsage.rss() - before) / 1e6;
      const dropped = [...output.matchAll(/\[([\d.]+) MB of output are left out here\]/g)];
      const droppedMb = dropped.reduce((sum, [, text]) => sum + Number(text), 0);
      assert.ok(droppedMb > 1, `${droppedMb} MB left out`);
      assert.ok(output.length < 3e6, `${output.length} characters of output`);
      assert.ok(grownMb < 150, `grown by ${grownMb} MB`);
      assert.ok(report.load!.requests > 20);
    });

    test('asks for a login where the server wants one', async () => {
      const load = { durationS: 1, warmupS: 0.3 };
      const report = await failed('wants-login', 'not-2xx', load);
      assert.match(
        report.failure!.message,
        /first was 401 with the body “who are you\?”\. Check --h/,
      );
      const headers = { authorization: 'Bearer open-sesame' };
      const server = zooServer('wants-login');
      succeeded(await profileZoo(server, major, { ...load, headers }));
    });

    test('shows what a failing server printed, and the start of its answer', async () => {
      const report = await failed('not-2xx', 'not-2xx', { durationS: 1, warmupS: 0.3 });
      assert.match(report.failure!.message, /first was 500 .*DB_DOWN.*last output:\nlistening on/s);
    });

    test('shows the error that ended a server at its start', async () => {
      const report = await failed('throws-at-start', 'exited-before-listening', {});
      assert.match(report.failure!.message, /exit code 1 .*TypeError: settings\.json: "port"/s);
    });

    test('shows the error that ended a server under load', async () => {
      const env = { CRASH_AFTER: '200', CRASH_BY: 'throw' };
      const report = await failed('crash-under-load', 'target-died', { durationS: 30 }, { env });
      assert.match(report.failure!.message, /under load\. .*Error: the cache is corrupt/s);
    });

    test('ends a server that its launcher has left behind, and frees its port', async () => {
      const port = await freePort();
      const env = { PORT: String(port) };
      const load = { durationS: 1, warmupS: 0.3 };
      const { report } = succeeded(await profileZoo(zooServer('daemon'), major, load, { env }));
      const { expect } = zooServer('daemon');
      assert.ok(hotSelf(report, expect!) >= expect!.minSelf);
      // Not by listening there: a connection of another program may have the number.
      await assert.rejects(once(connect(port, '127.0.0.1'), 'connect'), { code: 'ECONNREFUSED' });
    });

    // Elsewhere nothing tells whose the process is before Node.js runs in it.
    const onLinux = { skip: process.platform !== 'linux' };
    test('waits for a server that its launcher has left to begin later', onLinux, async () => {
      const load = { durationS: 1, warmupS: 0.3 };
      const env = { BEGINS_AFTER_S: '3' };
      const { report } = succeeded(await profileZoo(zooServer('daemon'), major, load, { env }));
      assert.ok(
        report.notes.some((note) => note.includes('node app.js')),
        `${report.notes}`,
      );
    });

    test('lets a server end cleanly that knows Ctrl-C alone', () =>
      withFolder({}, async (folder) => {
        const file = join(folder.path, 'clean');
        const load = { durationS: 1, warmupS: 0.3 };
        const env = { CLEAN_FILE: file };
        succeeded(await profileZoo(zooServer('knows-ctrl-c'), major, load, { env }));
        assert.ok(existsSync(file));
        assert.equal(readFileSync(file, 'utf8'), 'clean');
      }));

    /** The report of a run that must fail so. */
    async function failed(
      name: ZooName,
      kind: string,
      load: NonNullable<QuickOptions['load']>,
      options: QuickOptions = {},
    ): Promise<Report> {
      const { report, phases } = await profileZoo(zooServer(name), major, load, options);
      assert.equal(report.failure?.kind, kind, report.failure?.message ?? 'it did not fail');
      assert.equal(phases.at(-1), 'failed');
      return report;
    }
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
