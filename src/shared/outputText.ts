import type { Quote } from './wording.ts';

const mostLines = 15;
const mostCharacters = 1500;
/**
 * A longer output is cut to the first lines of the error, which say what went wrong, and the last
 * lines, which say what followed.
 */
const firstLines = 10;
const firstCharacters = 1000;
const lastLines = 4;
const lastCharacters = 400;

/**
 * The output of a process before it failed, for a message: its last lines, or the error from its
 * beginning.
 */
export function lastOutput(output: string): Quote {
  return { kind: 'output', text: shortened(output) };
}

function shortened(output: string): string {
  const lines = output.trimEnd().split('\n');
  const end = lastOf(lines.join('\n'), mostLines, mostCharacters);
  const error = lines.slice(startOfError(lines)).join('\n').trim();
  // There is no sign of an error, or all of it is in the end.
  if (end.includes(error) || error === '') return end;
  const first = firstOf(error, firstLines, firstCharacters);
  const last = lastOf(error.slice(first.length), lastLines, lastCharacters);
  return `${first}\n[…]\n${last}`;
}

/** The index of the error's first line; the number of lines if there is none. */
function startOfError(lines: string[]): number {
  // Node.js points at the place of what ends it, below the file and the text of the line.
  const caret = lines.findLastIndex((line) => /^\s*\^+\s*$/.test(line));
  if (caret >= 2) return caret - 2;
  const first = lines.findIndex((line) =>
    /^(Uncaught )?[\w.]*(Error|Exception)\b.*:|\b(Error|Exception)( \[\w+\])?: |^(error|fatal)\b|\berror TS\d|\bERROR\b|\bFATAL\b/.test(
      line,
    ),
  );
  return first < 0 ? lines.length : first;
}

function firstOf(text: string, lines: number, characters: number): string {
  return text.split('\n').slice(0, lines).join('\n').slice(0, characters).trimEnd();
}

function lastOf(text: string, lines: number, characters: number): string {
  return text.split('\n').slice(-lines).join('\n').slice(-characters).trim();
}
