import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gcShare } from '../../src/analysis/profile/gcShare.ts';
import { buildReport } from '../../src/analysis/report/buildReport.ts';
import type { Profile } from '../../src/analysis/profile/profile.ts';
import type { Area } from '../../src/shared/vocabulary.ts';
import { profileFromText } from '../support/textProfile.ts';

const appOnly = new Set<Area>(['app']);

/** Self in samples by `file:line`, files by their last segment. */
function selfByLine(profile: Profile, visible: Set<Area> = appOnly): Record<string, number> {
  const report = buildReport(profile, visible);
  const entries = report.lines
    .filter(({ self }) => self > 0)
    .map(({ file, line, self }) => [
      `${file.split('/').pop()}:${line}`,
      Math.round(self * report.onCpu),
    ]);
  return Object.fromEntries(entries) as Record<string, number>;
}

test('charges hidden frames to the line of the nearest visible caller', () => {
  const profile = profileFromText(`
    main:1       main:1       main:1     idle
    route:9      route:9      route:10
    render:4@ejs escape:7@ejs gc
    join@v8      concat@v8
  `);
  assert.deepEqual(selfByLine(profile), { 'main.js:9': 2, 'main.js:10': 1 });
  const [line] = buildReport(profile, appOnly).lines;
  assert.equal(line?.own, 0);
  assert.equal(line?.parts.v8, 2 / 3);
});

test('gives own time and parts by the area of the innermost frame', () => {
  const profile = profileFromText(`
    route:9  route:9       route:9      route:9   route:9
             parse:2@lib   hash:1@node  gc        memcpy@native
  `);
  const [line] = buildReport(profile, appOnly).lines;
  assert.equal(line?.self, 1);
  assert.equal(line?.own, 1 / 5);
  assert.deepEqual(line?.parts, { gc: 0.2, v8: 0, native: 0.2, core: 0.2, deps: 0.2 });
  assert.deepEqual(line?.tiers, { ignition: 0, sparkplug: 0, maglev: 0, turbofan: 0.2 });
});

test('names the builtins that a line called, largest first', () => {
  const profile = profileFromText(`
    route:9  route:9      route:9  route:9        route:7  main:3
    at@v8    parse:2@lib  join@v8  memcpy@native           route:9
             join@v8                                       join@v8
  `);
  const [nine, ...others] = buildReport(profile, appOnly).lines;
  assert.deepEqual(nine?.builtins, [
    { name: 'join', self: 3 / 6 },
    { name: 'at', self: 1 / 6 },
  ]);
  assert.equal(nine?.parts.v8, 4 / 6);
  assert.deepEqual(
    others.map(({ line, builtins }) => [line, builtins]),
    [
      [7, undefined],
      [3, undefined],
    ],
  );
});

test('names at most eight builtins of a line', () => {
  const names = [...'abcdefghijk'];
  const row = (cells: string[]) => cells.map((cell) => cell.padEnd(9)).join('');
  const profile = profileFromText(
    `${row(names.map(() => 'route:9'))}\n${row(names.map((name) => `${name}@v8`))}`,
  );
  const [line] = buildReport(profile, appOnly).lines;
  assert.equal(line?.builtins?.length, 8);
  assert.equal(line.parts.v8, 1);
});

test('shows packages when their area is visible', () => {
  const profile = profileFromText(`
    route:9      route:9
    parse:2@lib  parse:2@lib
                 gc
  `);
  assert.deepEqual(selfByLine(profile, new Set<Area>(['app', 'deps'])), { 'index.js:2': 2 });
});

test('counts a recursive function and line once per sample', () => {
  const profile = profileFromText(`
    main:1  main:1
    walk:5  walk:5
    walk:5  other:8
    walk:6  walk:5
  `);
  const report = buildReport(profile, appOnly);
  const walk = report.functions.find(({ name }) => name === 'walk');
  assert.equal(walk?.total, 1);
  assert.equal(report.lines.find(({ line }) => line === 5)?.total, 1);
  assert.equal(report.lines.find(({ line }) => line === 6)?.total, 0.5);
});

test('self over all lines and what has no visible frame make up the whole', () => {
  const profile = profileFromText(`
    main:1   emit:3@node  emit:3@node  gc  poll@native  idle
    route:2  tick:4@node  route:2
  `);
  const report = buildReport(profile, appOnly);
  const lines = report.lines.reduce((sum, { self }) => sum + self, 0);
  assert.ok(Math.abs(lines + report.unattributedShare - 1) < 1e-9);
  assert.equal(report.onCpu, 5);
  assert.equal(report.samples, 6);
  assert.equal(report.gcShare, 0.2, 'of what was on the CPU');
  assert.equal(gcShare(profile), 0.2, 'and so of the CPU time of a request');
  const others = report.unattributed.reduce((sum, { self }) => sum + self, 0);
  assert.ok(Math.abs(others - report.unattributedShare) < 1e-9);
  assert.deepEqual(report.unattributed.map(({ name, area }) => [name, area]).sort(), [
    ['(garbage collector)', 'gc'],
    ['poll', 'native'],
    ['tick', 'core'],
  ]);
});

test('what has no visible frame is told with the package that called it', () => {
  const profile = profileFromText(`
    use:3@router  use:3@router  tick:4@node  use:3@router
    verify:7@jwt  read:2@node   read:2@node  verify:7@jwt
    read:2@node                              read:2@node
  `);
  const { unattributed } = buildReport(profile, appOnly);
  assert.deepEqual(
    unattributed.map(({ name, caller, self }) => [name, caller, self]),
    [
      ['read', 'jwt', 0.5],
      ['read', 'router', 0.25],
      ['read', undefined, 0.25],
    ],
  );
});

test('charges packages with what they called, by the innermost JavaScript frame', () => {
  const profile = profileFromText(`
    route:9      route:9      emit:1@node
    parse:2@lib  cmp:3@@a/b
    exec@v8      gc
  `);
  const { packages } = buildReport(profile, appOnly);
  assert.deepEqual(
    Object.fromEntries(packages.map(({ name, self }) => [name, Math.round(self * 3)])),
    { lib: 1, '@a/b': 1, '(node)': 1, '(app)': 0 },
  );
});

test('says that a line is not exact where most of it is code without positions', () => {
  const profile = profileFromText(`
    ^slow:3  ^slow:3  slow:3  fast:9
  `);
  const { lines } = buildReport(profile, appOnly);
  assert.equal(lines.find(({ line }) => line === 3)?.exact, false);
  assert.equal(lines.find(({ line }) => line === 9)?.exact, true);
});

test('has nothing to say about a window without samples', () => {
  const report = buildReport(profileFromText('idle'), appOnly);
  assert.equal(report.onCpu, 0);
  assert.deepEqual(report.lines, []);
  assert.equal(report.unattributedShare, 0);
});
