import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  command,
  measured,
  repositoryOf,
  repositoryOfServer,
  serverWith,
} from '../../process/measuredRepository.ts';

/** What `hotframe measure` finds, and does not find, beside the time on the CPU of a function. */

test('does not find a comment faster or slower, and says that nothing else has changed', async () => {
  const repository = repositoryOfServer();
  repository.write({ 'src/server.js': `${serverWith(200_000)}\n// The same again.\n` });
  const { report } = await measured(repository, ['--budget', '9', '--precision', '10', ...command]);
  assert.match(report.verdict.kind, /^(no-difference|cannot-tell)$/, report.sentence);
  assert.match(report.measured.ended, /^(budget|precise)$/);
  assert.ok(report.measured.elapsedS < 15, `${report.measured.elapsedS} s`);
});

test('says of a line that it changed by what it causes after its await', async () => {
  const later = `
    let sink = 0;
    exports.later = async (turns) => {
      await null;
      for (let i = 0; i < turns; i++) sink += Math.sqrt(i) % 7;
    };
  `;
  const server = (turns: number) => `
    const http = require('http');
    const { later } = require('later');
    async function handle(request, response) {
      await later(${turns});
      response.end('ok');
    }
    http.createServer(handle).listen(0, '127.0.0.1');
  `;
  const repository = repositoryOf({
    '.gitignore': 'node_modules\n',
    'src/server.js': server(200_000),
  });
  repository.write({
    'node_modules/later/index.js': later,
    'src/server.js': server(500_000),
  });
  const { report } = await measured(repository, [
    '--budget',
    '100',
    '--precision',
    '50',
    ...command,
  ]);
  assert.equal(report.verdict.kind, 'slower', report.sentence);
  const [line] = report.code.lines;
  assert.equal(line?.head?.line, 5, JSON.stringify(report.code.lines));
  assert.ok(
    line!.baseMicros > 0 && line!.headMicros > 1.5 * line!.baseMicros && line!.isBeyondNoise,
    JSON.stringify(line),
  );

  const without = await measured(repository, ['--no-async', '--budget', '8', ...command]);
  const own = without.report.code.lines.filter(({ head }) => head?.line === 5);
  assert.ok(
    own.every(({ headMicros }) => headMicros < line!.headMicros / 20),
    `without learning, the line has the samples of its call alone: ${JSON.stringify(own)}`,
  );
});

test('says where requests wait less, by what and how much', async () => {
  const server = (waits: string) => `
    const http = require('http');
    const { setTimeout: sleep } = require('timers/promises');
    async function handle(request, response) {
      ${waits}
      response.end('ok');
    }
    http.createServer(handle).listen(0, '127.0.0.1');
  `;
  const repository = repositoryOf({
    'src/server.js': server('await sleep(10);\n      await sleep(20);'),
  });
  repository.write({
    'src/server.js': server('await Promise.all([sleep(10), sleep(20)]);'),
  });
  const { report } = await measured(repository, [
    '--budget',
    '60',
    '--precision',
    '50',
    ...command,
  ]);
  assert.match(report.sentence, / Requests wait \d+–\d+ % less\.$/);
  const estimate = report.metrics.find(({ metric }) => metric === 'waitMs')!;
  assert.ok(estimate.base! > 29 && estimate.base! < 36, `${estimate.base} ms`);
  assert.ok(estimate.head! > 19 && estimate.head! < 25, `${estimate.head} ms`);
  const changed = report.code.waits.filter(({ isBeyondNoise }) => isBeyondNoise);
  assert.ok(changed.length > 0, JSON.stringify(report.code.waits));
  assert.ok(changed.every(({ kind }) => kind === 'timer'));
  // The line of one wait is gone.
  const gone = changed.find(({ head }) => head === null);
  assert.match(gone?.base?.file ?? '', /src\/server\.js$/);
  assert.ok(gone!.base!.file.startsWith(repository.folder), 'a file of the user');
});
