import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { createStyle } from '../../src/cli/terminal/style.ts';
import { terminalReport } from '../../src/cli/terminal/terminalReport.ts';
import type { Report } from '../../src/shared/report.ts';
import type { RequestTimes, SerialAwaits, WaitReport } from '../../src/shared/requestTimes.ts';
import {
  latencyParts,
  requestSentences,
  serialText,
  waitFacts,
  waitLabel,
  waitShareOf,
  waitTarget,
} from '../../src/shared/requestText.ts';
import { requestTimes, wait, waitingLine } from '../support/requestTimes.ts';
import { reportOf } from '../support/sampleRun.ts';
import { profileFromText } from '../support/textProfile.ts';

function reportWith(requests: RequestTimes): Report {
  return reportOf({ ...profileFromText('main:7'), requests });
}

const sentences = (change: Partial<RequestTimes>) =>
  requestSentences(reportWith(requestTimes(change)));

test('says in one sentence where the time of a request goes, largest part first', () => {
  assert.deepEqual(sentences({}), [
    'A request takes 24 ms: 20 ms wait at main.js:31 (postgres), 2 ms queue, 1.6 ms CPU.',
  ]);
});

test('says what of the wait is at one line, if others wait too', () => {
  const lines = [
    waitingLine('C:\\app\\prices.ts', 4, wait('GET http://127.0.0.1/prices', 12, { kind: 'http' })),
    waitingLine('/app/main.js', 9, wait('pool: waiting for a connection', 8, { kind: 'lock' })),
  ];
  assert.match(sentences({ lines })[0]!, /: 20 ms wait \(12 ms of it at prices\.ts:4: HTTP\), 2/);
  assert.match(sentences({ lines: [] })[0]!, /: 20 ms wait, 2 ms queue/);
});

test('a queue for the CPU goes with the CPU time, and that is said', () => {
  const parts = { cpu: 2, gc: 0.4, queue: 17, wait: 0.6, outside: 1 };
  assert.deepEqual(sentences({ meanMs: 21, parts, lines: [] }), [
    'A request takes 21 ms: 17 ms queue, 2 ms CPU, 1 ms outside of the server, 0.6 ms wait, 0.4 ms garbage collection.',
    'The queue is the CPU time of other requests: it goes when CPU time goes.',
  ]);
});

test('says when few requests were followed, and nothing where none were', () => {
  assert.equal(
    sentences({ sampled: 19 })[1],
    'Only 19 requests were followed, so these figures are rough.',
  );
  assert.equal(sentences({ sampled: 20 }).length, 1);
  assert.deepEqual(requestSentences(reportOf(profileFromText('main:7'))), []);
});

test('the parts are shares of all that is known, even where there is nothing', () => {
  const shares = (change: Partial<RequestTimes>) =>
    latencyParts(requestTimes(change)).map(({ part, share }) => `${part} ${share.toFixed(2)}`);
  assert.deepEqual(shares({}), ['wait 0.85', 'cpu 0.07', 'gc 0.00', 'queue 0.08', 'outside 0.00']);
  const nothing = { cpu: 0, gc: 0, queue: 0, wait: 0, outside: 0 };
  assert.equal(shares({ parts: nothing })[0], 'wait 0.00');
});

test('a label has the time, what it waits for, and how often', () => {
  const label = (...waits: WaitReport[]) => waitLabel(waitingLine('/app/main.js', 1, ...waits));
  assert.equal(
    label(wait('postgres db:5432 SELECT', 20, { perRequest: 8 })),
    '⏱ 20 ms postgres ×8',
  );
  assert.equal(label(wait('fs readFile', 0.34, { kind: 'fs' })), '⏱ 0.34 ms fs readFile');
  assert.equal(
    label(wait('GET http://127.0.0.1:9000/prices', 3, { kind: 'http', perRequest: 0.25 })),
    '⏱ 3 ms HTTP ×0.25',
  );
  assert.equal(label(wait('pool: waiting for a connection', 4, { kind: 'lock' })), '⏱ 4 ms pool');
  assert.equal(label(wait('', 5, { kind: 'other' })), '⏱ 5 ms');
  assert.equal(
    label(wait('redis GET', 12), wait('redis SET', 6.8), wait('redis DEL', 0.2)),
    '⏱ 19 ms redis, 1 more',
  );
  assert.equal(waitTarget(wait('', 5, { kind: 'timer', perRequest: 24 })), 'timer');
});

