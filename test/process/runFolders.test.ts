import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  eventually,
  lightOptions,
  lightRun,
  succeeded,
  withFolder,
  type TestFolder,
  type Watched,
} from './engineHarness.ts';
import { plainServer } from './engineServers.ts';
import { startEngine } from './startEngine.ts';

// Processes are found through /proc.
const skip = process.platform !== 'linux';

test('says which folder for temporary files is not there, and starts nothing', () =>
  withFolder({ 'server.js': plainServer, file: '' }, async (folder) => {
    const gone = join(folder.path, 'gone');
    assert.equal(
      sentenceOf(await runIn(gone, folder), 'no-temporary-folder'),
      `The folder for temporary files, ${gone}, does not exist; set TMPDIR to a folder that can be written to.`,
    );
    const file = join(folder.path, 'file');
    assert.match(sentenceOf(await runIn(file, folder), 'no-temporary-folder'), /, is no folder; /);
  }));

test('says that the folder for temporary files is read-only', { skip }, () =>
  withDisk({ options: 'ro' }, async (folder, disk) => {
    const message = sentenceOf(await runIn(disk, folder), 'no-temporary-folder');
    assert.match(message, /, can't be written to \(EROFS\); set TMPDIR /);
  }),
);

test('says at once that the disk is full, and starts nothing', { skip }, () =>
  withDisk({ options: 'size=128k' }, async (folder, disk) => {
    const message = sentenceOf(await runIn(disk, folder), 'disk-full');
    assert.ok(message.startsWith(`The disk of ${disk} is full, `), message);
  }),
);

test('says that the disk is full while it waits for the server', { skip }, () =>
  withDisk({ options: 'size=1m' }, async (folder, disk) => {
    const server = `
      try { require('fs').writeFileSync(process.env.TMPDIR + '/large', Buffer.alloc(2e6)); } catch {}
      setTimeout(() => {}, 60_000);`;
    writeFileSync(join(folder.path, 'server.js'), server);
    const startedMs = performance.now();
    const { report } = await runIn(disk, folder);
    assert.equal(report.failure?.kind, 'disk-full', report.failure?.message);
    assert.ok(performance.now() - startedMs < 10_000, 'before the start time of 20 s is over');
  }),
);

test('ends what runs have left whose engine and guard were killed together', { skip }, () =>
  withFolder({ 'server.js': plainServer }, async (folder) => {
    const dead = await startedRun(folder);
    const [left] = folder.runFolders();
    const guard = folder.processes().find((line) => line.includes('guard.cjs'));
    process.kill(Number.parseInt(guard!), 'SIGKILL');
    dead.kill('SIGKILL');
    await eventually('the load ends', () => !namesOf(folder).includes('loadWorker.cjs'));
    assert.match(namesOf(folder), /server\.js/, 'the server runs on');

    const living = await startedRun(folder);
    const [other] = folder.runFolders();
    assert.notEqual(other, left);
    assert.equal(folder.runFolders().length, 1);
    const link = await linkToDeadFolder(folder);

    succeeded(await lightRun(folder));
    assert.deepEqual(folder.runFolders().sort(), [other, link].sort());
    rmSync(join(folder.path, link));
    assert.ok(existsSync(join(folder.path, 'linked', 'file')));
    living.kill('SIGKILL');
    await eventually('all processes end', () => folder.processes().length === 0);
    await eventually('the run folder goes', () => folder.runFolders().length === 0);
  }),
);

function sentenceOf({ report, phases }: Watched, kind: string): string {
  assert.equal(report.failure?.kind, kind, report.failure?.message ?? 'the run did not fail');
  assert.deepEqual(phases, ['failed']);
  return report.failure.message;
}

/** A run of the folder's server with another folder for temporary files. */
async function runIn(temporary: string, folder: TestFolder): Promise<Watched> {
  process.env['TMPDIR'] = temporary;
  try {
    return await lightRun(folder);
  } finally {
    process.env['TMPDIR'] = folder.path;
  }
}

/** A test with a disk of its own, in memory; skipped where this user may not mount one. */
function withDisk(
  { options }: { options: string },
  body: (folder: TestFolder, disk: string) => Promise<void>,
): Promise<void> {
  return withFolder({ 'server.js': plainServer }, async (folder) => {
    const disk = join(folder.path, 'disk');
    mkdirSync(disk);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'none', disk]);
    if (mounted.status !== 0) return;
    try {
      await body(folder, disk);
    } finally {
      spawnSync('umount', [disk]);
    }
  });
}

/** An engine of its own, whose run is under load. */
function startedRun(folder: TestFolder): Promise<ChildProcess> {
  const options = lightOptions(folder.path, { load: { warmupS: 0, durationS: 30 } });
  return startEngine(options, 'measuring');
}

/** Its name; what it links to looks like the folder of a dead run. */
async function linkToDeadFolder(folder: TestFolder): Promise<string> {
  const path = join(folder.path, 'linked');
  mkdirSync(path);
  writeFileSync(join(path, 'file'), '');
  const listen =
    "require('net').createServer().listen(process.argv[1], () => process.kill(process.pid, 9))";
  await once(spawn(process.execPath, ['-e', listen, join(path, 'owner')]), 'exit');
  const name = 'hotframe-0123456789abcdef';
  symlinkSync(path, join(folder.path, name));
  return name;
}

function namesOf(folder: TestFolder): string {
  return folder.processes().join('\n');
}
