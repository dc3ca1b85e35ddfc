import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import type { Connection } from 'vscode-languageserver/node';
import { openSavedRun, saveRun } from '../../src/analysis/saved/savedRun.ts';
import { readSavedRun } from '../../src/engine/profile/savedRunFile.ts';
import { CurrentProfile } from '../../src/server/profile/currentProfile.ts';
import { SavedRuns } from '../../src/server/runs/savedRuns.ts';
import { RunStore } from '../../src/server/store/runStore.ts';
import {
  type AnswerOf,
  methodOf,
  type RequestOf,
  type RunsProblem,
} from '../../src/shared/lspWire.ts';
import { saveFormats, type SaveFormat } from '../../src/shared/saveFormats.ts';
import type { ListedRun, RunHead } from '../../src/shared/savedRuns.ts';
import { largeProfile } from '../support/largeRun.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';
import { headOf } from '../support/savedHeads.ts';
import { lightOptions, withFolder } from './engineHarness.ts';
import { plainServer } from './engineServers.ts';
import { withClient, type ServerClient } from './serverClient.ts';

/** Saved runs, from the folder they are in to what an editor is told of them. */

async function inFolder(body: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'saved-runs-'));
  try {
    await body(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The folder and the files in it can be read by their owner alone. */
function assertPrivate(folder: string): void {
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  for (const name of readdirSync(folder)) {
    assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name);
  }
}

function sampleRun() {
  const profile = profileFromStacks([[5, 'handle:3', 'parse:5']]);
  return { profile, report: reportOf(profile) };
}

/** Saves runs of so many minutes ago, oldest first, and gives their paths. */
async function saveAll(store: RunStore, ...runs: [number, Partial<RunHead>?][]): Promise<string[]> {
  const paths: string[] = [];
  for (const [minutesAgo, change] of runs) {
    const head = headOf(minutesAgo, change);
    await store.save(sampleRun(), head);
    paths.push(store.pathFor(head.takenAt));
  }
  return paths;
}

const listOf = async (client: ServerClient) =>
  (await client.connection.sendRequest<{ runs: ListedRun[] }>(methodOf('runs'))).runs;

const change = async (client: ServerClient, method: string, question: object) =>
  (await client.connection.sendRequest<RunsProblem>(method, question)).problem;

const baselineOf = (client: ServerClient, path: string | null) =>
  client.connection.sendRequest<AnswerOf<'baseline'>>(methodOf('baseline'), { path });

test('keeps a run whole, small, and for its owner only', () =>
  inFolder(async (folder) => {
    // As VS Code makes it, for all to read.
    mkdirSync(join(folder, 'runs'), { mode: 0o755 });
    const store = new RunStore(join(folder, 'runs'));
    assert.deepEqual(await store.list(), []);
    const profile = largeProfile(20_000);
    const run = { profile, report: reportOf(profile) };
    await store.save(run, headOf(1));
    const [listed] = await store.list();
    assert.equal(listed?.path, store.pathFor(headOf(1).takenAt));
    assert.equal(statSync(listed.path).size, listed.bytes);
    assert.ok(listed.bytes < saveRun(run.profile, run.report).length / 20, `${listed.bytes} bytes`);
    const read = readSavedRun(listed.path);
    assert.deepEqual(read.profile, profile);
    assert.deepEqual(read.report, run.report);
    store.rename(listed, 'before');
    store.rememberShown(listed.path);
    assert.equal(readdirSync(join(folder, 'runs')).length, 3, 'the run, its head, what is shown');
    assertPrivate(join(folder, 'runs'));
    const other = new RunStore(join(folder, 'new', 'runs'));
    await other.save(run, headOf(1));
    assertPrivate(join(folder, 'new', 'runs'));
  }));

test('lists without reading the runs themselves', { skip: process.platform !== 'linux' }, () =>
  inFolder(async (folder) => {
    const store = new RunStore(folder);
    const [path] = await saveAll(store, [1]);
    truncateSync(path!, 0);
    truncateSync(path!, 80_000_000);
    const before = bytesRead();
    assert.equal((await store.list())[0]?.load?.requests, 42_318);
    assert.ok(bytesRead() - before < 1_000_000, `${bytesRead() - before} bytes were read`);
  }),
);

/** By this process, from files and sockets, ever. */
function bytesRead(): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))![1]);
}

test('deletes the oldest beyond the limits, and leaves baselines and other files alone', () =>
  inFolder(async (folder) => {
    const store = new RunStore(folder);
    const paths = await saveAll(store, [9, { isBaseline: true }], [8], [7], [6]);
    writeFileSync(join(folder, 'mine.hotframe'), '');
    await store.tidy({ count: 2, megabytes: 1 });
    assert.deepEqual(
      (await store.list()).map(({ path }) => path),
      [paths[3], paths[2], paths[0]],
    );
    assert.equal(readdirSync(folder).length, 7, 'no head is left');
  }));

