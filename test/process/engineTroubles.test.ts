import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Report } from '../../src/shared/report.ts';
import { measured } from '../shares/measured.ts';
import { detail } from '../support/detail.ts';
import { testedLines } from '../support/nodeVersions.ts';
import { hotSelf, zooServer } from '../support/zoo.ts';
import { lightLoad, succeeded, withFolder } from './engineHarness.ts';
import { profileZoo, zooFailure } from './profileZoo.ts';

const majors = testedLines([20, 24]);

for (const major of majors) {
  describe(`on Node ${major}`, () => {
    test('goes on with a server that prints megabytes a second, in bounded memory', async () => {
      const before = process.memoryUsage.rss();
      const load = { durationS: 1.5, connections: 10 };
      const { report, output } = succeeded(await profileZoo(zooServer('chatty'), major, load));
      const grownMb = (process.memoryUsage.rss() - before) / 1e6;
      const dropped = [...output.matchAll(/\[([\d.]+) MB of output are left out here\]/g)];
      const droppedMb = dropped.reduce((sum, [, text]) => sum + Number(text), 0);
      assert.ok(droppedMb > 1, `${droppedMb} MB left out`);
      assert.ok(output.length < 3e6, `${output.length} characters of output`);
      assert.ok(grownMb < 150, `grown by ${grownMb} MB`);
      assert.ok(report.load!.requests > 0);
    });

    test('asks for a login where the server wants one', async () => {
      const load = lightLoad;
      const report = await zooFailure(major, 'wants-login', 'not-2xx', load);
      assert.match(
        report.failure!.message,
        /first was 401 with the body “who are you\?”\. Check --h/,
      );
      const headers = { authorization: 'Bearer open-sesame' };
      const server = zooServer('wants-login');
      succeeded(await profileZoo(server, major, { ...load, headers }));
    });

    test('shows what a failing server printed, and the start of its answer', async () => {
      const report = await zooFailure(major, 'not-2xx', 'not-2xx', lightLoad);
      assert.match(report.failure!.message, /first was 500 .*DB_DOWN.*last output:\nlistening on/s);
    });

    test('shows the error that ended a server at its start', async () => {
      const report = await zooFailure(major, 'throws-at-start', 'exited-before-listening', {});
      assert.match(report.failure!.message, /exit code 1 .*TypeError: settings\.json: "port"/s);
    });

    test('shows the error that ended a server under load', async () => {
      const env = { CRASH_AFTER: '200', CRASH_BY: 'throw' };
      const load = { durationS: 30, rate: 400 };
      const report = await zooFailure(major, 'crash-under-load', 'target-died', load, { env });
      assert.match(report.failure!.message, /under load\. .*Error: the cache is corrupt/s);
    });

    test('ends a server that its launcher has left behind, and frees its port', async (context) => {
      const load = { durationS: 0.5, warmupS: 0.3 };
      const { expect } = zooServer('daemon');
      const run = async () => {
        const port = await freePort();
        const env = { PORT: String(port) };
        const { report } = succeeded(await profileZoo(zooServer('daemon'), major, load, { env }));
        // Not by listening there: a connection of another program may have the number.
        await assert.rejects(once(connect(port, '127.0.0.1'), 'connect'), { code: 'ECONNREFUSED' });
        return report;
      };
      const isHot = (report: Report) => {
        const { sampling, lines, load } = report;
        const seen = { sampling, lines: lines.slice(0, 5), warnings: load?.warnings };
        assert.ok(hotSelf(report, expect!) >= expect!.minSelf, JSON.stringify(seen));
      };
      await measured(context, run, isHot, (report) => [report]);
    });

    detail('waits for a server that its launcher has left to begin later', async (context) => {
      if (process.platform !== 'linux') {
        return context.skip('nothing tells whose a process is before Node.js runs in it');
      }
      const load = lightLoad;
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
        const load = lightLoad;
        const env = { CLEAN_FILE: file };
        succeeded(await profileZoo(zooServer('knows-ctrl-c'), major, load, { env }));
        assert.ok(existsSync(file));
        assert.equal(readFileSync(file, 'utf8'), 'clean');
      }));
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
