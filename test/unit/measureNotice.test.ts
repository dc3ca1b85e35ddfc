import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { buildReason, problemActions, problemText } from '../../src/host/measure/measureProblem.ts';
import {
  estimateText,
  measuredStatus,
  measurePercent,
  measureStatus,
  measureNotice,
  resultText,
} from '../../src/host/run/measureNotice.ts';
import { exitedBeforeListening, noNodeStarted } from '../../src/shared/launchFailures.ts';
import { alreadyRunning, untrustedWorkspace } from '../../src/shared/refusals.ts';
import type {
  MeasureEnd,
  MeasureProblem,
  MeasureProblemKind,
  MeasureProgress,
  MeasureReport,
  MeasureStep,
} from '../../src/shared/measure.ts';
import {
  buildFailed,
  buildNeeded,
  buildWithout,
  editedMeanwhile,
  endWording,
  fileNotThere,
  folderNotThere,
  measureCancelled,
  measuredNote,
  noGit,
  noRepository,
  noiseNotes,
  notAllowed,
  notCheckedOut,
  progressText,
  runFailed,
  unknownRevision,
} from '../../src/shared/measureText.ts';
import type { Verdict } from '../../src/shared/verdict.ts';
import { sentence, terminalText } from '../../src/shared/wording.ts';

const commit = 'commit 1a2b3c4 (HEAD)';
const exited = exitedBeforeListening({ code: 1, signal: null }, 'at a.js:1\nError: no database\n');

/** As the language server words them where nothing may be started, or something is already. */
const refused = (kind: 'already-running' | 'untrusted-workspace') =>
  notAllowed(kind === 'already-running' ? alreadyRunning() : untrustedWorkspace());

interface Case {
  problem: MeasureProblem;
  /** What happened, with the value that tells which. */
  says: RegExp;
  /** What to do next, as the command line has it. */
  help: RegExp;
  /** The same in the editor, without an option of the command line. */
  helpHere?: RegExp;
  buttons: string[];
}

