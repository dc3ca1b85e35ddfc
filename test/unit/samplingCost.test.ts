import assert from 'node:assert/strict';
import { test } from 'node:test';
import { samplingCostShare } from '../../src/engine/samplers/samplingCost.ts';
import { costWarnings } from '../../src/shared/samplerText.ts';
import { usualIntervalMicros } from '../../src/shared/samplingInterval.ts';
import { editorText, sentence } from '../../src/shared/wording.ts';

const reading = (processes: [number, number][], samplers: [number, number][]) => ({
  processes: new Map(processes),
  samplers: new Map(samplers),
});

test('says which share of the CPU time went to sampling, in all processes and threads', () => {
  // Process 20 and its sampler came within the window, sampler 12 ended.
  const before = reading(
    [[10, 1e6]],
    [
      [11, 2e4],
      [12, 5e4],
    ],
  );
  const after = reading(
    [
      [10, 4e6],
      [20, 1e6],
    ],
    [
      [11, 6e4],
      [21, 1e4],
    ],
  );
  const share = samplingCostShare(before, after);
  assert.equal(share, 5e4 / 4e6);
});

test('says nothing where the system does not tell, or tells too little', () => {
  const one = reading([[10, 0]], [[11, 0]]);
  assert.equal(samplingCostShare(one, reading([[10, 1e6]], [])), null);
  assert.equal(samplingCostShare(one, reading([], [[11, 1e4]])), null);
  // Two hundredths of a second: a tick of the accounting is half of it.
  assert.equal(samplingCostShare(one, reading([[10, 2e4]], [[11, 1e4]])), null);
});

test('is the whole at most', () => {
  const share = samplingCostShare(
    reading([[10, 0]], [[11, 0]]),
    reading([[10, 2e5]], [[11, 2.1e5]]),
  );
  assert.equal(share, 1);
});

test('warns above a tenth, and the editor names no option of the command line', () => {
  for (const fine of [null, undefined, 0, 0.03, 0.1]) assert.deepEqual(costWarnings(fine), []);
  const warning = sentence(costWarnings(0.137)[0]!);
  assert.match(warning.message, /^Sampling took 14 % of the server's CPU time, .* --interval\.$/);
  assert.match(editorText(warning), /: more connections help\.$/);
});

test('takes as many samples as a share of a point needs, not more in a longer run', () => {
  const intervals = [0.5, 2, 5, 8, 10, 15, 20, 600].map(usualIntervalMicros);
  assert.deepEqual(intervals, [1000, 2000, 5000, 8000, 10_000, 10_000, 10_000, 10_000]);
});
