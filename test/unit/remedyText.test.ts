import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { reportFromJson } from '../../src/analysis/report/reportJson.ts';
import { failureNotice } from '../../src/host/run/failureNotice.ts';
import * as attachFailures from '../../src/shared/attachFailures.ts';
import type { Failure } from '../../src/shared/failure.ts';
import * as launchFailures from '../../src/shared/launchFailures.ts';
import * as loadFailures from '../../src/shared/loadFailures.ts';
import * as refusals from '../../src/shared/refusals.ts';
import * as samplingFailures from '../../src/shared/samplingFailures.ts';
import { editorSentence, editorText } from '../../src/shared/wording.ts';

const failures = {
  ...launchFailures,
  ...loadFailures,
  ...attachFailures,
  ...samplingFailures,
  ...refusals,
};
type FailureName = keyof typeof failures;

/** A failure, how the terminal ends it, and how the editor does; both end alike without the third. */
type Row = [Failure, string, string?];

const exit = { code: 1, signal: null };
const output = 'starting\nTypeError: x\n  at y\n\nNode.js v20';
const url = 'http://localhost:3000/';
const choices = ['1', '2'].map((port) => ({ url: `http://localhost:${port}/`, says: 'hi' }));
const line = { file: '/app/a.js', name: 'a.js', line: 7, self: 0.99 };
const lost = { kind: 'lost', share: 0.4, starter: null } as const;

const { answersDoNotEnd, answersTimeOut, couldNotConnect, notTwoHundred, remoteHost } = failures;
const { inspectorNotOpened, noServerOfProcess, noNodeStarted, portNeverOpened } = failures;

