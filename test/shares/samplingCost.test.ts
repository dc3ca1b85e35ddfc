import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { logParent } from '../../src/engine/runFolder/runFolder.ts';
import { succeeded, watchRun, withFolder } from '../process/engineHarness.ts';
import { plainServer } from '../process/engineServers.ts';

const isLinux = process.platform === 'linux';
const memory = '/dev/shm';

test('the report says what sampling cost, and warns where it was much', async (context) => {
  await withFolder({ 'server.js': plainServer }, async (folder) => {
    const shares: number[] = [];
    for (const intervalMicros of [4000, 50]) {
      const { report } = succeeded(
        await watchRun(folder, { intervalMicros, load: { warmupS: 0.1 } }),
      );
      const { costShare } = report.sampling!;
      if (!isLinux) {
        assert.equal(costShare, null);
        return;
      }
      shares.push(costShare!);
      const warned = report.load!.warnings.filter((each) => each.startsWith('Sampling took'));
      assert.equal(warned.length, costShare! > 0.1 ? 1 : 0);
      context.diagnostic(`each ${intervalMicros} µs: ${(costShare! * 100).toFixed(1)} %`);
    }
    const [few, many] = shares as [number, number];
    assert.ok(few > 0 && few < 0.1, `${few}`);
    // Forty times as many are wanted; a machine with other work takes fewer.
    assert.ok(many > 4 * few, `${many} with many samples, ${few} with few`);
  });
});

test("V8's log is kept in memory where there is room, and is gone with the run", async (context) => {
  const temporary = process.env['TMPDIR'];
  delete process.env['TMPDIR'];
  try {
    if ((await logParent({ load: { durationS: 1, warmupS: 1 } })) !== memory) {
      return context.skip('no room in memory');
    }
    await withFolder({ 'server.js': plainServer }, async (folder) => {
      delete process.env['TMPDIR'];
      // A file that the target writes, by its folder.
      const seen = new Map<string, string>();
      const { report } = succeeded(
        await watchRun(folder, { load: { durationS: 0.3 } }, (state) => {
          if (state.phase !== 'measuring') return;
          for (const name of readdirSync(memory)) {
            if (!name.startsWith('hotframe-')) continue;
            for (const file of readdirSync(join(memory, name))) seen.set(file, name);
          }
        }),
      );
      const own = seen.get(`${report.target!.pid}-0.ndjson`);
      assert.ok(own, [...seen.keys()].join(' '));
      assert.ok(!existsSync(join(memory, own)), 'it is removed');
    });
  } finally {
    if (temporary !== undefined) process.env['TMPDIR'] = temporary;
  }
});