const problems: Record<Exclude<MeasureProblemKind, 'cancelled'>, Case[]> = {
  'no-git': [
    {
      problem: noGit(),
      says: /^git was not found/,
      help: /Install git, or check that it is on PATH\.$/,
      buttons: ['Measure Against…'],
    },
  ],
  'no-repository': [
    {
      problem: noRepository('/shop', 'fatal: not a git repository'),
      says: /^\/shop is in no git repository/,
      help: /Commit the code first .+, or compare two saved runs\.$/,
      buttons: ['Measure Against…'],
    },
    {
      problem: noRepository('/shop', 'dubious ownership'),
      says: /which repository \/shop is in: dubious ownership\./,
      help: /Check that git status works there\.$/,
      buttons: ['Measure Against…'],
    },
  ],
  'unknown-revision': [
    {
      problem: unknownRevision('base', 'mian', true),
      says: /^git knows no commit by the name “mian”\./,
      help: /Give a branch, a tag or a commit .+; git fetch brings those of others\.$/,
      buttons: ['Measure Against…'],
    },
    {
      problem: unknownRevision('base', 'HEAD', false),
      says: /^The repository has no commit yet/,
      help: /Commit first\.$/,
      buttons: ['Measure Against…'],
    },
  ],
  'checkout-failed': [
    {
      problem: notCheckedOut('base', commit, 'No space left on device'),
      says: /^The base \(commit 1a2b3c4 \(HEAD\)\) .+: No space left on device\./,
      help: /Mend that, or measure against another commit\.$/,
      buttons: ['Measure Against…'],
    },
    {
      problem: folderNotThere('base', commit, 'packages/new'),
      says: /does not have the folder packages\/new,/,
      help: /Measure against a commit that has it\.$/,
      buttons: ['Measure Against…'],
    },
  ],
  'build-needed': [
    {
      problem: buildNeeded('base', commit, 'dist/server.js'),
      says: /starts dist\/server\.js, which git does not keep, so the base .+ has to be built/,
      help: /Say how with --build, for example --build 'npm run build'\.$/,
      helpHere: /Say how to build it\.$/,
      buttons: ['Show Output', 'Change Build Command…', 'Measure Against…'],
    },
  ],
  'build-failed': [
    {
      problem: buildFailed('base', commit, 'make all', 2, 'line one\nError: no tsc\n'),
      says: /by `make all` failed with exit code 2\./,
      help: /Give another build with --build, or .+ that it builds\. Its last output:\nline one\n/,
      helpHere: /Change the build command, or .+ that it builds\. It said: Error: no tsc$/,
      buttons: ['Show Output', 'Change Build Command…', 'Measure Against…'],
    },
    {
      problem: buildFailed('base', commit, 'make', null, ''),
      says: /by `make` was ended by a signal\./,
      help: /with --build, .+ It printed nothing\.$/,
      helpHere: /Change the build command, .+ It printed nothing\.$/,
      buttons: ['Show Output', 'Change Build Command…', 'Measure Against…'],
    },
    {
      problem: buildWithout('base', commit, 'make', 'dist/a.js'),
      says: /by `make` ended well but did not make dist\/a\.js/,
      help: /Check that this is the build that makes it\.$/,
      buttons: ['Show Output', 'Change Build Command…', 'Measure Against…'],
    },
  ],
  'run-failed': [
    {
      problem: fileNotThere('base', commit, 'server.js'),
      says: /has no server\.js, which the command starts/,
      help: /Measure against a commit that has it\.$/,
      buttons: ['Measure Against…'],
    },
    {
      problem: runFailed('base', commit, 0, exited),
      says: /^The base \(.+\) failed in its first run: .+ exit code 1/,
      help: /Its last output:\n.+\nError: no database/,
      helpHere: /It said: Error: no database$/,
      buttons: ['Show Output', 'Measure Against…'],
    },
    {
      problem: runFailed('head', 'the working tree', 3, exited),
      says: /^The head \(the working tree\) failed twice in a row, after 3 runs that went well: /,
      help: /Its last output:/,
      helpHere: /It said: Error: no database$/,
      buttons: ['Show Output', 'Profile Server'],
    },
  ],
  'already-running': [
    {
      problem: refused('already-running'),
      says: /^Another run is under way/,
      help: /wait for its end or stop it first\.$/,
      buttons: ['Stop It'],
    },
  ],
  'untrusted-workspace': [
    {
      problem: refused('untrusted-workspace'),
      says: /^This workspace is not trusted, so its server is not started/,
      help: /trust the workspace and run again\.$/,
      buttons: ['Manage Workspace Trust'],
    },
  ],
};

for (const [kind, cases] of Object.entries(problems)) {
  test(`says of ${kind} what happened, with which value and what to do`, () => {
    for (const { problem, says, help, helpHere = help, buttons } of cases) {
      assert.equal(problem.kind, kind);
      assert.match(problem.message, says);
      assert.match(problem.message, help);
      const here = problemText(problem)!;
      assert.match(here, says);
      assert.match(here, helpHere);
      assert.doesNotMatch(here, /(^|\s)--\w/, 'an option of the command line');
      assert.deepEqual(problemActions(problem), buttons);
    }
  });
}

test('says nothing in the editor of what the person has cancelled', () => {
  const problem = measureCancelled();
  assert.equal(problem.kind, 'cancelled');
  assert.match(problem.message, /before both states had run once, so nothing is known\.$/);
  assert.equal(problemText(problem), null);
  assert.deepEqual(problemActions(problem), []);
});

const running: MeasureStep = {
  kind: 'running',
  side: 'head',
  run: 3,
  state: { phase: 'measuring', durationS: 3 },
  load: null,
};

const at = (step: MeasureStep, more: Partial<MeasureProgress> = {}): MeasureProgress => ({
  step,
  elapsedS: 30.4,
  budgetS: 120,
  pairs: 1,
  estimate: null,
  ...more,
});

const change = (percent: number, lowPercent: number, highPercent: number) => ({
  percent,
  lowPercent,
  highPercent,
});

