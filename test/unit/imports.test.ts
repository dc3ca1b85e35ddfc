import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openProfiles, type OpenedProfile } from '../../src/engine/import/openProfiles.ts';
import { ProfileBytes } from '../../src/engine/import/profileBytes.ts';
import { profileFiles } from '../../src/engine/import/profileFiles.ts';
import { RunFileError } from '../../src/engine/profile/savedRunFile.ts';
import type { Area } from '../../src/shared/vocabulary.ts';
import { filesOf } from '../support/textFiles.ts';

/** Real files of other profilers, of one small program; test/support/makeImports.ts makes them again. */

const fixtures = resolve(import.meta.dirname, '../fixtures/imports');
const scratch = mkdtempSync(join(tmpdir(), 'hotframe-imports-'));
after(() => rmSync(scratch, { recursive: true }));

const programText = (name: string) => readFileSync(join(fixtures, 'program', name), 'utf8');
const texts = {
  '/srv/shop/app.js': programText('app.js'),
  '/srv/shop/lib.js': programText('lib.js'),
  '/srv/shop/package.json': '{}',
};

function open(names: string | string[], areas: Area[] = ['app']): Promise<OpenedProfile> {
  return openProfiles(
    [names].flat().map((name) => resolve(fixtures, name)),
    { workspaceFolders: [], areas, sources: filesOf(texts) },
  );
}

interface Expected {
  format: RegExp;
  tiers: boolean;
  lines: 'calls' | 'innermost' | 'functions';
}

const cpuProfile: Expected = { format: /^CPU profile of V8$/, tiers: false, lines: 'innermost' };
const log: Expected = { format: /^V8 log$/, tiers: true, lines: 'calls' };