const said: Record<FailureName, Row[]> = {
  commandNotFound: [[failures.commandNotFound('foo', '/x'), 'or give a path to it.']],
  cwdNotFound: [
    [failures.cwdNotFound('/x'), 'exist; choose another with --cwd.', 'exist; choose another.'],
  ],
  commandNotStarted: [[failures.commandNotStarted('foo', 'EACCES'), 'that you may run.']],
  notANodeCommand: [
    [
      failures.notANodeCommand('python'),
      'itself, for example `hotframe run -- node server.js`.',
      'itself, for example `node server.js`.',
    ],
  ],
  batchWordRefused: [
    [
      failures.batchWordRefused('a.cmd', '%x%'),
      'itself, for example `hotframe run -- node server.js`.',
      'itself, for example `node server.js`.',
    ],
  ],
  noNodeStarted: [
    [
      noNodeStarted('make', 30, output),
      `\`hotframe run -- node server.js\`, or allow more time with --start-timeout. Its last output:\n${output}`,
      '`node server.js`, or allow more time by the setting hotframe.startTimeout. It said: TypeError: x',
    ],
    [
      noNodeStarted('make', 30, ''),
      'with --start-timeout. It printed nothing.',
      'by the setting hotframe.startTimeout. It printed nothing.',
    ],
  ],
  startsAnother: [[failures.startsAnother('x y'), 'give the command of that process itself.']],
  tooOldForAllocations: [
    [
      failures.tooOldForAllocations('18.20.8'),
      'from 20 on; choose another binary with --node.',
      'from 20 on; choose another binary.',
    ],
  ],
  nodeTooOld: [
    [
      failures.nodeTooOld('/n', '16.0.0'),
      'newer; choose another binary with --node.',
      'newer; choose another binary.',
    ],
  ],
  exitedBeforeListening: [
    [
      failures.exitedBeforeListening(exit, output),
      `before it listened on a port. Its last output:\n${output}`,
      'before it listened on a port. It said: TypeError: x',
    ],
  ],
  zeroXForks: [[failures.zeroXForks(), 'run it with the sampler v8log.']],
  portTaken: [[failures.portTaken(80, null), 'or let the server use another port.']],
  portNeverOpened: [
    [
      portNeverOpened(30, null, 81, ''),
      'in NODE_OPTIONS, or allow more time with --start-timeout. It printed nothing.',
      'in NODE_OPTIONS, or allow more time by the setting hotframe.startTimeout. It printed nothing.',
    ],
    [
      portNeverOpened(30, 'http://[::1]:80', 81, ''),
      '81 within 30 s. It listens on http://[::1]:80. It printed nothing.',
    ],
  ],
  onlyHttp2: [
    [
      failures.onlyHttp2(url),
      'with TLS and a listener for `request` (those for `stream` hear nothing of HTTP/1.1).',
    ],
  ],
  severalServers: [
    [
      failures.severalServers('/', choices),
      'http://localhost:2/. Say which one to load with --url and its whole URL.',
      'http://localhost:2/. Choose the one to load.',
    ],
  ],
  diedWhenAsked: [
    [
      failures.diedWhenAsked({ code: null, signal: 'SIGTERM' }, ''),
      'by signal SIGTERM before or at its first request. It printed nothing.',
    ],
  ],
  targetDied: [[failures.targetDied(exit, ''), 'under load. It printed nothing.']],
  setupFailed: [[failures.setupFailed('GET /', 'got 404'), 'headers and body in the scenario.']],
  notTwoHundred: [
    [
      notTwoHundred(url, 302, '', null),
      'Redirects are not followed: give the final path with --url.',
      'Redirects are not followed: give the final path.',
    ],
    [
      notTwoHundred(url, 401, 'no', null),
      'with the body “no”. Check --header: the server wants a login, such as a cookie or a token.',
      'with the body “no”. Check the headers: the server wants a login, such as a cookie or a token.',
    ],
    [
      notTwoHundred(url, 404, '', output),
      'with an empty body. Check --url: the server has nothing there.',
      'with an empty body. Check the path: the server has nothing there.',
    ],
    [
      notTwoHundred(url, 500, '0123456789'.repeat(30), output),
      `“${'0123456789'.repeat(20)}”. Check --url, --method, --header and --body. Its last output:\n${output}`,
      `“${'0123456789'.repeat(6)}…”. Check the path, method and body. It said: TypeError: x`,
    ],
  ],
  serverBlocked: [
    [
      failures.serverBlocked(5, line),
      '99 % of that time went to a.js:7. The load was stopped; the hot lines are of that time. If an answer may take so long, allow it with --timeout.',
      '99 % of that time went to a.js:7. The load was stopped; the hot lines are of that time.',
    ],
  ],
  slowerThanWindow: [
    [
      failures.slowerThanWindow(url, 2, 3.2),
      'took 3.2 s. Measure for longer, with -d 32.',
      'took 3.2 s. Measure for 32 s to have enough of them.',
    ],
  ],
  answersTimeOut: [
    [
      answersTimeOut(url, 5, 'answer'),
      '(a database, another service), or allow more time with --timeout.',
      '(a database, another service).',
    ],
    [
      answersTimeOut(url, 5, 'start'),
      'another service), or allow more time with --start-timeout.',
      'another service), or allow more time by the setting hotframe.startTimeout.',
    ],
  ],
  answersDoNotEnd: [
    [
      answersDoNotEnd(url, 10, 12_345, 5),
      'give another path with --url. If they do end, allow more time with -d and --timeout, or use fewer connections.',
      'give another path. If they do end, measure for longer, or use fewer connections.',
    ],
  ],
  couldNotConnect: [
    [
      couldNotConnect(url, 'none came'),
      'accepts connections there, or give its address with --url.',
      'accepts connections there, or give its address.',
    ],
    [
      couldNotConnect('http://unix:/tmp/x/web.sock:/a', 'none came'),
      'from /a on the socket file web.sock: none came. Check that the server accepts connections there, or give its address with --url.',
      'from /a on the socket file web.sock: none came. Check that the server accepts connections there, or give its address.',
    ],
  ],
  loadProcessDied: [[failures.loadProcessDied('x'), 'report it if it happens again.']],
  loadRefused: [[failures.loadRefused('x'), "check the request's options."]],
  remoteHost: [
    [
      remoteHost('example.com', null),
      'machine, say so with --confirm-host example.com, or give a path with --url.',
      'machine, run again and type its name, or give a path.',
    ],
    [
      remoteHost('example.com', 'example.org'),
      'confirmed is example.org, so nothing was started. If you may load that machine, say so with --confirm-host example.com, or give a path with --url.',
      'confirmed is example.org, so nothing was started. If you may load that machine, run again and type its name, or give a path.',
    ],
  ],
  targetNotReached: [
    [
      failures.targetNotReached('example.com', 9),
      'to this server, or give a path with --url.',
      'to this server, or give a path.',
    ],
  ],
  processNotFound: [[failures.processNotFound(1), 'Look for its id again.']],
  nobodyOnPort: [[failures.nobodyOnPort(1), 'by the port of its inspector.']],
  notANodeProcess: [[failures.notANodeProcess(1, ''), 'that runs the server itself.']],
  foreignProcess: [[failures.foreignProcess(1, 'x'), 'or attach as that user.']],
  inspectorNotOpened: [
    [inspectorNotOpened(null, { kind: 'no-signal' }), 'start it with `node --inspect`.'],
    [
      inspectorNotOpened(1, { kind: 'port-taken', port: 9229, holder: null }),
      'start the process with `node --inspect-port=0`.',
    ],
    [inspectorNotOpened(1, { kind: 'no-answer' }), 'Start it with `node --inspect`.'],
    [inspectorNotOpened(1, { kind: 'silent', port: 9229 }), 'Try again, or start it anew.'],
  ],
  processPaused: [[failures.processPaused(1), 'let it go on there, and attach again.']],
  processEnded: [[failures.processEnded(null), 'start the server again and attach anew.']],
  inspectorClosed: [[failures.inspectorClosed(1), 'it runs on. Attach anew.']],
  noServerOfProcess: [
    [
      noServerOfProcess(1, []),
      'give a whole URL with --url, or attach without load (--no-load).',
      'give a whole URL, or attach without load.',
    ],
    [
      noServerOfProcess(1, ['3', '4']),
      'on the ports 3, 4, so there is nothing to send the load to; give a whole URL with --url, or attach without load (--no-load).',
      'on the ports 3, 4, so there is nothing to send the load to; give a whole URL, or attach without load.',
    ],
  ],
  logDoubted: [
    [
      failures.logDoubted(lost),
      'Switch that profiler off, or sample with --sampler inspector.',
      'Switch that profiler off, or choose inspector by the setting hotframe.sampler.',
    ],
  ],
  logEmpty: [[failures.logEmpty(), 'start another program that does the work?']],
  logUnknown: [[failures.logUnknown(9), 'none of the 9 lines is known.']],
  nothingSampled: [[failures.nothingSampled(), 'or check that it does something.']],
  noFigures: [[failures.noFigures(), 'without figures to compare by.']],
  diskFull: [[failures.diskFull('/tmp'), 'or set TMPDIR to a folder with space.']],
  noTemporaryFolder: [
    [failures.noTemporaryFolder('/t', 'ENOENT'), 'set TMPDIR to a folder that can be written to.'],
  ],
  cancelled: [[failures.cancelled(), 'was cancelled.']],
  alreadyRunning: [[failures.alreadyRunning(), 'wait for its end or stop it first.']],
  untrustedWorkspace: [[failures.untrustedWorkspace(), 'trust the workspace and run again.']],
};

