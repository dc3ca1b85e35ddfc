import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Tells the end of a load from the server's own side, in the same way whoever makes it: a script that
 * the server preloads keeps the time of its last answer in a file.
 */
export class LastAnswer {
  /** For `--require`. */
  readonly script: string;
  readonly #file: string;

  constructor(folder: string) {
    this.script = join(folder, 'lastAnswer.cjs');
    this.#file = join(folder, 'last-answer');
    writeFileSync(this.script, scriptText(this.#file));
  }

  /** Before each run. */
  forget(): void {
    rmSync(this.#file, { force: true });
  }

  /** Milliseconds since 1970, to 5 ms; throws where no answer was given. */
  get atMs(): number {
    return Number(readFileSync(this.#file, 'utf8'));
  }
}

function scriptText(file: string): string {
  return `const { openSync, writeSync } = require('node:fs');
const file = openSync(${JSON.stringify(file)}, 'w');
let last = 0;
let kept = 0;
require('node:diagnostics_channel').subscribe('http.server.response.finish', () => {
  last = Date.now();
});
setInterval(() => {
  if (last === kept) return;
  kept = last;
  // Over what was there, which is as long: the server may be killed at any moment.
  writeSync(file, String(last), 0);
}, 5).unref();
`;
}
