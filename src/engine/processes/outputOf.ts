import { execFile } from 'node:child_process';

const toolMs = 3000;

/** Gives what a system program prints; empty if it is missing or takes longer than 3 s. */
export function outputOf(program: string, words: string[]): Promise<string> {
  return new Promise((resolve) => {
    const options = { timeout: toolMs, windowsHide: true, maxBuffer: 1 << 24 };
    execFile(program, words, options, (_error, stdout) => resolve(stdout));
  });
}