/** Node.js's own, which the person gives to their server. */
const nodeFlags = /--(?:inspect-port|inspect|cpu-prof)\b/g;

for (const [name, rows] of Object.entries(said)) {
  test(`${name} ends with what to do, in the words of the terminal and of the editor`, () => {
    for (const [failure, terminal, editor = terminal] of rows) {
      const here = failureNotice(failure);
      assert.ok(failure.message.endsWith(terminal), failure.message);
      assert.ok(here.endsWith(editor), here);
      assert.doesNotMatch(here.replaceAll(nodeFlags, ''), /(^|[\s(])--?[a-z]/, 'an option');
      assert.match(failure.message, /^\S.*\S$/s);
      assert.match(here, /^\S.*\S$/s);
    }
  });
}

describe('a saved run', () => {
  const saved = { target: null, load: null, sampling: null, packages: [], unattributed: [] };
  const open = (more: object) =>
    reportFromJson({ ...saved, lines: [], functions: [], notes: [], failure: null, ...more });

  test('of an older version shows its sentences as they are', () => {
    const message = 'It failed; choose another with --cwd.';
    const { failure, wordings } = open({ failure: { kind: 'command-not-found', message } });
    assert.equal(editorText(failure!), message);
    assert.equal(
      editorSentence('A note (--url chooses another).', wordings),
      'A note (--url chooses another).',
    );
  });

  test('opens with the wording of each failure', () => {
    for (const [failure] of Object.values(said).flat()) {
      const again = open({ failure: JSON.parse(JSON.stringify(failure)) as Failure }).failure!;
      assert.equal(failureNotice(again), failureNotice(failure));
    }
  });

  test('of a newer version shows the terminal’s sentence for a remedy that is not known here', () => {
    const failure = { kind: 'x', message: 'It failed.', wording: ['It ', { kind: 'new-remedy' }] };
    assert.equal(editorText(open({ failure }).failure!), 'It failed.');
  });

  test('is damaged where a wording is none', () => {
    for (const wording of [1, [1], [{}], [['a']]]) {
      const failure = { kind: 'x', message: 'It failed.', wording };
      assert.throws(() => open({ failure }), /damaged/);
      assert.throws(() => open({ wordings: [{ message: 'a', wording }] }), /damaged/);
    }
  });
});
