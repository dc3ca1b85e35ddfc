import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildReport } from '../../src/analysis/report/buildReport.ts';
import { functionsByLine } from '../../src/analysis/report/functionsByLine.ts';
import { timeByOwner } from '../../src/cli/timeByOwner.ts';
import { profileFromText } from '../support/textProfile.ts';

const profile = profileFromText(`
  main:1   main:1      main:1      main:1      main:1
  route:9  route:9     route:12    emit:3@node idle
           read:4@lib  gc
`);

test('shares the time out by the innermost frame, idle samples left out', () => {
  const owners = timeByOwner(profile).map(({ area, package: name, share }) => [area, name, share]);
  assert.deepEqual(owners.sort(), [
    ['app', '', 0.25],
    ['core', '', 0.25],
    ['deps', 'lib', 0.25],
    ['gc', '', 0.25],
  ]);
});

test('has no owners without samples on CPU', () => {
  assert.deepEqual(timeByOwner(profileFromText('idle')), []);
});

test('finds the functions whose code ran on a line', () => {
  const { functions } = buildReport(profile, new Set(['app']));
  const functionsAt = functionsByLine(profile, functions);
  const names = (line: number) => functionsAt('/app/main.js', line).map(({ name }) => name);
  assert.deepEqual(names(12), ['route']);
  assert.deepEqual(names(1), ['main']);
  assert.deepEqual(names(2), []);
});
