import { execFile, type ExecFileOptionsWithStringEncoding } from 'node:child_process';

export interface EndedProgram {
  stdout: string;
  stderr: string;
  /** Why it failed: not started, aborted, too late, or an exit code; null if it did not. */
  error: Error | null;
  hasStarted: boolean;
}

/**
 * Runs a program as `execFile` does, until its process has ended. The callback of an aborted
 * `execFile` runs before that, so `close` is waited for.
 */
export function runToEnd(
  file: string,
  words: readonly string[],
  options: Omit<ExecFileOptionsWithStringEncoding, 'encoding'>,
): Promise<EndedProgram> {
  return new Promise((settle) => {
    let ended: EndedProgram;
    const child = execFile(file, words, options, (error, stdout, stderr) => {
      ended = { stdout, stderr, error, hasStarted: child.pid !== undefined };
      // Node.js need not emit `close` for a program that it could not start.
      if (!ended.hasStarted) settle(ended);
    });
    child.once('close', () => settle(ended));
  });
}
