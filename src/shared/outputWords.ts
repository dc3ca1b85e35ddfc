const mostLines = 15;
const mostCharacters = 1500;
/** Of what is longer: the error's beginning says what went wrong, the end what came of it. */
const firstLines = 10;
const firstCharacters = 1000;
const lastLines = 4;
const lastCharacters = 400;

/** What a process printed before it failed, for a message: its last lines, or its error from where it begins. */
export function outputWords(output: string): string {
  const lines = output.trimEnd().split('\n');
  const end = lastOf(lines.join('\n'), mostLines, mostCharacters);
  const error = lines.slice(startOfError(lines)).join('\n').trim();
  if (end.length === 0) return 'It printed nothing.';
  // Without a sign of an error, or with all of it.
  if (end.includes(error) || error === '') return `Its last output:\n${end}`;
  const first = firstOf(error, firstLines, firstCharacters);
  const last = lastOf(error.slice(first.length), lastLines, lastCharacters);
  return `Its last output:\n${first}\n[…]\n${last}`;
}

/** The index of the line with which the error begins; the number of lines where none is found. */
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
