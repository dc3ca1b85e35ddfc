import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after } from 'node:test';
import { type AnswerOf, methodOf } from '../../src/shared/lspWire.ts';
import { gzipBomb, noPipes, strangeFiles } from '../support/strangeFiles.ts';
import { CliRun } from './cliDriver.ts';
import { withClient } from './serverClient.ts';
import { detail, once } from '../support/detail.ts';

/** Files that were made to fill the memory or to be waited for: a sentence in seconds, in the command and in the language server. */

const folder = mkdtempSync(join(tmpdir(), 'hotframe-hostile-'));
after(() => rmSync(folder, { recursive: true }));

const logHead = 'v8-version,11,3,244,8,-node.30,0\nprofiler,begin,1000\n';
/** One kind of sample, and then whatever comes. */
const pprofHead = Buffer.from([0x0a, 4, 8, 1, 16, 2]);

const tooLarge = /can't be opened: it would take more memory than a profile may\.\n$/;
const bombs: [name: string, bytes: () => Buffer, sentence: RegExp][] = [
  ['zeros.pb.gz', () => gzipBomb(pprofHead, '\0', 2e9), tooLarge],
  ['samples.pb.gz', () => gzipBomb(pprofHead, Buffer.from([0x12, 0]), 40e6), tooLarge],
  ['nodes.cpuprofile.gz', () => gzipBomb('{"nodes":[', '{"id":1},', 2e9), tooLarge],
  ['lists.cpuprofile.gz', () => gzipBomb('{"nodes":[', '[],', 200e6), tooLarge],
  ['nested.cpuprofile.gz', () => gzipBomb('{"nodes":', '[', 100e6), tooLarge],
  ['samples.cpuprofile.gz', () => gzipBomb('{"samples":[', '1,', 400e6), tooLarge],
  ['run.hotframe', () => gzipBomb('{"hotframe":{"savedRun":1,"profile":[', '[],', 2e9), tooLarge],
  ['line.log.gz', () => gzipBomb(logHead, 'a', 2e9), /: it has a line of more than 100 MB\.\n$/],
  ['air.log.gz', () => gzipBomb(logHead, '\n', 2e9), /: it is no V8 log\.\n$/],
  ['ticks.log.gz', () => gzipBomb(logHead, 'tick,0x1,5,0,0x0,0\n', 2e9), tooLarge],
];

/** Says at its end what memory it took. */
const measured = join(folder, 'measured.cjs');
writeFileSync(
  measured,
  `if (require('worker_threads').isMainThread) process.on('exit', () =>
     process.stdout.write(\`\${process.resourceUsage().maxRSS} kB\`));`,
);
const maxKilobytes = 1_500_000;

/** What `npm test` leaves out, since the reader that refuses it refuses another of them. */
const details = [
  'samples.pb.gz',
  'lists.cpuprofile.gz',
  'nested.cpuprofile.gz',
  'samples.cpuprofile.gz',
  'ticks.log.gz',
];

for (const [name, bytes, sentence] of bombs) {
  const add = details.includes(name) ? detail : once;
  add(`the command refuses ${name} with little memory`, { timeout: 40_000 }, async () => {
    const file = join(folder, name);
    writeFileSync(file, bytes());
    const cli = new CliRun(['open', file], folder, { NODE_OPTIONS: `--require ${measured}` });
    assert.equal(await cli.exit(), 1, cli.stderr);
    assert.match(cli.stderr, sentence);
    const kilobytes = Number(/(\d+) kB$/.exec(cli.stdout)?.[1]);
    assert.ok(kilobytes < maxKilobytes, `${kilobytes} kB`);
    rmSync(file);
  });
}

once(
  'the language server refuses all of them, and lives on',
  { skip: noPipes, timeout: 60_000 },
  () =>
    withClient(async (server) => {
      using strange = strangeFiles();
      await server.initialize();
      const fixture = resolve(import.meta.dirname, '../fixtures/v8log/node24.log');
      assert.deepEqual(await server.open(fixture), { problem: null });
      for (const file of [strange.pipe, strange.zero, strange.huge]) {
        const { problem } = await server.open(file);
        assert.match(problem ?? '', /can't be opened[,:] it (is a|would take)/);
      }
      const bomb = join(strange.folder, 'samples.pb.gz');
      writeFileSync(bomb, gzipBomb(pprofHead, Buffer.from([0x12, 0]), 40e6));
      assert.match((await server.open(bomb)).problem ?? '', /more memory than a profile may/);
      for (const path of [strange.pipe, strange.zero, strange.huge]) {
        const answer: AnswerOf<'requestFile'> = await server.connection.sendRequest(
          methodOf('requestFile'),
          { path },
        );
        assert.match(answer.problems[0]?.message ?? '', /can't be read: it is (a|larger)/);
      }
      mkdirSync(join(strange.folder, '.vscode'));
      symlinkSync(strange.pipe, join(strange.folder, '.vscode/hotframe.json'));
      const answer: AnswerOf<'scenarios'> = await server.connection.sendRequest(
        methodOf('scenarios'),
        {
          folder: strange.folder,
        },
      );
      assert.match(answer.problem?.message ?? '', /can't be read: it is a pipe/);
      assert.match(server.profile?.title ?? '', /^node24\.log/);
    }),
);
