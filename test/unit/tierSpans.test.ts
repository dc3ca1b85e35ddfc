import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TierChange } from '../../src/shared/tierStory.ts';
import type { Tier } from '../../src/shared/vocabulary.ts';
import { TimeScale } from '../../webview/why/timeScale.ts';
import { tierSpans } from '../../webview/why/tierSpans.ts';

const windowMs = 1000;

function compiled(tier: Tier, atMs: number, process = 0): TierChange {
  return { type: 'compiled', tier, codeBytes: 100, atMs, process };
}

function deopt(atMs: number, from: Tier = 'turbofan', process = 0): TierChange {
  const site = { reason: 'wrong map', kind: 'deopt-eager', file: '/app/a.js', line: 3, column: 1 };
  return { type: 'deopt', from, deopt: site, atMs, process };
}

/** `0: ignition -500..0, turbofan 0..1000`, one line a process. */
function picture(changes: TierChange[], changesLeftOut = 0): string[] {
  return tierSpans({ changes, changesLeftOut }, windowMs).map(({ process, spans }) => {
    const words = spans.map(({ tier, fromMs, toMs }) => `${tier ?? '?'} ${fromMs}..${toMs}`);
    return `${process}: ${words.join(', ')}`;
  });
}

test('a call enters the highest code that there is, and the baseline again after a deoptimization', () => {
  assert.deepEqual(
    picture([
      compiled('ignition', -500),
      compiled('sparkplug', -100),
      compiled('turbofan', 200),
      deopt(300),
      compiled('maglev', 600),
    ]),
    [
      '0: ignition -500..-100, sparkplug -100..200, turbofan 200..300, sparkplug 300..600, maglev 600..1000',
    ],
  );
});

test('without baseline code it is the interpreter that goes on', () => {
  assert.deepEqual(
    picture([compiled('ignition', -5), compiled('turbofan', 0), deopt(10), deopt(20)]),
    ['0: ignition -5..0, turbofan 0..10, ignition 10..1000'],
  );
});

test('code for a loop that runs already is entered by no call, nor lower code that comes later', () => {
  assert.deepEqual(
    picture([
      compiled('ignition', 0),
      {
        ...compiled('turbofan', 100),
        type: 'compiled',
        tier: 'turbofan',
        codeBytes: 9,
        onStack: true,
      },
      compiled('maglev', 200),
      compiled('sparkplug', 300),
    ]),
    ['0: ignition 0..200, maglev 200..1000'],
  );
});

test('what is thrown away of a running loop, or of older code, is not what a call entered', () => {
  assert.deepEqual(
    picture([
      compiled('ignition', 0),
      compiled('turbofan', 100),
      { ...(deopt(200) as Extract<TierChange, { type: 'deopt' }>), onStack: true },
      deopt(300, 'maglev'),
    ]),
    ['0: ignition 0..100, turbofan 100..1000'],
  );
});

test('maglev after turbofan is what calls enter: the other was for a loop', () => {
  assert.deepEqual(
    picture([compiled('ignition', 0), compiled('turbofan', 100), compiled('maglev', 200)]),
    ['0: ignition 0..100, turbofan 100..200, maglev 200..1000'],
  );
});

test('bytecode that is made again has no baseline code yet', () => {
  assert.deepEqual(
    picture([
      compiled('ignition', -9),
      compiled('sparkplug', -8),
      compiled('ignition', 100),
      compiled('turbofan', 200),
      deopt(300),
    ]),
    [
      '0: ignition -9..-8, sparkplug -8..100, ignition 100..200, turbofan 200..300, ignition 300..1000',
    ],
  );
});

test('nothing is known between the first changes and the last ones where some were left out', () => {
  assert.deepEqual(
    picture(
      [compiled('ignition', 0), compiled('turbofan', 100), deopt(800), compiled('turbofan', 900)],
      50,
    ),
    ['0: ignition 0..100, ? 100..800, ignition 800..900, turbofan 900..1000'],
  );
});

test('each process has its own', () => {
  assert.deepEqual(
    picture([compiled('ignition', 0, 1), compiled('ignition', 0, 0), compiled('maglev', 500, 1)]),
    ['0: ignition 0..1000', '1: ignition 0..500, maglev 500..1000'],
  );
});

test('the warm-up is left of the window, whose ticks are round', () => {
  const scale = new TimeScale(-2000, 10_000);
  assert.equal(scale.percent(-2000), 0);
  assert.equal(scale.percent(-1000), scale.zero / 2);
  assert.equal(scale.percent(0), scale.zero);
  assert.equal(scale.percent(10_000), 100);
  assert.deepEqual(
    scale.ticks().map(({ words }) => words),
    ['0 s', '2 s', '4 s', '6 s', '8 s', '10 s'],
  );
  assert.equal(new TimeScale(0, 10_000).percent(5000), 50);
});
