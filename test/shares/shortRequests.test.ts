import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Sampler } from '../../src/shared/profileOrigin.ts';
import type { Report } from '../../src/shared/report.ts';
import { succeeded, watchRun, withFolder } from '../process/engineHarness.ts';
import { withDetails } from '../support/detail.ts';
import { nodeBinary, testedLines } from '../support/nodeVersions.ts';
import { cpuWarnings, measured } from './measured.ts';

/**
 * A request of some 20 µs: a third of it is work of the server's, most of the rest the system call that writes the
 * answer, where a late interrupt would count it. The thread's own clock is the truth. Work that took a millisecond
 * was interrupted by another program, whose time is not the line's: it counts as the others do on average.
 */
const server = `
const { readFileSync, writeFileSync } = require('fs');
const input = Array.from({ length: 600 }, (_, i) => 'word' + (i * 7919) % 400);
function work() {
  return new Set(input).size;
}
const cpuNs = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]);
let count = 0, worked = 0, used = 0, startNs = 0;
require('http').createServer((request, response) => {
  // V8 has compiled what it needs by then.
  if (++count === 20000) [worked, used, startNs] = [0, 0, cpuNs()];
  const start = process.hrtime();
  const size = work();
  const [seconds, ns] = process.hrtime(start);
  const tookNs = seconds * 1e9 + ns;
  if (tookNs < 1e6) {
    used += tookNs;
    worked++;
  }
  response.end(String(size));
}).listen(0, '127.0.0.1');
process.once('SIGTERM', () => {
  writeFileSync('share.json', String(((used / worked) * (count - 19999)) / (cpuNs() - startNs)));
  process.exit();
});
`;

const workLine = server.split('\n').findIndex((line) => line.includes('new Set')) + 1;

interface Measured {
  report: Report;
  self: number;
  truth: number;
}

async function measure(major: number, sampler: Sampler): Promise<Measured> {
  let found: Measured;
  await withFolder({ 'server.js': server }, async (folder) => {
    const command = [await nodeBinary(major), 'server.js'];
    const load = { durationS: 3, warmupS: 1.5 };
    const { report } = succeeded(await watchRun(folder, { command, sampler, load }));
    const line = report.lines.find((each) => each.line === workLine);
    const truth = Number(readFileSync(join(folder.path, 'share.json'), 'utf8'));
    found = { report, self: line?.self ?? 0, truth };
  });
  return found!;
}

for (const major of testedLines([20, 24])) {
  for (const sampler of withDetails ? (['v8log', 'inspector'] as const) : (['v8log'] as const)) {
    test(
      `the share of a line in short requests is that of the thread's clock, on Node ${major} by ${sampler}`,
      {
        skip: process.platform === 'linux' ? false : 'only Linux tells the CPU time of a thread',
      },
      (context) =>
        measured(
          context,
          () => measure(major, sampler),
          ({ report, self, truth }) => {
            const words = `self ${(100 * self).toFixed(1)} %, by the clock ${(100 * truth).toFixed(1)} %`;
            context.diagnostic(words);
            assert.ok(self > 0 && self < truth + 0.08, words);
            // The report says of a busy machine that the line that sends the answer has too much.
            const [reason] = cpuWarnings(report);
            if (reason === undefined) assert.ok(self > truth - 0.08, words);
            else context.diagnostic(`Not asked whether that is too little: ${reason}`);
          },
          ({ report }) => [report],
        ),
    );
  }
}