test('deletes the oldest beyond the limits as soon as a new run is saved', () =>
  inFolder(async (folder) => {
    const connection = { sendNotification: () => Promise.resolve() } as unknown as Connection;
    const currentProfile = new CurrentProfile(connection, { tellsFolders: false, rootUri: null });
    const store = new RunStore(folder);
    currentProfile.store = store;
    await saveAll(store, [3], [2]);
    const saved = new SavedRuns(connection, currentProfile, () => ({ count: 2, megabytes: 10 }));
    saved.keep(sampleRun(), headOf(1));
    await saved.settled();
    const kept = (await saved.list()).runs.map(({ takenAt }) => takenAt);
    assert.deepEqual(kept, [headOf(1).takenAt, headOf(2).takenAt]);
  }));

test('removes what a save has left that was cut short long ago, and nothing else', () =>
  inFolder(async (folder) => {
    const store = new RunStore(folder);
    const [whole, later] = await saveAll(store, [2], [1]);
    const laterHead = later!.replace('.hotframe', '.json');
    writeFileSync(laterHead, readFileSync(laterHead, 'utf8').replace('"runHead":1', '"runHead":2'));
    const names = {
      old: 'run-2020-01-01T00-00-00-000Z.hotframe',
      oldPart: '.run-2020-01-01T00-00-00-000Z.json.77.tmp',
      underWay: 'run-2026-01-01T00-00-00-000Z.hotframe',
    };
    for (const name of Object.values(names)) writeFileSync(join(folder, name), 'x');
    for (const path of [
      whole!,
      later!,
      ...[names.old, names.oldPart].map((name) => join(folder, name)),
    ])
      utimesSync(path, 1, 1);
    await store.tidy({ count: 9, megabytes: 100 });
    assert.deepEqual(
      readdirSync(folder)
        .filter((name) => !name.endsWith('.json'))
        .sort(),
      [names.underWay, basename(whole!), basename(later!)].sort(),
    );
    assert.deepEqual(
      (await store.list()).map(({ path }) => path),
      [whole],
    );
  }));

test('a series has one baseline, and another series its own', () =>
  inFolder(async (folder) => {
    const store = new RunStore(folder);
    const series = { folder: '/work', launch: 'a', request: 'b' };
    await saveAll(store, [5, { isBaseline: true }], [4, { series, isBaseline: true }], [3]);
    const pinned = async () =>
      (await store.list()).filter(({ isBaseline }) => isBaseline).map(({ takenAt }) => takenAt);
    const [newest] = await store.list();
    await store.pin(newest!, true);
    assert.deepEqual(await pinned(), [headOf(3).takenAt, headOf(4).takenAt]);
    await store.pin({ ...newest!, isBaseline: true }, false);
    assert.deepEqual(await pinned(), [headOf(4).takenAt]);
  }));

