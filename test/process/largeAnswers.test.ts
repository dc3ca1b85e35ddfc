import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { detail, once } from '../support/detail.ts';
import { succeeded, watchRun, withFolder, type TestFolder, type Watched } from './engineHarness.ts';

const mb = 1e6;
/** The chunk of a body is sent again and again, each time when the last one is gone. */
const server = (end: string) => `
  const chunk = Buffer.alloc(1 << 20, 'x');
  require('http').createServer((request, response) => {
    ${end}
    let sent = 0;
    const more = () => {
      if (sent === size) return response.end();
      sent += chunk.length;
      response.write(chunk, more);
    };
    more();
  }).listen(0, '127.0.0.1');`;

detail('profiles a server of downloads that are larger than a string may be', () =>
  withFolder(
    {
      'server.js': server(`
        const size = 600 * chunk.length;
        response.setHeader('Content-Length', size);`),
    },
    async (folder) => {
      const { run, peakBytes } = await watchLoad(folder, { connections: 1, durationS: 3 });
      const { load } = succeeded(run).report;
      assert.ok(load!.requests >= 1 && load!.errors === 0, JSON.stringify(load));
      assert.ok(load!.bytesPerS * load!.durationS > 600 * mb, `${load!.bytesPerS} bytes a second`);
      assert.ok(peakBytes < 300 * mb, `${peakBytes / mb} MB of the load process`);
    },
  ),
);

once('says of answers without an end that they have none', () =>
  withFolder({ 'server.js': server('const size = NaN;') }, async (folder) => {
    const { run, peakBytes } = await watchLoad(folder, { timeoutS: 1 });
    assert.equal(run.report.failure?.kind, 'answers-time-out');
    assert.match(
      run.report.failure.message,
      /^\d+ answers? from http:\S+ began and none ended within \d\.\d s; [\d.]+ .B of them came\. /,
    );
    assert.ok(peakBytes < 300 * mb, `${peakBytes / mb} MB of the load process`);
  }),
);

once('quotes the beginning of a large answer that is not 2xx', () =>
  withFolder(
    {
      'server.js': server(`
        const size = 40 * chunk.length;
        response.statusCode = 503;
        response.write('no room: ');`),
    },
    async (folder) => {
      const { run } = await watchLoad(folder, { warmupS: 1 });
      assert.equal(run.report.failure?.kind, 'not-2xx');
      assert.match(run.report.failure.message, /503 with the body “no room: x{50,300}”/);
    },
  ),
);

/** The most memory that the process of the load had is read as it ends (Linux; elsewhere 0). */
async function watchLoad(
  folder: TestFolder,
  load: NonNullable<Parameters<typeof watchRun>[1]>['load'],
): Promise<{ run: Watched; peakBytes: number }> {
  let peakBytes = 0;
  const run = await watchRun(folder, { load: load! }, ({ phase }) => {
    if (phase !== 'stopping') return;
    const [pid] =
      folder
        .processes()
        .find((each) => each.includes('loadWorker'))
        ?.split(' ') ?? [];
    if (pid === undefined) return;
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    peakBytes = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  });
  return { run, peakBytes };
}
