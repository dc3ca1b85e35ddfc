import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logOrigin } from '../../src/shared/profileOrigin.ts';
import {
  exactnessLabel,
  exactnessText,
  idleText,
  inliningFlags,
  samplerNotes,
  skippedLinesNote,
} from '../../src/shared/samplerText.ts';

const attached = { sampler: 'inspector', tiers: false, lines: 'innermost' } as const;

test('says less exact only where something is not known', () => {
  assert.equal(exactnessLabel(attached), 'less exact');
  assert.equal(exactnessLabel({ sampler: 'v8log' }), '');
  assert.equal(exactnessLabel({ sampler: '0x', tiers: true, lines: 'calls' }), '');
  assert.equal(exactnessText(logOrigin), '');
  assert.match(exactnessText(attached), /^Only the line at the top .* Tiers are not known\./);
  assert.match(
    exactnessText({ sampler: 'imported', tiers: false, lines: 'functions' }),
    /^Only functions are known, no lines/,
  );
});

test('takes waiting for a CPU for idle time only where the sampler does', () => {
  assert.equal(idleText(logOrigin), 'idle or without a CPU');
  assert.equal(idleText(attached), 'idle');
});

test('advises against inlining where that helps, by the Node.js line', () => {
  assert.deepEqual(inliningFlags('20.20.2'), ['--no-turbo-inlining']);
  assert.deepEqual(inliningFlags('22.0.0'), ['--no-maglev-inlining', '--no-turbo-inlining']);
  assert.deepEqual(inliningFlags('24.21.0'), ['--no-maglev-inlining', '--no-turbo-inlining']);
  assert.deepEqual(inliningFlags('26.0.0'), []);
});

test('tells how much time has no line, and how to have it', () => {
  const [, note] = samplerNotes(attached, 0.123, '24.1.0');
  assert.match(
    note!,
    /^For 12\.3 % of the time the line is not known: .*`node --no-maglev-inlining --no-turbo-inlining`/,
  );
  assert.equal(samplerNotes(attached, 0.001, '24.1.0').length, 1);
  assert.doesNotMatch(samplerNotes(attached, 0.1, '26.1.0')[1]!, /start the server/);
  assert.deepEqual(samplerNotes(logOrigin, 0, '24.1.0'), []);
});

test('says of lines that were skipped how many they are of, and what it means', () => {
  const log = "V8's log of process 4711";
  const few = skippedLinesNote(3, 1_204_331, log).replaceAll('\u202f', ' ');
  assert.match(few, /^3 of 1 204 331 lines of V8's log of process 4711 could not be read, as they/);
  assert.match(few, /figures are of the other lines, and too few are missing to change them/);
  assert.match(skippedLinesNote(1, 100, log), /shares may be wrong\. Take the profile again/);
});
