import { formatNumberOf } from './format.ts';
import type { Failure } from './failure.ts';
import type { MeasureEnd, MeasureProblem, MeasureProgress, Side } from './measure.ts';
import type { RunState } from './runState.ts';
import type { RunNoise } from './verdict.ts';
import { formatInterval, formatPercent, metricText } from './verdictText.ts';
import { lastOutput } from './outputText.ts';
import { sentence, worded, type Wording } from './wording.ts';

/** Sentences on measurements, for the terminal and the editor. */

export function noGit(): MeasureProblem {
  return problem(
    'no-git',
    null,
    'git was not found, and another state of the code is taken from it. Install git, or check that it is on PATH.',
  );
}

export function noRepository(folder: string, reason: string): MeasureProblem {
  const isPlain = /not a git repository/i.test(reason);
  return problem(
    'no-repository',
    null,
    isPlain
      ? `${folder} is in no git repository, so there is no other state of the code to measure against. Commit the code first (git init, git add, git commit), or compare two saved runs.`
      : `git could not say which repository ${folder} is in: ${reason}. Check that git status works there.`,
  );
}

export function unknownRevision(side: Side, revision: string, hasCommits: boolean): MeasureProblem {
  const message = hasCommits
    ? `git knows no commit by the name “${revision}”. Give a branch, a tag or a commit that is in this repository; git fetch brings those of others.`
    : 'The repository has no commit yet, so there is no other state of the code to measure against. Commit first.';
  return problem('unknown-revision', side, message);
}

export function notCheckedOut(side: Side, words: string, reason: string): MeasureProblem {
  return problem(
    'checkout-failed',
    side,
    `The ${side} (${words}) could not be checked out into a temporary folder: ${reason}. Mend that, or measure against another commit.`,
  );
}

export function folderNotThere(side: Side, words: string, folder: string): MeasureProblem {
  return problem(
    'checkout-failed',
    side,
    `The ${side} (${words}) does not have the folder ${folder}, so there is nothing in it to measure. Measure against a commit that has it.`,
  );
}

export function buildNeeded(side: Side, words: string, file: string): MeasureProblem {
  return problem(
    'build-needed',
    side,
    worded`The command starts ${file}, which git does not keep, so the ${side} (${words}) has to be built first. ${{ kind: 'say-build' }}`,
  );
}

export function fileNotThere(side: Side, words: string, file: string): MeasureProblem {
  return problem(
    'run-failed',
    side,
    `The ${side} (${words}) has no ${file}, which the command starts: it came or got its name later. Measure against a commit that has it.`,
  );
}

/** The build succeeded, but the file is still missing. */
export function buildWithout(
  side: Side,
  words: string,
  command: string,
  file: string,
): MeasureProblem {
  return problem(
    'build-failed',
    side,
    `The build of the ${side} (${words}) by \`${command}\` ended well but did not make ${file}, which the command starts. Check that this is the build that makes it.`,
  );
}

export function buildFailed(
  side: Side,
  words: string,
  command: string,
  code: number | null,
  output: string,
): MeasureProblem {
  const end = code === null ? 'was ended by a signal' : `failed with exit code ${code}`;
  return problem(
    'build-failed',
    side,
    worded`The build of the ${side} (${words}) by \`${command}\` ${end}. ${{ kind: 'change-build' }}, or measure against a commit that it builds. ${lastOutput(output)}`,
  );
}

/** `runs` of the state had succeeded before. */
export function runFailed(
  side: Side,
  words: string,
  runs: number,
  failure: Failure,
): MeasureProblem {
  const when =
    runs === 0 ? 'failed in its first run' : `failed twice in a row, after ${runsOf(runs)}`;
  const { message, wording = message } = failure;
  return problem('run-failed', side, worded`The ${side} (${words}) ${when}: ${wording}`, failure);
}

/** The preparation failed. */
export function notBegun(failure: Failure): MeasureProblem {
  const { message, wording = message } = failure;
  return problem('run-failed', null, wording, failure);
}

/** Starting is not allowed, or another run is under way. */
export function notAllowed({ kind, message }: Failure): MeasureProblem {
  return problem(kind === 'untrusted-workspace' ? kind : 'already-running', null, message);
}

