import { basename } from 'node:path';
import type { Failure } from '../../shared/failure.ts';
import { editorText, type Quote, type Sentence } from '../../shared/wording.ts';

export type FailureAction =
  | 'Show Output'
  | 'Open Settings'
  | 'Choose Another Command'
  | 'Choose Another URL…'
  | 'Choose Server…'
  | 'Change Options'
  | 'Open Scenario File'
  | 'Create Scenario File'
  | 'Go to Line'
  | 'Measure Longer'
  | 'Try Again'
  | 'Choose Another Process…'
  | 'Stop It'
  | 'Manage Workspace Trust'
  | 'Show Log';

export interface FailureButton {
  title: string;
  action: FailureAction;
}

/** The buttons that help with a failure; runs of a scenario have others. */
export function failureButtons(failure: Failure, isScenario: boolean): FailureButton[] {
  return failureActions(failure, isScenario).map((action) => ({
    action,
    title: titleOf(action, failure),
  }));
}

function titleOf(action: FailureAction, { place, enoughS }: Failure): string {
  if (action === 'Go to Line' && place) return `Go to ${basename(place.file)}:${place.line}`;
  if (action === 'Measure Longer' && enoughS !== undefined) return `Measure for ${enoughS} s`;
  return action;
}

function failureActions(
  { kind, place, status, isElsewhere }: Failure,
  isScenario: boolean,
): FailureAction[] {
  switch (kind) {
    case 'command-not-found':
    case 'not-a-node-command':
      return ['Choose Another Command'];
    case 'exited-before-listening':
      return ['Show Output', 'Choose Another Command'];
    case 'port-never-opened':
      if (isElsewhere)
        return [isScenario ? 'Open Scenario File' : 'Choose Another URL…', 'Show Output'];
      return ['Show Output', 'Open Settings', 'Choose Another Command'];
    case 'several-servers':
      return ['Choose Server…'];
    case 'port-taken':
      return ['Try Again', 'Show Output'];
    case 'server-blocked':
      return place ? ['Go to Line', 'Show Output'] : ['Show Output'];
    case 'slower-than-window':
      return ['Measure Longer', 'Show Output'];
    case 'answers-time-out':
      return isScenario
        ? ['Show Output', 'Open Scenario File']
        : ['Show Output', 'Choose Another URL…'];
    case 'http2-only':
    case 'target-died':
      return ['Show Output'];
    case 'not-2xx':
      if (isScenario) return ['Open Scenario File', 'Show Output'];
      // Only a scenario can log in.
      return status === 401 || status === 403
        ? ['Create Scenario File', 'Choose Another URL…', 'Show Output']
        : ['Choose Another URL…', 'Change Options', 'Show Output'];
    case 'setup-failed':
      return ['Open Scenario File', 'Show Output'];
    case 'load-could-not-connect':
      return isScenario ? ['Open Scenario File', 'Show Output'] : ['Change Options', 'Show Output'];
    case 'remote-host':
    case 'target-not-reached':
      return isScenario ? ['Open Scenario File'] : ['Choose Another URL…'];
    case 'node-too-old':
      return ['Open Settings', 'Choose Another Command'];
    case 'already-running':
      return ['Stop It'];
    case 'untrusted-workspace':
      return ['Manage Workspace Trust'];
    case 'process-not-found':
    case 'not-a-node-process':
    case 'inspector-not-opened':
      return ['Choose Another Process…'];
    case 'process-paused':
    case 'process-ended':
      return ['Try Again', 'Choose Another Process…'];
    case 'load-process-died':
    case 'log-unreadable':
    case 'disk-full':
    case 'no-temporary-folder':
      return ['Show Log'];
    case 'cancelled':
      return [];
  }
}

/** The sentence with one line of the output at most: a button shows the rest. */
export function failureNotice(failure: Sentence): string {
  return editorText(failure, shortQuote);
}

function shortQuote({ kind, text }: Quote): string {
  // The start of a response body can be a whole page of markup.
  if (kind === 'body') return `“${text.length > 60 ? `${text.slice(0, 60)}…` : text}”`;
  return text === '' ? 'It printed nothing.' : `It said: ${tellingLine(text)}`;
}

/** The error of a stack trace, otherwise the last line. */
function tellingLine(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const line = lines.find((each) => /^(Uncaught )?\w*Error\b.*:/.test(each)) ?? lines.at(-1) ?? '';
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}
