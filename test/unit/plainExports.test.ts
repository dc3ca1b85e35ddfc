import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collapsedText } from '../../src/analysis/export/collapsed.ts';
import { flameSvg } from '../../src/analysis/export/flameSvg.ts';
import { speedscopeText } from '../../src/analysis/export/speedscope.ts';
import { ProfileTables } from '../../src/analysis/profile/profileTables.ts';
import { openSavedRun, saveRun } from '../../src/analysis/saved/savedRun.ts';
import { reportJson } from '../../src/cli/outputs.ts';
import { reportOf } from '../support/sampleRun.ts';
import { profileFromText } from '../support/textProfile.ts';

/** Turns what follows around, moves the cursor, and is not seen. */
const evil = '\u202e\u2066\u009b2J\u200b';

/** As somebody else may send it. */
function tamperedRun() {
  const profile = profileFromText(`
    main:1  main:1
    walk:3  walk:4
  `);
  profile.functions.find(({ name }) => name === 'walk')!.name = `wa${evil}lk`;
  profile.functions.find(({ name }) => name === 'main')!.file = `/app/ma${evil}in.js`;
  const report = reportOf(profile);
  report.target!.command = ['node', `a${evil}b.js`];
  report.target!.node = `24${evil}`;
  report.notes = [`a note${evil}`];
  return openSavedRun(saveRun(profile, report));
}

test('a run that is opened has plain names and words, and its files', () => {
  const { profile, report } = tamperedRun();
  assert.ok(profile.functions.some(({ name }) => name === 'walk'));
  assert.ok(report.functions.some(({ name }) => name === 'walk'));
  assert.deepEqual(
    [report.target?.command, report.target?.node, report.notes],
    [['node', 'ab.js'], '24', ['a note']],
  );
  assert.ok(
    profile.functions.some(({ file }) => file.includes(evil)),
    'it is found on the disk',
  );
});

test('what is read from a log or another profile has plain names', () => {
  const tables = new ProfileTables();
  const place = { file: '', line: 0, column: 0, area: 'app' as const, package: '' };
  tables.function({ ...place, name: `wa${evil}lk` });
  assert.equal(tables.functions[0]?.name, 'walk');
});

test('no export turns text around or hides it', () => {
  const { profile, report } = tamperedRun();
  for (const [name, text] of Object.entries({
    svg: flameSvg(profile, report, '/app'),
    speedscope: speedscopeText(profile, report),
    collapsed: collapsedText(profile, report, '/app'),
    json: reportJson(report),
  })) {
    assert.ok(text.includes('walk'), name);
    assert.doesNotMatch(text, /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f]/, name);
  }
});
