import { execFile } from 'node:child_process';

const toolMs = 3000;

/** What a program of the system prints; empty where it is not there or takes too long. */
export function outputOf(program: string, words: string[]): Promise<string> {
  return new Promise((resolve) => {
    const options = { timeout: toolMs, windowsHide: true, maxBuffer: 1 << 24 };
    execFile(program, words, options, (_error, stdout) => resolve(stdout));
  });
}
