import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StateComparison } from '../../src/analysis/compare/stateComparison.ts';
import { ComparedCode } from '../../src/server/profile/comparedCode.ts';
import { differenceBlock } from '../../src/server/profile/differenceText.ts';
import { lineLabel, lineNote } from '../../src/server/profile/lineLabel.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';
import { sideInTurn } from '../support/sideInTurn.ts';

/** `parse` has two lines and `send` one; the numbers are the samples of each in a run. */
interface Samples {
  read: number;
  split: number;
  send: number;
}

const textOf = (isNew: boolean) =>
  ['function parse(x) {', '  read(x);', '  split(x);', '}', ...(isNew ? ['// moved'] : [])].join(
    '\n',
  ) + '\nfunction send(x) {\n  write(x);\n}';

/** Six pairs of runs, whose requests cost 1000 µs before and `micros` now. */
function comparedCode(before: Samples, now: Samples, micros: number): ComparedCode {
  const states = new StateComparison({ areas: ['app'], packages: [] });
  for (let order = 0; order < 12; order++) {
    const side = sideInTurn(order);
    const { read, split, send } = side === 'base' ? before : now;
    const jitter = order % 3;
    const sendLine = side === 'base' ? 6 : 7;
    const profile = profileFromStacks([
      [read + jitter, 'parse:2'],
      [split, 'parse:3'],
      [send - jitter, `send:${sendLine}`],
    ]);
    profile.sources.set('/app/main.js', textOf(side === 'head'));
    const report = reportOf(profile);
    report.sampling!.cpuMicrosPerRequest = side === 'base' ? 1000 : micros;
    states.add(side, { profile, report }, order);
  }
  return new ComparedCode(states.report(), states.requestMicros(), '/app');
}

const hot = (difference: ReturnType<ComparedCode['lineAt']>, stale = false) => ({
  report: { self: 0.123, exact: true },
  marked: [],
  stale,
  difference,
});

test('shows a line with its share now and by how many points of a request it costs less', () => {
  // 500 of 1000 µs became 100 of 600.
  const compared = comparedCode(
    { read: 250, split: 50, send: 200 },
    { read: 50, split: 50, send: 200 },
    600,
  );
  const read = compared.lineAt('/app/main.js', 2);
  assert.match(lineLabel(hot(read)), /^(16|17)\.\d % ▼ (39|40)\.\d$/);
  const words = differenceBlock(compared, { difference: read!, stale: false }, null).join('\n');
  assert.match(words, /before 50\.\d % \(50\d µs\), now (16|17)\.\d % \(10\d µs\)/);
  assert.match(words, /▼ Less: \*\*−(39|40)\d µs\*\* a request, between −4\d\d µs and −3\d\d µs/);
});

test('draws no arrow where only the share of a line has grown, since others cost less', () => {
  const compared = comparedCode(
    { read: 250, split: 50, send: 200 },
    { read: 50, split: 50, send: 200 },
    600,
  );
  const send = compared.lineAt('/app/main.js', 7);
  // 40 % of 1000 µs before, 66 % of 600 µs now: the same 400 µs.
  assert.match(lineLabel(hot(send)), /^66\.\d %$/);
  assert.ok(send!.nowShare > send!.before!.share);
  const words = differenceBlock(compared, { difference: send!, stale: false }, null).join('\n');
  assert.match(words, /No difference beyond the noise \(between/);
});

test('draws an arrow upwards on what costs more', () => {
  const compared = comparedCode(
    { read: 100, split: 100, send: 300 },
    { read: 100, split: 200, send: 300 },
    1200,
  );
  assert.match(lineLabel(hot(compared.lineAt('/app/main.js', 3))), /^33\.\d % ▲ 20\.\d$/);
});

test('tells a line that is new from one that costs more', () => {
  const compared = comparedCode(
    { read: 400, split: 0, send: 100 },
    { read: 400, split: 100, send: 100 },
    1200,
  );
  const line = compared.lineAt('/app/main.js', 3);
  // Its text was there before, with no time on it.
  assert.match(lineLabel(hot(line)), /▲ 20\.\d$/);
  assert.match(lineLabel(hot({ ...line!, before: null })), /^16\.\d {1}% {2}new$/);
});

test('says nothing of a difference where the function has changed since', () => {
  const compared = comparedCode(
    { read: 250, split: 50, send: 200 },
    { read: 50, split: 50, send: 200 },
    600,
  );
  const line = compared.lineAt('/app/main.js', 2);
  assert.equal(lineNote(hot(line, true)), 'changed since the run');
});

test('finds a function of the head where it is now', () => {
  const compared = comparedCode(
    { read: 250, split: 50, send: 200 },
    { read: 50, split: 50, send: 200 },
    600,
  );
  const read = compared.lineAt('/app/main.js', 2)!;
  // A function of such a picture begins at its first line with time.
  const parse = compared.functionAt({ name: 'parse', file: '/app/main.js', line: 2, column: 1 });
  assert.ok(parse?.isBeyondNoise);
  const words = differenceBlock(compared, { difference: read, stale: false }, parse).join('\n');
  assert.match(words, /The function \*\*parse\*\*: before 6\d\d µs, now 2\d\d µs\. ▼ Less/);
});
