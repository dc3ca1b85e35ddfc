import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Report } from '../../../src/shared/report.ts';
import { succeeded, watchRun, withFolder } from '../../process/engineHarness.ts';
import { nodeBinary, testedLines } from '../../support/nodeVersions.ts';
import { measured } from '../../shares/measured.ts';

/** Works after an await of its own, for each caller in one function, and measures the CPU time of it. */
const library = `
const { writeFileSync } = require('fs');
const used = {};
let sink = 0;
const clock = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};
exports.work = async (n) => {
  await null;
  const start = clock();
  for (let i = 0; i < n * 6000; i++) sink += Math.sqrt(i) % 7;
  used[n] = (used[n] ?? 0) + clock() - start;
};
process.once('SIGTERM', () => {
  writeFileSync('used.json', JSON.stringify(used));
  process.exit();
});
`;

const server = `
const { work } = require('library');
async function handle(request, response) {
  await work(7);
  await work(3);
  response.end('ok');
}
require('http').createServer(handle).listen(0, '127.0.0.1');
`;

const files = { 'node_modules/library/index.js': library, 'server.js': server };
const lineOf = (text: string) => server.split('\n').findIndex((line) => line.includes(text)) + 1;

interface Measured {
  reports: Report[];
  /** The first line's part of the time of both: as charged and by the server's clock, over all runs. */
  charged: number;
  truth: number;
}

const runs = 3;

async function measure(major: number): Promise<Measured> {
  const reports: Report[] = [];
  const charged = { seven: 0, three: 0 };
  const truth = { seven: 0, three: 0 };
  for (let i = 0; i < runs; i++) {
    await withFolder(files, async (folder) => {
      const command = [await nodeBinary(major), 'server.js'];
      // The shortest window after which the learning phase has its full length.
      const load = { durationS: 6, warmupS: 0.5 };
      const { report } = succeeded(await watchRun(folder, { command, chargesAwaits: true, load }));
      const via = (text: string) =>
        report.lines.find(({ line }) => line === lineOf(text))?.viaAwait ?? 0;
      charged.seven += via('work(7)');
      charged.three += via('work(3)');
      const used = JSON.parse(readFileSync(join(folder.path, 'used.json'), 'utf8')) as number[];
      truth.seven += used[7]!;
      truth.three += used[3]!;
      reports.push(report);
    });
  }
  const share = ({ seven, three }: typeof truth) => seven / (seven + three);
  return { reports, charged: share(charged), truth: share(truth) };
}

for (const major of testedLines([20, 24])) {
  test(`two lines have their parts of a function of a package within 4 points, on Node ${major}`, (context) =>
    measured(
      context,
      () => measure(major),
      ({ charged, truth, reports }) => {
        const [seven, clock] = [charged, truth].map((share) => `${(share * 100).toFixed(1)} %`);
        const words = `${seven} of both by their awaits, ${clock} by the server's clock`;
        context.diagnostic(words);
        assert.ok(truth > 0.65 && truth < 0.75, words);
        assert.ok(Math.abs(charged - truth) <= 0.04, words);
        for (const { sampling } of reports) assert.ok(sampling!.viaAwaitShare! > 0.7, words);
      },
      ({ reports }) => reports,
    ));
}
