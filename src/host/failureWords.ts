import type { Failure, FailureKind } from '../shared/failure.ts';
import { withoutColours } from './withoutColours.ts';

export type FailureAction =
  | 'Show Output'
  | 'Open Settings'
  | 'Choose Another Command'
  | 'Choose Another URL…'
  | 'Choose Server…'
  | 'Change Options'
  | 'Open Scenario File'
  | 'Stop It'
  | 'Manage Workspace Trust'
  | 'Show Log';

/** The buttons that help with a failure. */
export function failureActions(kind: FailureKind): FailureAction[] {
  switch (kind) {
    case 'command-not-found':
    case 'not-a-node-command':
      return ['Choose Another Command'];
    case 'exited-before-listening':
      return ['Show Output', 'Choose Another Command'];
    case 'port-never-opened':
      return ['Show Output', 'Open Settings', 'Choose Another Command'];
    case 'several-servers':
      return ['Choose Server…'];
    case 'slower-than-window':
    case 'answers-time-out':
      return ['Change Options', 'Show Output'];
    case 'http2-only':
    case 'port-taken':
    case 'server-blocked':
    case 'target-died':
      return ['Show Output'];
    case 'not-2xx':
      return ['Choose Another URL…', 'Change Options', 'Show Output'];
    case 'setup-failed':
      return ['Open Scenario File', 'Show Output'];
    case 'load-could-not-connect':
      return ['Change Options', 'Show Output'];
    case 'remote-host':
    case 'target-not-reached':
      return ['Choose Another URL…'];
    case 'node-too-old':
      return ['Open Settings', 'Choose Another Command'];
    case 'already-running':
      return ['Stop It'];
    case 'untrusted-workspace':
      return ['Manage Workspace Trust'];
    case 'load-process-died':
    case 'log-unreadable':
    case 'disk-full':
      return ['Show Log'];
    case 'cancelled':
      return [];
  }
}

/** The options of the command line that the failure's sentence names, as they are called in the editor. */
const namesHere: readonly [RegExp, string][] = [
  [/ with --start-timeout\b/g, ' by the setting hotframe.startTimeout'],
  [/say so with --confirm-host \S+, or/g, 'run again and type its name, or'],
  [/ with --(?:url|cwd|node)\b/g, ''],
  [/ Say which one to load with --url and its whole URL\./g, ' Choose the one to load.'],
  [/, with -d (\d+)\./g, ': for $1 s.'],
  [/ If an answer may take so long, allow it with --timeout\./g, ''],
  [/, or allow more time with --timeout\b/g, ''],
  [/--url: the server/g, 'the path: the server'],
  [/--header: the server/g, 'the headers: the server'],
  [/--url, --method, --header and --body/g, 'the path, method and body'],
  [/, for example `hotframe run -- node server\.js`/g, ', for example `node server.js`'],
];

/** The sentence with one line of the output at most: the whole has its own button. */
export function failureWords({ message }: Failure): string {
  // The start of an answer's body can be a whole page of markup.
  const [sentence = message, output] = message
    .replace(/(with the body: .{60}).+?(\. Check |\. Redirects )/, '$1…$2')
    .split(/ ?Its last output:/);
  const words = namesHere.reduce((text, [name, here]) => text.replace(name, here), sentence.trim());
  const telling = output === undefined ? '' : tellingLine(withoutColours(output));
  return telling === '' ? words : `${words} It said: ${telling}`;
}

/** The error of a stack trace, else the last line. */
function tellingLine(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const line = lines.find((each) => /^(Uncaught )?\w*Error\b.*:/.test(each)) ?? lines.at(-1) ?? '';
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}
