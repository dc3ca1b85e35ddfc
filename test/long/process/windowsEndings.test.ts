import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import {
  reportOf,
  windowsLines,
  windowsOr,
  windowsPath,
  type Windows,
} from '../../support/wine.ts';

/** Processes of Windows that are ended hard, that others have started, and files that others hold. */

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'windows-endings-')));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return windowsPath(path);
}

/** Starts a process that writes V8's log, ends it as the engine does, then reads the log. */
const lastWords = write(
  'lastWords.cjs',
  `
const { spawn } = require('node:child_process');
const { readFileSync, rmSync } = require('node:fs');
const log = require('node:path').join(require('node:os').tmpdir(), 'a.log');
const words = "eval('(function lastWords(){})()'); console.log('said'); for (;;);";
const flags = ['--prof', '--no-logfile-per-isolate', '--logfile=' + log];
const child = spawn(process.execPath, [...flags, '-e', words], { windowsHide: true });
child.stdout.once('data', () => child.kill('SIGKILL'));
child.once('close', () => {
  console.log(readFileSync(log, 'latin1').includes('lastWords'));
  rmSync(log);
});
`,
);

/** Work is in three children: one forked, one spawned, and one that cmd starts. */
write(
  'parent.js',
  `
const { exec, fork, spawn } = require('node:child_process');
const server = require('node:http').createServer((request, response) => response.end('ok'));
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1');
fork('child.js', ['forked']);
spawn('node', ['child.js', 'spawned'], { windowsHide: true });
exec('node child.js "by cmd"', { windowsHide: true });
`,
);
write(
  'child.js',
  `
let x = 1;
function burn() {
  const end = performance.now() + 10;
  while (performance.now() < end) x = Math.sqrt(x + 1.5);
}
setInterval(burn, 50);
setTimeout(() => process.exit(0), 120_000);
`,
);

/** Has a file open that the command, which it starts, is to write over. */
const holder = write(
  'holder.cjs',
  `
const { openSync } = require('node:fs');
const { spawnSync } = require('node:child_process');
const [, , held, ...words] = process.argv;
openSync(held, 'r');
const { status, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8', windowsHide: true });
console.error(stderr);
process.exit(status);
`,
);

/** As a process is in which the exit waits for a thread that has ended. */
write(
  'stuckExit.js',
  `
console.error('config: DATABASE_URL is not set');
process.on('exit', () => {
  for (;;);
});
process.exit(3);
`,
);

const quick = ['--warmup', '1', '-d', '3', '--rate', '20', '--interval', '1000'];

for (const line of windowsLines()) {
  const it = (title: string, work: (windows: Windows) => Promise<void>) =>
    test(title, async (t) => {
      const windows = await windowsOr(t, line);
      if (windows) await work(windows);
    });

  describe(`on Windows, Node ${line}`, { concurrency: 2 }, () => {
    it('V8’s log has all up to the moment when its process is ended hard', async (windows) => {
      const run = windows.run([lastWords]);
      assert.equal(await run.exit(), 0, run.stderr);
      assert.equal(run.stdout.trim(), 'true');
      assert.equal(await run.left(), '');
    });

    it('samples children that are forked, spawned or started by cmd', async (windows) => {
      const words = ['run', '--json', '-', ...quick, '--', 'node', 'parent.js'];
      const run = windows.hotframe(words, { cwd: folder });
      assert.equal(await run.exit(), 0, run.stderr);
      assert.equal(await run.left(), '');
      const report = reportOf(run);
      const children = report.target!.processes.filter(({ role }) => role === 'child');
      assert.equal(children.length, 3, JSON.stringify(report.target!.processes));
      const burn = report.lines.find(({ file, line }) => file.endsWith('child.js') && line === 5);
      assert.ok(burn && burn.self > 0, JSON.stringify(report.lines.slice(0, 3)));
    });

    it('ends a server that began to exit and did not come to its end', async (windows) => {
      const words = ['run', '--json', '-', '--', 'node', 'stuckExit.js'];
      const run = windows.hotframe(words, { cwd: folder });
      assert.equal(await run.exit(), 1, run.stderr);
      const { failure } = reportOf(run);
      assert.equal(failure?.kind, 'exited-before-listening');
      assert.match(failure.message, /exit code 3 .*\n.*DATABASE_URL is not set/);
      assert.equal(await run.left(), '');
    });

    it('says of a file that another program holds that it is held', async (windows) => {
      const held = write(`held-${line}.json`, 'as it was');
      const cli = windowsPath(join(import.meta.dirname, '../../../dist/cli.cjs'));
      const words = ['run', '--json', held, '-d', '1', '--warmup', '0', '--no-async'];
      const run = windows.run([holder, held, cli, ...words, '--', 'node', 'parent.js'], {
        cwd: folder,
      });
      assert.equal(await run.exit(), 1, run.stderr);
      assert.match(run.stderr, /held-\d+\.json could not be written, another program has the file/);
      assert.equal(await run.left(), '');
    });
  });
}