const estimate: NonNullable<MeasureProgress['estimate']> = {
  metric: 'cpuMicrosPerRequest',
  change: change(-12, -15.1, -9.1),
  verdict: { kind: 'faster', metric: 'cpuMicrosPerRequest', lowPercent: 9.1, highPercent: 15 },
  wantedPercent: 2.5,
};

describe('measuring in the words of the editor', () => {
  test('has a sentence for each step', () => {
    assert.match(measureNotice(null), /^Asking git/);
    assert.match(measureNotice(at({ kind: 'checking-out', side: 'base' })), /^Checking out/);
    assert.equal(
      measureNotice(at({ kind: 'building', side: 'base', command: 'make' })),
      'Building the code before: make…',
    );
    assert.match(measureNotice(at({ kind: 'removing' })), /^Removing the temporary folder/);
  });

  test('says the pair, the state, what is known and what is left', () => {
    assert.equal(measureNotice(at(running)), 'Pair 2, now: measuring · at most 90 s left');
    assert.equal(
      measureNotice(at({ ...running, side: 'base', run: 4 }, { estimate, elapsedS: 130 })),
      'Pair 2, before: measuring · CPU per request: 12 % less, between 9.1 % and 15 % · at most 0 s left',
    );
    const phases = (['launching', 'preparing', 'stopping'] as const).map((phase) =>
      measureNotice(
        at({
          ...running,
          state: phase === 'preparing' ? { phase, requests: 1 } : ({ phase } as never),
        }),
      ),
    );
    assert.deepEqual(
      phases.map((words) => /: (.+?) ·/.exec(words)?.[1]),
      ['launching', 'setting up', 'reading the samples'],
    );
  });

  test('says an estimate by its side, and both sides where it may be none', () => {
    const words = (metric: 'cpuMicrosPerRequest' | 'reqPerS', ...of: [number, number, number]) =>
      estimateText({ metric, change: change(...of) });
    assert.equal(
      words('cpuMicrosPerRequest', -4, -12, 3.1),
      'CPU per request: between 12 % less and 3.1 % more',
    );
    assert.equal(
      words('reqPerS', -20, -25, -16),
      'Requests per second: 20 % fewer, between 16 % and 25 %',
    );
    assert.equal(
      words('cpuMicrosPerRequest', 20, 16, 25),
      'CPU per request: 20 % more, between 16 % and 25 %',
    );
  });

  test('goes on by its time, and not beyond the whole', () => {
    assert.equal(measurePercent(null), 0);
    assert.equal(measurePercent(at(running, { elapsedS: 30 })), 25);
    assert.equal(measurePercent(at(running, { elapsedS: 130 })), 100);
  });

  test('is short in the status bar, and a click stops it', () => {
    const { text, tooltip, command } = measureStatus(at(running, { estimate }));
    assert.equal(text, '$(loading~spin) Hotframe: CPU per request −12 % ± 3.0 %');
    assert.match(tooltip, /^Measuring your change\. Pair 2, now: .*\n\nClick to stop/);
    assert.equal(command, 'hotframe.stop');
    assert.match(measureStatus(at(running)).text, /measuring, pair 2…$/);
    assert.match(measureStatus(null).text, /preparing to measure…$/);
  });
});