test('keeps each run with its commit, and renames, pins, exports and deletes it', () => {
  // The file of collapsed stacks is empty where a run has no sample.
  const server = plainServer.replace('20000', '2_000_000');
  return withFolder({ 'server.js': server }, async (folder) => {
    const git = (...words: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', ...words], {
        cwd: folder.path,
        encoding: 'utf8',
      }).trim();
    git('init', '--quiet', '--initial-branch', 'main');
    git('add', 'server.js');
    git('commit', '--quiet', '--message', 'first');
    const storageFolder = join(folder.path, 'storage');
    mkdirSync(storageFolder);
    writeFileSync(join(folder.path, '.gitignore'), 'storage\nhotframe-*\n');
    const options = lightOptions(folder.path);
    const origin = { folder: folder.path, launch: 'npm start' };
    await withClient(async (client) => {
      await client.initialize({ storageFolder });
      const run = async (count: number) => {
        assert.equal((await client.run(options, origin)).failure, null);
        for (let seen = client.runsChanges; (await listOf(client)).length < count;) {
          await client.until('the list has changed', () => client.runsChanges > seen);
          seen = client.runsChanges;
        }
      };
      await run(1);
      writeFileSync(join(folder.path, 'server.js'), `${server}\n// changed`);
      await run(2);

      const [second, first] = await listOf(client);
      assert.ok(first && second);
      assert.deepEqual([second.isShown, first.isShown], [true, false]);
      assert.deepEqual(first.series, { ...origin, request: 'GET /' });
      assert.equal(first.target?.commit, git('rev-parse', 'HEAD'));
      assert.equal(first.target.branch, 'main');
      assert.equal(first.target.modified, 'other-files');
      assert.equal(second.target?.modified, 'source-files');
      assert.equal(first.target.node, process.versions.node);
      assert.ok(first.machine && first.machine.cores > 0);
      assert.ok(first.load && first.load.requests > 0);
      assert.equal(second.path, client.profile?.path);
      assert.equal(client.profile?.takenAt, second.takenAt);

      assert.deepEqual((await baselineOf(client, null)).baseline, null);
      assert.equal(
        await change(client, methodOf('renameRun'), { path: first.path, name: ' before ' }),
        null,
      );
      const pin = { path: first.path, isBaseline: true };
      assert.equal(await change(client, methodOf('pinRun'), pin), null);
      const answer = await baselineOf(client, null);
      assert.equal(answer.run?.path, second.path);
      assert.equal(answer.baseline?.path, first.path);
      assert.equal(answer.baseline.name, 'before');

      for (const [path, place] of [
        [null, 'shown.cpuprofile'],
        [first.path, 'first.cpuprofile'],
      ] as const) {
        const to = join(folder.path, 'storage', place);
        const question = { path, to, format: 'cpuprofile' };
        assert.equal(await change(client, methodOf('exportRun'), question), null);
        const text = readFileSync(to, 'utf8');
        assert.ok(Array.isArray((JSON.parse(text) as { nodes: unknown }).nodes));
        const { report } = openSavedRun(text);
        assert.equal(report.load?.requests, (path ? first : second).load?.requests);
      }
      for (const { format, suffixes } of saveFormats) {
        const to = join(folder.path, 'storage', `first${suffixes[0]}`);
        const question: RequestOf<'exportRun'> = { path: first.path, to, format };
        assert.equal(await change(client, methodOf('exportRun'), question), null);
        assert.equal(statSync(to).mode & 0o777, 0o600);
        const start = readFileSync(to).subarray(0, 4000).toString('latin1');
        assert.match(start, beginnings[format], format);
      }

      const paths = [second.path];
      assert.equal(await change(client, methodOf('deleteRuns'), { paths }), null);
      assert.equal(client.profile, null, 'what was shown of it is cleared');
      assert.deepEqual(
        (await listOf(client)).map(({ path }) => path),
        [first.path],
      );
      await client.close();
    });
    await withClient(async (client) => {
      await client.initialize({ storageFolder });
      const [only, ...others] = await listOf(client);
      assert.deepEqual([only?.name, only?.isBaseline, others.length], ['before', true, 0]);
      await client.close();
    });
  });
});

test('says of a run that is gone or damaged that it is, and lists it no longer', () =>
  inFolder(async (folder) => {
    const paths = await saveAll(new RunStore(folder), [3], [2], [1]);
    await withClient(async (client) => {
      await client.initialize({ storageFolder: folder });
      await client.until('the newest', () => client.profile?.path === paths[2]);
      rmSync(paths[0]!);
      truncateSync(paths[1]!, 200);
      const sentence = /^The file of this run is gone or damaged, so the list has it no longer\.$/;
      for (const path of paths.slice(0, 2)) {
        const before = client.runsChanges;
        assert.match((await client.open(path)).problem ?? '', sentence);
        await client.until('the list is to be asked for', () => client.runsChanges > before);
      }
      assert.deepEqual(
        (await listOf(client)).map(({ path }) => path),
        [paths[2]],
      );
      assert.equal(client.profile?.path, paths[2], 'what was shown stays');
      const gone = 'This run is not there any more.';
      for (const [method, question] of [
        [methodOf('renameRun'), { path: paths[0], name: 'a' }],
        [methodOf('pinRun'), { path: paths[0], isBaseline: true }],
        [methodOf('exportRun'), { path: paths[0], to: join(folder, 'a') }],
        [methodOf('exportRun'), { path: '/etc/hostname', to: join(folder, 'a') }],
      ] as const) {
        assert.equal(await change(client, method, question), gone, method);
      }
      assert.equal(
        await change(client, methodOf('deleteRuns'), { paths: ['/etc/hostname'] }),
        null,
      );
      await client.close();
    });
  }));

test('takes no deep run for a baseline, and compares none', () =>
  inFolder(async (folder) => {
    const run = sampleRun();
    const deep = { ...run.report, sampling: { ...run.report.sampling!, deep: true } };
    const store = new RunStore(folder);
    const [plain] = await saveAll(store, [3]);
    const head = headOf(1, { sampling: deep.sampling });
    await store.save({ profile: run.profile, report: deep }, head);
    const path = store.pathFor(head.takenAt);
    await withClient(async (client) => {
      await client.initialize({ storageFolder: folder });
      const pin = (isBaseline: boolean) => change(client, methodOf('pinRun'), { path, isBaseline });
      assert.match((await pin(true)) ?? '', /^A deep run cannot be the baseline/);
      assert.equal(await pin(false), null);
      assert.ok((await listOf(client)).every(({ isBaseline }) => !isBaseline));
      const compared = { base: [plain], head: [path] };
      assert.match((await change(client, methodOf('compare'), compared)) ?? '', /is a deep run/);
      await client.close();
    });
  }));

