import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, test } from 'node:test';
import type { Report } from '../../../src/shared/report.ts';
import {
  windowsLines,
  windowsOr,
  reportOf,
  windowsPath,
  type Windows,
  type WindowsOptions,
  type WindowsRun,
} from '../../support/wine.ts';
import { hotSelf, zooServer, type ZooName } from '../../support/zoo.ts';

/** The load of most tests here: what they are about is not in its figures. */
const quick = ['--warmup', '1', '-d', '2', '--interval', '1000'];

function start(
  windows: Windows,
  name: ZooName,
  words: string[],
  options: WindowsOptions = {},
): WindowsRun {
  const { folder, args, url } = zooServer(name);
  const argv = ['run', '--json', '-', '--url', url, ...words, '--', 'node', ...args];
  return windows.hotframe(argv, { cwd: folder, ...options });
}

async function profiled(windows: Windows, name: ZooName, words = quick): Promise<Report> {
  const run = start(windows, name, words);
  assert.equal(await run.exit(), 0, run.stderr);
  assert.equal(await run.left(), '');
  const report = reportOf(run);
  assert.equal(report.failure, null, report.failure?.message);
  return report;
}

/** Asserts that the server's hot line is there; on a busy machine Wine's sockets may take nearly all of the time. */
function assertHot(report: Report, name: ZooName): void {
  const self = hotSelf(report, zooServer(name).expect!);
  assert.ok(self > 0, `${self}: ${JSON.stringify(report.lines.slice(0, 3))}`);
}

async function failed(
  windows: Windows,
  name: ZooName,
  words: string[],
  env: Record<string, string> = {},
): Promise<NonNullable<Report['failure']>> {
  const run = start(windows, name, [...quick, ...words], { env });
  assert.equal(await run.exit(), 1, run.stderr);
  assert.equal(await run.left(), '');
  return reportOf(run).failure!;
}

/** A port that nobody has, and that nobody else of these tests gets. */
async function listening(port = 0): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = async () => {
    server.close();
    await once(server, 'close');
  };
  return { port: (server.address() as { port: number }).port, close };
}

for (const line of windowsLines()) {
  const it = (title: string, work: (windows: Windows) => Promise<void>) =>
    test(title, async (t) => {
      const windows = await windowsOr(t, line);
      if (windows) await work(windows);
    });

  describe(`on Windows, Node ${line}`, { concurrency: 2 }, () => {
    it('names the line of a TypeScript file by its source map', async (windows) => {
      const report = await profiled(windows, 'example');
      assertHot(report, 'example');
    });

    it('charges the time in packages to the line of a Koa server', async (windows) => {
      assertHot(await profiled(windows, 'koa-deps'), 'koa-deps');
    });

    it('samples each process of a cluster', async (windows) => {
      const report = await profiled(windows, 'cluster');
      const workers = report.target!.processes.filter(
        ({ role, onCpu }) => role === 'child' && onCpu! > 0,
      );
      assert.equal(workers.length, 2);
      assertHot(report, 'cluster');
    });

    it('samples worker threads', async (windows) => {
      const report = await profiled(windows, 'workers');
      const roles = report.target!.processes.map(({ role }) => role).sort();
      assert.deepEqual(roles, ['main', 'worker', 'worker']);
      assertHot(report, 'workers');
    });

    it('samples a server that its launcher has left behind, and ends it', async (windows) => {
      assertHot(await profiled(windows, 'daemon'), 'daemon');
    });

    it('tells of an early exit', async (windows) => {
      const { kind, message } = await failed(windows, 'exits-early', []);
      assert.equal(kind, 'exited-before-listening');
      assert.match(message, /exit code 3 .*\n.*DATABASE_URL is not set/);
    });

    it('tells of a server that dies under load', async (windows) => {
      const { kind, message } = await failed(windows, 'crash-under-load', [], {
        CRASH_AFTER: '30',
      });
      assert.equal(kind, 'target-died');
      assert.match(message, /exit code 7 .*the cache is corrupt/s);
    });

    it('tells of a port that is taken', async (windows) => {
      const other = await listening();
      try {
        const { kind, message } = await failed(windows, 'plain-cjs', [], {
          PORT: String(other.port),
        });
        assert.equal(kind, 'port-taken');
        assert.match(message, new RegExp(`Port ${other.port} is taken by another process`));
      } finally {
        await other.close();
      }
    });

    it('says at which line a server is stuck', async (windows) => {
      const { kind, message } = await failed(windows, 'hangs', ['--timeout', '2'], {
        HANG_AT: '5',
      });
      assert.equal(kind, 'server-blocked');
      assert.match(message, /its event loop was blocked .* went to server\.js:10\./);
    });

    for (const [phase, name, words] of [
      // Wine does not bear a Ctrl-C while it starts a process.
      [/waiting for the database/, 'never-listens', ['--verbose']],
      [/Warming up/, 'cluster', ['--warmup', '30']],
      [/Measuring/, 'cluster', ['--warmup', '0', '-d', '30']],
      [/Learning/, 'cluster', ['--warmup', '0', '-d', '8']],
    ] as const) {
      it(`leaves nothing after Ctrl-C at "${phase.source}"`, async (windows) => {
        const run = start(windows, name, [...words]);
        await run.said(phase);
        run.interrupt();
        assert.equal(await run.exit(), 130, run.stderr);
        assert.equal(reportOf(run).failure?.kind, 'cancelled');
        assert.equal(await run.left(), '');
      });

      it(`leaves nothing where it is killed at "${phase.source}"`, async (windows) => {
        const free = await listening();
        await free.close();
        const env = { PORT: String(free.port) };
        const run = start(windows, name, [...words], { env });
        await run.said(phase);
        run.kill();
        await run.exit();
        assert.equal(await run.left(), '');
        await (await listening(free.port)).close();
      });
    }

    it('ends what is left of a run that was killed with its guard', async (windows) => {
      const run = start(windows, 'daemon', ['--warmup', '30']);
      await run.said(/Warming up/);
      run.kill('guard.cjs');
      await run.exit();
      assert.match(await run.left(1000), /^file hotframe-/);
      const env = { HOTFRAME_TEST_TEMP: windowsPath(run.temporary) };
      const next = start(windows, 'exits-early', [], { env });
      assert.equal(await next.exit(), 1);
      assert.equal(await run.left(), '');
    });
  });
}