const files: Record<string, Expected> = {
  'node18.cpuprofile': cpuProfile,
  'node20.cpuprofile': cpuProfile,
  'node22.cpuprofile': cpuProfile,
  'node24.cpuprofile': cpuProfile,
  'node26.cpuprofile': cpuProfile,
  'trace.json.gz': { ...cpuProfile, format: /^trace/ },
  'preprocessed.json.gz': { ...log, format: /V8's own processor/ },
  '4711.0x': log,
  '4712.clinic-flame': { format: /^stacks of 0x/, tiers: true, lines: 'functions' },
  'datadog.pb.gz': { format: /^pprof/, tiers: false, lines: 'functions' },
  'datadog-lines.pb.gz': { format: /^pprof/, tiers: false, lines: 'calls' },
  'flame-cpu.pb': { format: /^pprof/, tiers: false, lines: 'functions' },
};

for (const [name, expected] of Object.entries(files)) {
  test(`${name}: the time is on the functions that it was spent in`, async () => {
    const { report } = await open(name);
    const own = (fn: string) => report.functions.find((each) => each.name === fn)?.self ?? 0;
    const library = own('viaLibrary') + own('step');
    const whole = own('triple') + own('single') + library;
    // Some time of a short program is its start.
    // And a page waits in the browser's own code.
    assert.ok(whole > (name.startsWith('trace') ? 0.2 : 0.5), `${whole}`);
    const triple = own('triple') / whole;
    assert.ok(triple > 0.45 && triple < 0.75, `triple has ${triple} of ${whole}`);
    const single = own('single') / whole;
    assert.ok(single > 0.1 && single < 0.32, `single has ${single}`);
    assert.deepEqual(report.imported?.folders, ['/srv/shop']);
    for (const { name: fn, area, line } of report.functions) {
      if (fn === 'triple') assert.deepEqual([area, line], ['app', 4]);
    }
  });

  test(`${name}: no line is shown that did not run`, async () => {
    const { report } = await open(name);
    const exact = report.lines.filter((each) => each.exact && each.self > 0.005);
    for (const { file, line } of exact) {
      const text = texts[file as keyof typeof texts]?.split('\n')[line - 1]?.trim() ?? '';
      assert.match(text, /[a-z]/, `${basename(file)}:${line}`);
      assert.doesNotMatch(text, /^(?:\/\/|\/\*)/, `${basename(file)}:${line}`);
    }
    if (expected.lines === 'functions') {
      assert.deepEqual(exact, []);
      return;
    }
    const hottest = exact[0];
    assert.match(hottest?.file ?? '', /app\.js$/);
    assert.ok([6, 7].includes(hottest!.line), `line ${hottest!.line}`);
  });

  test(`${name}: says what it is and what it does not know`, async () => {
    const { report, profile } = await open(name);
    assert.match(report.sampling?.format ?? '', expected.format);
    assert.equal(report.sampling?.sampler, 'imported');
    assert.equal(report.sampling?.tiers ?? true, expected.tiers);
    assert.equal(report.sampling?.lines ?? 'calls', expected.lines);
    assert.equal(profile.origin?.lines, expected.lines);
    const notes = report.notes.join('\n');
    assert.match(notes, /nothing is known of the load and of the machine/);
    assert.equal(/does not say what V8 had optimized/.test(notes), !expected.tiers);
    assert.equal(report.target, null);
    assert.equal(report.machine, undefined);
    const tiers = report.functions.flatMap((each) => Object.values(each.tiers));
    assert.equal(
      tiers.some((share) => share > 0),
      expected.tiers,
    );
    if (!expected.tiers) assert.ok(report.functions.every(({ marker }) => marker === null));
  });
}

test('says how much of the time has a line that is of inlined code', async () => {
  const { report } = await open('node20.cpuprofile');
  const inLibrary = report.functions.find(({ name }) => name === 'viaLibrary')?.self ?? 0;
  assert.ok((report.sampling?.misplacedShare ?? 0) > inLibrary / 2, `${inLibrary}`);
  assert.match(report.notes.join('\n'), /has a line that can't be placed/);
});

test('says where the files of another folder are taken for the user\u2019s own', async () => {
  const { report } = await openProfiles([join(fixtures, 'node20.cpuprofile')], {
    workspaceFolders: ['/home/me/other'],
    areas: ['app'],
    sources: filesOf(texts),
  });
  assert.deepEqual(report.imported?.folders, ['/srv/shop']);
  assert.match(
    report.notes.join('\n'),
    /None of its files is in \/home\/me\/other: those in \/srv\/shop are taken for your own/,
  );
});

test('knows idle time where the file does', async () => {
  for (const name of ['node20.cpuprofile', 'node24.cpuprofile', '4711.0x']) {
    const { report } = await open(name);
    const idle = report.sampling?.idleShare ?? 0;
    assert.ok(idle > 0.2 && idle < 0.8, `${name}: ${idle}`);
  }
});

test('takes several files for the threads of one run', async () => {
  for (const name of ['CPU.20261121.100000.77.0.001', 'CPU.20261121.100000.77.1.002']) {
    copyFileSync(join(fixtures, 'node20.cpuprofile'), join(scratch, `${name}.cpuprofile`));
  }
  const one = await open('node20.cpuprofile');
  const both = await open(scratch);
  assert.deepEqual(
    both.report.imported?.processes.map(({ pid, threadId, role }) => [pid, threadId, role]),
    [
      [77, 0, 'main'],
      [77, 1, 'worker'],
    ],
  );
  assert.equal(both.report.sampling?.onCpu, 2 * one.report.sampling!.onCpu);
  assert.deepEqual(
    both.report.functions.slice(0, 3).map(({ name }) => name),
    one.report.functions.slice(0, 3).map(({ name }) => name),
  );
});

test('finds in a folder what says most, and no heap profile', () => {
  const names = (path: string) => profileFiles([path]).map(({ path: file }) => basename(file));
  const folder = join(scratch, 'mixed');
  mkdirSync(join(folder, '1.0x'), { recursive: true });
  writeFileSync(join(folder, '1.0x', 'isolate0x12-77-v8.log.gz'), 'x');
  assert.deepEqual(names(folder), ['isolate0x12-77-v8.log.gz']);
  writeFileSync(join(folder, 'heap-profile-1.pb'), 'x');
  writeFileSync(join(folder, 'cpu-profile-1.pb'), 'x');
  assert.deepEqual(names(folder), ['cpu-profile-1.pb']);
  writeFileSync(join(folder, 'a.cpuprofile'), 'x');
  assert.deepEqual(names(folder), ['a.cpuprofile']);
  writeFileSync(join(folder, 'isolate-0x12-77-77-v8.log'), 'x');
  assert.deepEqual(names(folder), ['isolate-0x12-77-77-v8.log']);
});

test('reads a profile that is gzipped, or begins with a byte order mark', async () => {
  const plain = readFileSync(join(fixtures, 'node20.cpuprofile'));
  const marked = join(scratch, 'marked.cpuprofile');
  writeFileSync(marked, Buffer.concat([Buffer.from('\ufeff'), plain]));
  const zipped = join(scratch, 'zipped.cpuprofile.gz');
  writeFileSync(zipped, gzipSync(plain));
  const { report } = await open('node20.cpuprofile');
  for (const path of [marked, zipped]) {
    assert.deepEqual((await open(path)).report.functions, report.functions);
  }
});

const text = (name: string) => {
  const bytes = readFileSync(join(fixtures, name));
  return bytes[0] === 0x1f ? gunzipSync(bytes) : bytes;
};
const half = (bytes: Buffer) => bytes.subarray(0, bytes.length >> 1);

for (const [name, content, sentence] of [
  ['empty.cpuprofile', '', "empty.cpuprofile can't be opened: it is empty."],
  ['spaces.json', ' \n ', 'it is empty'],
  [
    'cut.cpuprofile',
    () => half(text('node20.cpuprofile')),
    'it begins as JSON, and is cut off or damaged',
  ],
  [
    'cut.cpuprofile.gz',
    () => half(gzipSync(text('node20.cpuprofile'))),
    'it is gzipped, and cut off or damaged',
  ],
  ['cut.pb', () => half(text('datadog.pb.gz')), 'it is no pprof profile, or cut off'],
  ['heap.pb', () => text('flame-heap.pb'), 'it is a heap profile, which says nothing of time'],
  ['other.json', '{"name":"x"}', 'it is JSON, and no profile that Hotframe knows'],
  [
    'a.heapsnapshot',
    '{"snapshot":{"meta":{}}}',
    'it is a heap snapshot, which says nothing of time',
  ],
  ['a.heapprofile', '{"head":{"selfSize":1},"samples":[]}', 'it is a heap profile'],
  [
    'a.speedscope.json',
    '{"$schema":"https://www.speedscope.app/file-format-schema.json"}',
    "it is in speedscope's own form",
  ],
  [
    'empty-trace.json',
    '{"traceEvents":[{"name":"x","ph":"X"}]}',
    'it is a trace without CPU samples',
  ],
  ['page.html', '<!DOCTYPE html>', 'it is a page to look at in a browser'],
  ['app.js', 'console.log(1)', 'it is no profile that Hotframe knows'],
  ['noise.log', 'v8-version,1\nnothing\nnothing\nnothing\n', 'it is no V8 log'],
  ['no-ticks.log', 'v8-version,11,3,244,8,-node.38,0\n', 'it has no samples'],
  ['bytes.bin', Buffer.from([1, 2, 3, 255, 254, 0]), 'it is no pprof profile, or cut off'],
] as const) {
  test(`refuses ${name} in one sentence`, async () => {
    const path = join(scratch, name);
    writeFileSync(path, typeof content === 'function' ? content() : content);
    await assert.rejects(open(path), (error: unknown) => {
      assert.ok(error instanceof RunFileError, String(error));
      assert.ok(error.message.includes(sentence), error.message);
      assert.match(error.message, /^[^\n]*\.$/);
      return true;
    });
  });
}

test('refuses files that do not belong together', async () => {
  await assert.rejects(open(['node20.cpuprofile', 'datadog.pb.gz']), /open them one by one/);
  await assert.rejects(
    open(['node20.cpuprofile', '4711.0x']),
    /they are of different kinds: open them one by one/,
  );
});

test('says what is wrong with a folder', async () => {
  const folder = join(scratch, 'nothing');
  mkdirSync(folder);
  await assert.rejects(open(folder), /there is no profile in the folder that Hotframe knows/);
  await assert.rejects(open(join(folder, 'gone')), /gone can't be opened, there is no such file\./);
});

test('stops reading where it is cancelled', async () => {
  const controller = new AbortController();
  const opening = openProfiles([join(fixtures, '4711.0x')], {
    workspaceFolders: [],
    areas: ['app'],
    onProgress: () => controller.abort(new Error('enough')),
    signal: controller.signal,
  });
  await assert.rejects(opening, /enough/);
});

test('is cancelled before its first byte without an error that nobody hears', async () => {
  for (const name of ['node20.cpuprofile', 'trace.json.gz']) {
    const path = join(fixtures, name);
    const controller = new AbortController();
    const bytes = new ProfileBytes(path, 0, () => undefined, controller.signal);
    const reading = bytes.head();
    controller.abort();
    await assert.rejects(reading, { name: 'AbortError' });
  }
});
