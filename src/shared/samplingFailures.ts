import { failure, type Failure } from './failure.ts';
import { doubtText, type DoubtText } from './samplerText.ts';
import { worded } from './wording.ts';

/** Failures of taking, writing or reading samples. */

/** V8's log was requested explicitly, but lacks too much of the server's work. */
export function logDoubted(doubt: DoubtText): Failure {
  return failure(
    'log-unreadable',
    worded`V8's log can't be believed: ${doubtText(doubt)}. Switch that profiler off, or ${{ kind: 'use-inspector' }}.`,
  );
}

export function logEmpty(): Failure {
  return failure(
    'log-unreadable',
    "The target wrote no V8 log: is the command's Node.js a build without the sampler, or does it start another program that does the work?",
  );
}

/** `lines`: the number of lines in the file, none of which V8's log can have. */
export function logUnknown(lines: number): Failure {
  return failure(
    'log-unreadable',
    worded`What the target wrote is not a V8 log: none of the ${lines} lines is known.`,
  );
}

/** For V8's CPU profiler. */
export function nothingSampled(): Failure {
  return failure(
    'log-unreadable',
    'The process gave no sample of the time that was measured; measure for longer, or check that it does something.',
  );
}

/** For a run of a measurement. */
export function noFigures(): Failure {
  return failure('log-unreadable', 'The run ended without figures to compare by.');
}

export function diskFull(folder: string): Failure {
  return failure(
    'disk-full',
    worded`The disk of ${folder} is full, so there is no room for the log of samples; free some space, or set TMPDIR to a folder with space.`,
  );
}

/** `code` is the system's error for the folder for temporary files. */
export function noTemporaryFolder(folder: string, code: string | undefined): Failure {
  const what =
    code === 'ENOENT'
      ? 'does not exist'
      : code === 'ENOTDIR'
        ? 'is no folder'
        : `can't be written to (${code ?? 'unknown error'})`;
  return failure(
    'no-temporary-folder',
    worded`The folder for temporary files, ${folder}, ${what}; set TMPDIR to a folder that can be written to.`,
  );
}
