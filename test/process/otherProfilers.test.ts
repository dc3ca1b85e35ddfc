import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { detail, once } from '../support/detail.ts';
import { testedLines, nodeBinary } from '../support/nodeVersions.ts';
import { lightRun, succeeded, watchRun, withFolder, type QuickOptions } from './engineHarness.ts';
import { plainServer } from './engineServers.ts';

/** Starts V8's CPU profiler in the server itself, for good or for so many milliseconds. */
const profiling = (forMs: number | null) => `
const { Session } = require('inspector');
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.start', () => {
  ${forMs === null ? '' : `setTimeout(() => { session.post('Profiler.stop'); listen(); }, ${forMs});`}
});
${forMs === null ? 'listen();' : ''}
function work(count) {
  let sum = 0;
  for (let i = 0; i < count; i++) sum += Math.sqrt(i) % 7;
  return sum;
}
function handle(request, response) {
  response.end(String(work(500000)));
}
function listen() {
  require('http').createServer(handle).listen(0, '127.0.0.1');
}
${forMs === null ? '' : 'for (let i = 0; i < 100; i++) handle({}, { end() {} });'}
`;
const workLine =
  profiling(300)
    .split('\n')
    .findIndex((line) => line.includes('% 7')) + 1;

/** As much as the server can take: who doubts a log needs work to compare it with. */
const load = { durationS: 1, warmupS: 1 };

for (const major of testedLines([20, 24])) {
  describe(`on Node ${major}`, () => {
    for (const [how, forMs] of [
      ['for good', null],
      ['for 300 ms at the start', 300],
    ] as const) {
      (forMs === null ? test : detail)(
        `a server that profiles itself ${how} is sampled by the inspector, with its lines`,
        () =>
          withFolder({ 'server.js': profiling(forMs) }, async (folder) => {
            const node = await nodeBinary(major);
            const { report, phases } = succeeded(
              await watchRun(folder, { command: ['node', 'server.js'], node, load }),
            );
            // The log is doubted after the warm-up, or after the window if a busy machine left too little to compare.
            const launches = phases.filter((phase) => phase === 'launching').length;
            assert.deepEqual([launches, phases.at(-1)], [2, 'done'], phases.join());
            assert.equal(report.sampling!.sampler, 'inspector');
            assert.match(report.notes[0]!, /^The server was started anew.*V8 writes no log while/);
            const hot = report.lines[0]!;
            assert.ok(hot.line === workLine && hot.self > 0.5, JSON.stringify(report.lines));
          }),
      );
    }
  });
}

once('what V8 logs alone is refused in a sentence', () =>
  withFolder({ 'server.js': plainServer }, async (folder) => {
    const options: QuickOptions = {
      command: [process.execPath, '--cpu-prof', 'server.js'],
      deep: true,
      load,
    };
    const { failure } = (await watchRun(folder, options)).report;
    assert.equal(failure?.kind, 'log-unreadable', failure?.message);
    assert.match(
      failure.message,
      /^V8's log can't be believed: .*`--cpu-prof` starts\. Switch that/,
    );
  }),
);

once('a profiler that the environment switches on is kept off, and the report says so', () =>
  withFolder(
    {
      'server.js': `
require('http').createServer((request, response) => {
  response.end(process.env.DD_PROFILING_ENABLED);
}).listen(0, '127.0.0.1', () => console.log('profiling: ' + process.env.DD_PROFILING_ENABLED));`,
    },
    async (folder) => {
      const { report, output } = succeeded(
        await lightRun(folder, { env: { DD_PROFILING_ENABLED: 'true' } }),
      );
      assert.match(output, /profiling: false/);
      assert.match(report.notes.join(' '), /The profiler of Datadog was kept off in this run/);
    },
  ),
);