test('says which baseline a run has, the one of its series, and why there is no run to compare', () =>
  inFolder(async (folder) => {
    const series = { ...headOf(0).series, request: 'GET /customers' };
    const paths = await saveAll(
      new RunStore(folder),
      [4, { isBaseline: true }],
      [3, { isBaseline: true, series }],
      [2, { series: { ...series, launch: 'npm run dev' } }],
      [1],
    );
    const elsewhere = join(folder, 'elsewhere.cpuprofile');
    const { profile, report } = sampleRun();
    writeFileSync(elsewhere, saveRun(profile, report));
    await withClient(async (client) => {
      await client.initialize({ storageFolder: folder });
      await client.until('the newest', () => client.profile?.path === paths[3]);
      const told = async (path: string | null) => {
        const { run, baseline, noRun } = await baselineOf(client, path);
        const places = [run, baseline].map((each) => (each ? paths.indexOf(each.path) : null));
        return [...places, noRun];
      };
      assert.deepEqual(await told(null), [3, 0, null]);
      assert.deepEqual(await told(paths[1]!), [1, 1, null]);
      assert.deepEqual(await told(paths[2]!), [2, null, null]);
      assert.deepEqual(await told(join(folder, 'gone.hotframe')), [null, null, 'gone']);
      assert.equal((await client.open(elsewhere)).problem, null);
      assert.deepEqual(await told(null), [null, null, 'not-saved']);
      await client.notify(methodOf('clear'));
      assert.deepEqual(await told(null), [null, null, 'nothing-shown']);
      await change(client, methodOf('deleteRuns'), { paths });
      assert.deepEqual(await told(null), [null, null, 'nothing-saved']);
      await client.close();
    });
  }));

test('follows the limits of the settings at once', () =>
  inFolder(async (folder) => {
    const paths = await saveAll(new RunStore(folder), [3], [2], [1]);
    await withClient(async (client) => {
      await client.initialize({ storageFolder: folder });
      await client.until('the newest', () => client.profile?.path === paths[2]);
      assert.equal((await listOf(client)).length, 3);
      let seen = client.runsChanges;
      await client.connection.sendNotification('workspace/didChangeConfiguration', {
        settings: { hotframe: { savedRuns: { count: 1, megabytes: 10 } } },
      });
      // What is shown may change the list too.
      for (let left = 3; left === 3;) {
        await client.until('the list has changed', () => client.runsChanges > seen);
        seen = client.runsChanges;
        left = (await listOf(client)).length;
      }
      assert.deepEqual(
        (await listOf(client)).map(({ path }) => path),
        [paths[2]],
      );
      await client.close();
    });
  }));

test('shows a run that could not be saved, says so, and saves it elsewhere', () =>
  withFolder({ 'server.js': plainServer, storage: 'a file' }, (folder) =>
    withClient(async (client) => {
      await client.initialize({ storageFolder: join(folder.path, 'storage') });
      const { failure } = await client.run(lightOptions(folder.path));
      assert.equal(failure, null);
      await client.until('the sentence', () => client.said.length > 0);
      assert.match(client.said[0]!, /^The run is shown, and could not be saved: .*storage/);
      assert.ok(client.profile);
      const to = join(folder.path, 'elsewhere.cpuprofile');
      assert.equal(
        await change(client, methodOf('exportRun'), { path: null, to, format: 'cpuprofile' }),
        null,
      );
      assert.ok(readSavedRun(to).report.load);
      await client.close();
    }),
  ));

test('writes a large run while everything else goes on', () =>
  inFolder(async (folder) => {
    const profile = largeProfile(400_000);
    const store = new RunStore(folder);
    let isSaved = false;
    const saving = store
      .save({ profile, report: reportOf(profile) }, headOf(1))
      .finally(() => (isSaved = true));
    // A save that has the thread for itself is done when anything else is answered.
    for (let answers = 0; answers < 20; answers += 1) {
      assert.deepEqual(await store.list(), []);
      assert.equal(isSaved, false, `saved before ${answers + 1} answers`);
    }
    await saving;
    assert.equal((await store.list()).length, 1);
  }));

/** How a file of each format begins. */
const beginnings: Record<SaveFormat, RegExp> = {
  cpuprofile: /^\{"nodes":\[/,
  speedscope: /^\{"\$schema":"https:\/\/www\.speedscope\.app/,
  collapsed: /^[^\s{<].* \d+\n/,
  pprof: /^\x1f\x8b/,
  html: /^<!doctype html>/,
  svg: /^<svg xmlns=/,
};