export function measureCancelled(): MeasureProblem {
  return problem(
    'cancelled',
    null,
    'The measurement was cancelled before both states had run once, so nothing is known.',
  );
}

function problem(
  kind: MeasureProblem['kind'],
  side: Side | null,
  wording: Wording,
  failure: Failure | null = null,
): MeasureProblem {
  return { kind, side, ...sentence(wording), failure };
}

/** A file was edited during the measurement. */
export function editedMeanwhile(side: Side, files: readonly string[]): string {
  return `${files.join(', ')} changed while it was measured, so the runs of the ${side} are not all of the same code. Measure again, and edit afterwards.`;
}

export function measuredNote(baseText: string, headText: string): string {
  return `The base is ${baseText}, the head is ${headText}.`;
}

/** Says which part of the noise floor comes from earlier measurements. */
export function noiseNotes(known: RunNoise | undefined): string[] {
  if (!known || known.degreesOfFreedom < 1) return [];
  const pairs = formatNumberOf(Math.round(known.degreesOfFreedom), 'earlier pair');
  return [`What same code differs by is also of ${pairs} of runs of this server on this machine.`];
}

/** Why it ended. */
export function endWording(
  end: MeasureEnd,
  facts: {
    pairs: number;
    elapsedS: number;
    budgetS: number;
    minPairs: number;
    secondsPerPair: number;
    problem: MeasureProblem | null;
  },
): Wording {
  const { pairs, budgetS, minPairs, secondsPerPair, problem: why } = facts;
  const done = `${formatNumberOf(pairs, 'pair')} of runs`;
  switch (end) {
    case 'precise':
      return `Ended after ${done}, which were enough.`;
    case 'budget': {
      const sentence = `Ended after ${done}, because the ${formatNumberOf(budgetS, 'second')} for it were over.`;
      if (pairs >= minPairs) return sentence;
      const needed = Math.ceil((minPairs * secondsPerPair * 1.1) / 10) * 10;
      return `${sentence} ${formatNumberOf(minPairs, 'pair')} take about ${formatNumberOf(needed, 'second')} here.`;
    }
    case 'most-pairs':
      return `Ended after ${done}, beyond which more would say little.`;
    case 'cancelled':
      return `Cancelled after ${done}: this is what they say.`;
    case 'failed':
      return why
        ? worded`Ended after ${done}. ${why.wording ?? why.message}`
        : `Ended after ${done}.`;
  }
}

/**
 * `CPU per request −12 to +3.1 % (until ±2.5 %) · 5 pairs · 40 of 120 seconds · base: measuring`.
 *
 * @param isLive whether it is redrawn constantly; otherwise only what changes with a pair is in it
 */
export function progressText(progress: MeasureProgress, isLive: boolean): string {
  const { step, pairs, estimate, elapsedS, budgetS } = progress;
  switch (step.kind) {
    case 'checking-out':
      return `Checking out the ${step.side}`;
    case 'building':
      return `Building the ${step.side}: ${step.command}`;
    case 'removing':
      return 'Removing what was checked out';
    case 'running': {
      const known = estimate
        ? `${metricText[estimate.metric]} ${formatInterval(estimate.change)} (until ±${formatPercent(estimate.wantedPercent)})`
        : '';
      const time = `${Math.min(Math.round(elapsedS), budgetS)} of ${formatNumberOf(budgetS, 'second')}`;
      const parts = [known, formatNumberOf(pairs, 'pair'), ...(isLive ? [time] : [])];
      if (isLive) parts.push(`${step.side}: ${phaseText(step.state, 'stopping')}`);
      return parts.filter((part) => part !== '').join(' · ');
    }
  }
}

/** The phase of one of the runs; `atEnd` stands for the phases after its load. */
export function phaseText({ phase }: RunState, atEnd: string): string {
  return phaseTexts[phase] ?? atEnd;
}

const phaseTexts: Readonly<Record<RunState['phase'], string | null>> = {
  idle: 'launching',
  launching: 'launching',
  attaching: 'launching',
  preparing: 'setting up',
  warming: 'warming up',
  measuring: 'measuring',
  learning: 'learning',
  growing: 'counting memory',
  stopping: null,
  done: null,
  failed: null,
};

function runsOf(count: number): string {
  return `${formatNumberOf(count, 'run')} that went well`;
}
