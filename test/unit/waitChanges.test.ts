import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StateComparison } from '../../src/analysis/compare/stateComparison.ts';
import type { CompareReport } from '../../src/shared/compareReport.ts';
import type { WaitingLine } from '../../src/shared/requestTimes.ts';
import { seededRandom } from '../support/random.ts';
import { requestTimes, wait, waitingLine } from '../support/requestTimes.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';
import { sideInTurn } from '../support/sideInTurn.ts';

const baseText = 'handle();\nawait query();\nawait price();\nend();';
const headText = '// a comment\nhandle();\nawait query();\nawait price();\nend();';

type LinesOf = (jitter: number) => WaitingLine[];

/** Runs in turn, each with a little noise of its own. */
function compared(base: LinesOf, head: LinesOf, pairs = 6): CompareReport {
  const comparison = new StateComparison({ areas: ['app'], packages: [] });
  for (let order = 0; order < 2 * pairs; order++) {
    const side = sideInTurn(order);
    const profile = profileFromStacks([[100, 'handle:1']]);
    profile.sources.set('/app/main.js', side === 'base' ? baseText : headText);
    const lines = { base, head }[side](seededRandom(order + 1)() * 0.4);
    const waitMs = lines.reduce((sum, line) => sum + line.waitMs, 0);
    const parts = { cpu: 1, gc: 0, queue: 0, wait: waitMs, outside: 0 };
    const requests = requestTimes({ lines, parts, meanMs: waitMs + 1 });
    const report = reportOf(profile);
    comparison.add(
      side,
      { profile: { ...profile, requests }, report: { ...report, requests } },
      order,
    );
  }
  return comparison.report();
}

const line = (number: number, target: string, ms: number) =>
  waitingLine('/app/main.js', number, wait(target, ms));

test('says at which line requests wait longer, where the line is now, and what for', () => {
  const { code, metrics, sentence } = compared(
    (jitter) => [line(2, 'postgres a:1 SELECT', 20 + jitter), line(3, 'redis b:2 GET', 5 + jitter)],
    (jitter) => [line(3, 'postgres a:1 SELECT', 30 + jitter), line(4, 'redis b:2 GET', 5 + jitter)],
  );
  const [first, second] = code.waits;
  assert.deepEqual([first!.base?.line, first!.head?.line], [2, 3]);
  assert.equal(first!.target, 'postgres a:1 SELECT');
  assert.ok(first!.isBeyondNoise && !second!.isBeyondNoise);
  assert.ok(Math.abs(first!.change!.micros - 10_000) < 500, JSON.stringify(first));
  const { change } = metrics.find(({ metric }) => metric === 'waitMs')!;
  assert.ok(change!.lowPercent < 39 && change!.highPercent > 39, JSON.stringify(change));
  assert.match(sentence, / Requests wait 3\d–4\d % longer\.$/);
});

test('a wait that is gone has no line now, and one that is new none before', () => {
  const { code } = compared(
    (jitter) => [line(2, 'postgres a:1 SELECT', 20 + jitter)],
    (jitter) => [line(4, 'redis b:2 GET', 5 + jitter)],
  );
  assert.deepEqual(
    code.waits.map(({ base, head, isBeyondNoise }) => [base?.line, head?.line, isBeyondNoise]),
    [
      [2, undefined, true],
      [undefined, 4, true],
    ],
  );
});

test('the same waits are not said to have changed', () => {
  const same: LinesOf = (jitter) => [line(2, 'postgres a:1 SELECT', 20 + jitter)];
  const moved: LinesOf = (jitter) => [line(3, 'postgres a:1 SELECT', 20 + jitter)];
  const { code, sentence } = compared(same, moved);
  assert.deepEqual(
    code.waits.map(({ isBeyondNoise }) => isBeyondNoise),
    [false],
  );
  assert.doesNotMatch(sentence, /wait/);
});

test('too few runs leave the change of a wait open', () => {
  const { code } = compared(
    (jitter) => [line(2, '', 20 + jitter)],
    (jitter) => [line(3, '', 2 + jitter)],
    3,
  );
  assert.equal(code.waits[0]!.change, null);
  assert.equal(code.waits[0]!.isBeyondNoise, false);
});
