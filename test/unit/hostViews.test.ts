import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { failureButtons, failureNotice } from '../../src/host/run/failureNotice.ts';
import { viewMarkup } from '../../src/host/panels/viewMarkup.ts';
import { gutterIcon, gutterText } from '../../src/host/lines/gutterIcon.ts';
import { nextPlace } from '../../src/host/lines/hotPlaces.ts';
import { lineLabels } from '../../src/host/core/lineLabels.ts';
import {
  bodyHeaders,
  connectionsProblem,
  durationProblem,
  urlProblem,
} from '../../src/host/load/loadInput.ts';
import { phaseText, statusText } from '../../src/host/run/runText.ts';
import { exitedBeforeListening, severalServers } from '../../src/shared/launchFailures.ts';
import {
  couldNotConnect,
  notTwoHundred,
  serverBlocked,
  slowerThanWindow,
} from '../../src/shared/loadFailures.ts';
import type { Failure } from '../../src/shared/failure.ts';
import { heatOf, heatToneOf, waitHeatOf } from '../../src/shared/heat.ts';
import type { RunState } from '../../src/shared/runState.ts';

const progress = {
  type: 'progress',
  elapsedMs: 2100,
  requests: 400,
  bytes: 0,
  reqPerS: 2143,
  latencyMs: 4.61,
  errors: 0,
  non2xx: 0,
} as const;

describe('the run in words', () => {
  test('has a sentence for each phase, with live figures under load', () => {
    const words = (state: RunState) => phaseText(state, progress);
    assert.equal(words({ phase: 'launching' }), 'Launching the server…');
    assert.equal(words({ phase: 'preparing', requests: 1 }), 'Sending 1 setup request…');
    assert.equal(
      words({ phase: 'measuring', durationS: 10 }),
      'Measuring, 8 s left: 2\u202f143 req/s, 4.61 ms',
    );
    const waits = phaseText({ phase: 'launching' }, null, 12.6);
    assert.equal(waits, 'Waiting for the server to open a port, 12 s…');
    assert.equal(phaseText({ phase: 'warming', durationS: 2 }, null), 'Warming up for 2 s…');
    const late = { ...progress, requests: 0, elapsedMs: 2600 };
    assert.match(phaseText({ phase: 'warming', durationS: 2 }, late), /^Waiting for the first/);
    assert.match(phaseText({ phase: 'warming', durationS: 2 }, progress), /^Warming up, 0 s left/);
  });

  test('is hidden in the status bar without a run or a result', () => {
    assert.equal(statusText({ phase: 'idle' }, null, null), null);
    const failure = { kind: 'cancelled', message: 'The run was cancelled.' } as const;
    assert.equal(statusText({ phase: 'failed', failure }, null, null), null, 'cancelled');
  });

  test('can be stopped by a click while it goes on', () => {
    const status = statusText({ phase: 'measuring', durationS: 10 }, progress, null);
    assert.equal(status?.text, '$(loading~spin) Hotframe: 2\u202f143 req/s, 4.61 ms');
    assert.equal(status?.command, 'hotframe.stop');
  });
});

test('a failure is said with the line that tells most, and without options of the command line', () => {
  const died = exitedBeforeListening(
    { code: 1, signal: null },
    '\u001b[31mstarting\u001b[0m\nTypeError: x\n  at y\n\nNode.js v20',
  );
  assert.equal(
    failureNotice(died),
    'The server ended with exit code 1 before it listened on a port. It said: TypeError: x',
  );
  const status = failureNotice(notTwoHundred('http://localhost:1/', 404, 'no', ''));
  assert.ok(!status.includes('--'), status);
});

describe('the buttons of a failure', () => {
  const titles = (failure: Failure, isScenario = false) =>
    failureButtons(failure, isScenario).map(({ title }) => title);

  test('name the line and the time that the failure is of', () => {
    const line = { file: '/app/src/a.js', name: 'src/a.js', line: 7, self: 0.99 };
    assert.deepEqual(titles(serverBlocked(5, line)), ['Go to a.js:7', 'Show Output']);
    assert.deepEqual(titles(serverBlocked(5, null)), ['Show Output']);
    const slow = slowerThanWindow('http://localhost:1/', 2, 3.2);
    assert.deepEqual(titles(slow), ['Measure for 32 s', 'Show Output']);
    assert.match(failureNotice(slow), / took 3\.2 s\. Measure for 32 s to have enough of them\.$/);
  });

  test('lead to the scenario file where requests are of it, or a log-in is needed', () => {
    const answered = (status: number) => notTwoHundred('http://localhost:1/', status, 'no', '');
    assert.deepEqual(titles(answered(404), true), ['Open Scenario File', 'Show Output']);
    assert.equal(titles(answered(404))[0], 'Choose Another URL…');
    assert.equal(titles(answered(401))[0], 'Create Scenario File');
  });

  test('call a socket file by its name', () => {
    const refused = couldNotConnect('http://unix:/tmp/x/web.sock:/a', 'none came');
    assert.match(failureNotice(refused), /from \/a on the socket file web\.sock: none came\. /);
  });

  test('say nothing of options of the command line', () => {
    const choices = ['1', '2'].map((port) => ({ url: `http://localhost:${port}/`, says: 'hi' }));
    assert.match(
      failureNotice(severalServers('/', choices)),
      /alike: .*\. Choose the one to load\.$/,
    );
  });
});

