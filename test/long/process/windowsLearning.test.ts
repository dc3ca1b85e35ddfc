import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { BenchReport } from '../../../src/shared/bench.ts';
import type { Report } from '../../../src/shared/report.ts';
import { markedLine, zooServer } from '../../support/zoo.ts';
import { reportOf, windowsLines, windowsOr, type Windows } from '../../support/wine.ts';

/**
 * What is learned and counted inside of the server, on Windows: files with which the engine asks and the
 * server's threads answer, by rules of the system for files that are open. No server here asks another
 * by `fetch`: Wine refuses its sockets, because it keeps them alive before they are connected.
 */

const workspaces = join(import.meta.dirname, '../../workspaces');
const faults = join(workspaces, 'faults');
const sleepLine = markedLine(join(faults, 'sleep.js'), '// fault');

for (const line of windowsLines()) {
  const it = (title: string, work: (windows: Windows) => Promise<void>) =>
    test(title, async (t) => {
      const windows = await windowsOr(t, line);
      if (windows) await work(windows);
    });

  describe(`inside of a server on Windows, Node ${line}`, { concurrency: 2 }, () => {
    it('learns where requests wait, and what they cost', async (windows) => {
      const report = await reported(windows, 'sleep.js');
      const { requests, sampling, memory, findings } = report;
      assert.ok(requests && requests.sampled > 0, 'requests are followed');
      assert.ok(requests.parts.wait > 15, JSON.stringify(requests.parts));
      assert.ok(sampling!.cpuMicrosPerRequest! > 0, 'the server tells its CPU time');
      assert.ok(memory!.bytesPerRequest! > 1000, JSON.stringify(memory));
      const waiting = report.lines.find(({ waitMs }) => (waitMs ?? 0) > 15);
      assert.deepEqual([waiting?.file, waiting?.line], [join(faults, 'sleep.js'), sleepLine]);
      const told = findings?.map(({ kind, line }) => `${kind} ${line}`);
      assert.ok(told?.includes(`io-wait ${sleepLine}`), told?.join());
    });

    it('names the functions that allocate', async (windows) => {
      const { memory } = await reported(windows, 'gcChurn.js', ['--allocations']);
      const [most] = memory!.functions;
      assert.equal(most?.file.replace(/^Z:/, '').replaceAll('\\', '/'), join(faults, 'gcChurn.js'));
      assert.ok(most.bytesPerRequest > 1_000_000, JSON.stringify(memory));
    });

    it('measures a function alone, with the calls of the load', async (windows) => {
      const { folder } = zooServer('deopt');
      const words = ['bench', 'describeOrder.js:9', '--json', '-', '-d', '1', '--', 'node'];
      const run = windows.hotframe([...words, 'server.js'], { cwd: folder });
      assert.equal(await run.exit(), 0, run.stderr);
      assert.equal(await run.left(), '');
      const { recording, measured } = JSON.parse(run.stdout) as BenchReport;
      assert.ok(recording!.kept > 0);
      assert.ok(measured.calls > 0);
      assert.ok(measured.deopts.length > 0, 'V8’s log is read, whose paths have backslashes');
    });
  });
}

async function reported(
  windows: Windows,
  server: string,
  words: readonly string[] = [],
): Promise<Report> {
  const argv = ['run', '--json', '-', '--warmup', '1', '-d', '3', ...words, '--', 'node', server];
  const run = windows.hotframe(argv, { cwd: faults });
  assert.equal(await run.exit(), 0, run.stderr);
  assert.equal(await run.left(), '');
  return reportOf(run);
}