describe('what was measured', () => {
  const metric = 'cpuMicrosPerRequest';
  const reportOf = (verdict: Verdict, warnings: string[] = []) =>
    ({
      sentence: 'Faster: 9–15 % less CPU time per request.',
      verdict,
      warnings,
      measured: {
        baseText: commit,
        headText: 'the working tree with 1 changed file',
        endSentence: 'Ended after 5 pairs of runs, which were enough.',
      },
    }) as MeasureReport;

  const verdicts: [Verdict, string][] = [
    [{ kind: 'faster', metric, lowPercent: 9.1, highPercent: 15 }, '9–15 % faster'],
    [{ kind: 'slower', metric, lowPercent: 9.1, highPercent: 15 }, '9–15 % slower'],
    [{ kind: 'no-difference', metric, largerThanPercent: 2.1 }, 'No difference above 2.1 %'],
    [{ kind: 'cannot-tell', metric, reason: 'too-noisy', help: 'It is.' }, 'Cannot tell yet'],
  ];
  for (const [verdict, short] of verdicts) {
    test(`stays in the status bar as “${short}”, and a click shows the comparison`, () => {
      const { text, command } = measuredStatus(reportOf(verdict));
      assert.equal(text, `$(beaker) ${short}`);
      assert.equal(command, 'hotframe.showComparison');
    });
  }

  test('says which states it is of, why it ended, and that there are warnings', () => {
    const [[verdict]] = verdicts as [[Verdict, string]];
    const words =
      'Faster: 9–15 % less CPU time per request. Now: the working tree with 1 changed file. Before: commit 1a2b3c4 (HEAD). Ended after 5 pairs of runs, which were enough.';
    assert.equal(resultText(reportOf(verdict)), words);
    assert.equal(
      resultText(reportOf(verdict, ['Another Node.js.'])),
      `${words} The comparison has 1 warning.`,
    );
  });
});

test('says why it ended', () => {
  const facts = { pairs: 5, elapsedS: 60, budgetS: 60, minPairs: 4, secondsPerPair: 9 };
  const end = (kind: MeasureEnd, problem: MeasureProblem | null = null) =>
    terminalText(endWording(kind, { ...facts, problem }));
  assert.equal(end('precise'), 'Ended after 5 pairs of runs, which were enough.');
  assert.match(end('most-pairs'), /^Ended after 5 pairs of runs, beyond which more would/);
  assert.match(end('cancelled'), /^Cancelled after 5 pairs of runs: this is what they say\.$/);
  const problem = runFailed('head', 'the working tree', 5, exited);
  assert.match(end('failed', problem), /^Ended after 5 pairs of runs\. The head .+ twice in a row/);
});

test('says in the editor why it ended with a failure, in its words and in one line', () => {
  const facts = { pairs: 5, elapsedS: 60, budgetS: 60, minPairs: 4, secondsPerPair: 9 };
  const problem = runFailed(
    'head',
    'the working tree',
    5,
    noNodeStarted('make', 30, 'Error: x\n y'),
  );
  const { message, wording } = sentence(endWording('failed', { ...facts, problem }));
  const measured = { baseText: 'a', headText: 'b', endSentence: message, endWording: wording };
  const report = { sentence: 'Faster.', warnings: [], measured } as unknown as MeasureReport;
  assert.match(message, / with --start-timeout\. Its last output:\nError: x\n y$/);
  assert.match(resultText(report), / by the setting hotframe\.startTimeout\. It said: Error: x$/);
});

test('asks for a build with its reason alone', () => {
  const reason = buildReason(buildNeeded('base', commit, 'dist/server.js'));
  assert.match(reason, /^The command starts dist\/server\.js, .+ has to be built first\.$/);
});

test('notes what was measured, what is known from before, and what was edited meanwhile', () => {
  assert.equal(measuredNote('a', 'b'), 'The base is a, the head is b.');
  assert.deepEqual(noiseNotes(undefined), []);
  assert.deepEqual(noiseNotes({ logDeviation: 0.1, degreesOfFreedom: 0 }), []);
  const [note] = noiseNotes({ logDeviation: 0.1, degreesOfFreedom: 7 });
  assert.match(note!, /of 7 earlier pairs of runs of this server on this machine\.$/);
  assert.match(
    editedMeanwhile('head', ['a.js', 'b.js']),
    /^a\.js, b\.js changed while it was measured, .+ the head .+ Measure again, and edit afterwards\.$/,
  );
});

test('the command line says each step in a line', () => {
  assert.equal(progressText(at({ kind: 'removing' }), true), 'Removing what was checked out');
  assert.equal(
    progressText(at(running, { estimate }), true),
    'CPU per request −15 to −9.1 % (until ±2.5 %) · 1 pair · 30 of 120 seconds · head: measuring',
  );
});