describe('the steps of Profile With Options…', () => {
  test('take a path or a URL', () => {
    for (const right of [
      '/',
      '/a?b=c',
      'http://localhost:3000/',
      'https://127.0.0.1/',
      'http://[::1]:1/',
      'http://example.com/',
    ]) {
      assert.equal(urlProblem(right), null, right);
    }
    for (const wrong of ['', 'a', 'ftp://localhost/', 'http://']) {
      assert.equal(typeof urlProblem(wrong), 'string', wrong);
    }
  });

  test('take figures in their ranges', () => {
    assert.deepEqual(
      ['1', '10000', '0', '10001', '1.5', '', 'x'].map((each) => connectionsProblem(each) === null),
      [true, true, false, false, false, false, false],
    );
    assert.deepEqual(
      ['1', '2.5', '3600', '0', '3601', ''].map((each) => durationProblem(each) === null),
      [true, true, true, false, false, false],
    );
  });

  test('send JSON as JSON', () => {
    assert.deepEqual(bodyHeaders('{"a":1}'), { 'content-type': 'application/json' });
    assert.deepEqual(bodyHeaders('a=1'), { 'content-type': 'text/plain; charset=utf-8' });
    assert.deepEqual(bodyHeaders(''), {});
  });
});

test('heat has five steps, the same for lines and frames but for those with little time', () => {
  const hotter = ['heat1', 'heat2', 'heat3', 'heat4', 'heat5', 'heat5'];
  const shares = [0.019, 0.02, 0.05, 0.1, 0.2, 1];
  assert.deepEqual(shares.map(heatOf), hotter);
  assert.deepEqual(shares.map(heatToneOf), hotter);
  assert.deepEqual([heatOf(0.004), heatToneOf(0.004)], ['heat1', 'plain']);
});

describe('the icon beside a hot line', () => {
  test('has the share in whole percent', () => {
    assert.deepEqual([0.0005, 0.0099, 0.01, 0.346, 0.996, 1].map(gutterText), [
      '<1',
      '<1',
      '1',
      '35',
      '100',
      '100',
    ]);
  });

  test('says by its shape that the line is not optimized', () => {
    const icon = { text: '<1', heat: 'heat1' } as const;
    for (const ground of ['dark', 'light'] as const) {
      const plain = gutterIcon({ ...icon, isMarked: false }, ground);
      const marked = gutterIcon({ ...icon, isMarked: true }, ground);
      assert.match(plain, />&lt;1<\/text>/);
      assert.ok(!plain.includes('<path') && marked.includes('<path'));
    }
  });

  test('says by its shape that requests wait at the line, but first that it is not optimized', () => {
    const icon = { text: '83', heat: waitHeatOf(0.83) } as const;
    for (const ground of ['dark', 'light'] as const) {
      const waiting = gutterIcon({ ...icon, isMarked: false }, ground);
      const marked = gutterIcon({ ...icon, isMarked: true }, ground);
      assert.ok(waiting.includes('<circle') && !marked.includes('<circle'));
    }
    assert.deepEqual([0.01, 0.1, 0.3, 1].map(waitHeatOf), ['wait1', 'wait2', 'wait3', 'wait3']);
  });
});

describe('the share of a hot line', () => {
  const shows = { showsCpu: true, waitMs: 0 };
  const line = { ...shows, self: 0.042, label: '4.2 %  ⚠ not optimized', note: '⚠ not optimized' };

  test('stands behind it with the reason', () => {
    assert.deepEqual(lineLabels(line, 'end'), { before: '', after: line.label });
  });

  test('stands before it in a column, aligned, and the reason stays behind', () => {
    const before = (self: number, note = '') =>
      lineLabels({ ...shows, self, note, label: '' }, 'start').before.replaceAll('\u00a0', '·');
    assert.equal(lineLabels(line, 'start').after, '⚠ not optimized');
    assert.equal(before(0.042, line.note), '·4.2 % ⚠');
    assert.equal(before(0.342), '34.2 %');
    assert.equal(before(1), '·100 %');
  });

  test('gives way to the time of its wait where only that is shown', () => {
    const note = '⏱ 20 ms postgres ×8';
    const waiting = { self: 0, showsCpu: false, waitMs: 20, label: note, note };
    assert.deepEqual(lineLabels(waiting, 'end'), { before: '', after: note });
    assert.deepEqual(lineLabels(waiting, 'start'), { before: '⏱ 20 ms', after: note });
  });
});

describe('going from hot line to hot line', () => {
  const places = [3, 9, 5].map((line) => ({ uri: 'a', line }));

  test('begins with the hottest and goes around the end', () => {
    assert.equal(nextPlace(places, null, null, 1), 0);
    assert.equal(nextPlace(places, places[0]!, 0, 1), 1);
    assert.equal(nextPlace(places, places[2]!, 2, 1), 0);
    assert.equal(nextPlace(places, null, null, -1), 2);
    assert.equal(nextPlace([], null, null, 1), null);
  });

  test('goes on from where the cursor is', () => {
    assert.equal(nextPlace(places, { uri: 'a', line: 9 }, 0, 1), 2);
    assert.equal(nextPlace(places, { uri: 'b', line: 9 }, 1, 1), 2, 'from the last one otherwise');
  });
});

test('the view runs nothing but its own script', () => {
  const html = viewMarkup({
    title: 'Flamegraph',
    cspSource: 'https://csp',
    nonce: 'n0',
    scriptUri: 's',
    styleUri: 'c',
  });
  assert.ok(
    html.includes(
      `default-src 'none'; img-src data:; style-src https://csp; script-src 'nonce-n0'`,
    ),
  );
  assert.equal(html.match(/<script/g)?.length, 1);
});