test('waits in a row are said so', () => {
  const facts = (perRequest: number, inRow: number) =>
    waitFacts(wait('redis GET', 20, { perRequest, inRow })).split(' · ')[0];
  assert.equal(facts(24, 24), '×24, one after the other');
  assert.equal(facts(24, 12), '×24, 12 of them one after the other');
  assert.equal(facts(24, 1), '×24');
  assert.equal(facts(2, 2), '×2');
});

test('a line is shown as waiting from a hundredth of the latency and 0.1 ms on', () => {
  const share = (waitMs: number, meanMs: number) => waitShareOf({ waitMs }, { meanMs });
  assert.equal(share(0.3, 24), 0.3 / 24);
  assert.equal(share(0.2, 24), 0);
  assert.equal(share(0.09, 1), 0);
  assert.equal(share(30, 24), 1);
  assert.equal(waitShareOf({ waitMs: 5 }, null), 0);
  assert.equal(waitShareOf({}, { meanMs: 24 }), 0);
});

const pair: SerialAwaits = {
  ...{ file: '/app/main.js', functionName: 'orders', firstLine: 31, secondLine: 34 },
  ...{ firstMs: 12, secondMs: 8 },
};

test('awaits that wait one after the other are a sentence, in the terminal below the lines that wait', () => {
  const sentence =
    'main.js:31 and main.js:34 wait one after the other (12 ms + 8 ms) and may be able to run side by side';
  assert.equal(serialText(pair), sentence);
  const text = printed(requestTimes({ serialAwaits: Array<SerialAwaits>(7).fill(pair) }));
  const waits = text.split('\n\n').find((each) => each.startsWith('Requests wait'))!;
  const words = waits.replace(/\s+/g, ' ');
  assert.equal(words.split(`${sentence}.`).length, 6);
  assert.match(words, /So do 2 more pairs \(--json\)\./);
});

const source = ['', ...Array<string>(29).fill(''), '  const orders = await db.query(all);'];

function printed(requests: RequestTimes, columns = 100): string {
  const style = createStyle({ columns, colour: false, baseFolder: '/app' });
  const sourceOf = (file: string) => (file === '/app/main.js' ? source.join('\n') : null);
  const input = { report: reportWith(requests), sourceOf, functionsAt: () => [] };
  return terminalReport(input, style);
}

test('the terminal shows the parts as a table, and the lines that wait', () => {
  const text = printed(requestTimes());
  if (process.env['SHOW']) console.log(text);
  const sections = text.split('\n\n').filter((each) => /^(Where a req|Requests wait)/.test(each));
  assert.equal(
    sections.join('\n\n').trimEnd(),
    `
Where a request's time goes  the mean of all answers, divided as in 420 requests
  A request takes 24 ms: 20 ms wait at main.js:31 (postgres), 2 ms queue, 1.6 ms CPU.
  wait                     20 ms 85.0 %  ████████████████████████████████████
  CPU                     1.6 ms  6.7 %  ██▉
  garbage collection     0.01 ms <0.1 %  ▏
  queue                     2 ms  8.3 %  ███▌
  outside of the server     0 ms    0 %

Requests wait  mean of all requests, and share of the latency
      20 ms 83.3 %  main.js:31  const orders = await db.query(all);
                    postgres 127.0.0.1:5432 SELECT … FROM orders · ×8 · p50 2.4 ms · p99 9.1 ms
    0.39 ms  1.6 %  main.js:9
                    timer · p50 0.35 ms · p99 1.2 ms`.trim(),
  );
});

test('lines that only wait are no hot lines of the CPU', () => {
  const text = printed(requestTimes());
  const hot = text.split('\n\n').find((each) => each.startsWith('Hot lines'));
  assert.match(hot!, /main\.js:7/);
  assert.doesNotMatch(hot!, /main\.js:(9|31)/);
});

test('fits into the columns of a terminal, and lets no sequence through', () => {
  const target = `redis \u001b[31m${'BLPOP '.repeat(60)}`;
  const lines = [waitingLine('/app/main.js', 31, wait(target, 20))];
  for (const columns of [80, 120]) {
    const text = printed(requestTimes({ lines }), columns);
    for (const line of text.split('\n')) assert.ok(line.length <= columns, line);
    assert.equal(text, stripVTControlCharacters(text));
  }
});
