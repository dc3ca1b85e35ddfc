import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');

/** What a Node.js process of its own prints as JSON: its peak memory is of that work alone. */
export function printedBy<T>(...words: string[]): T {
  const child = spawnSync(process.execPath, words, { cwd: root, encoding: 'utf8' });
  if (child.status !== 0) throw new Error(child.stderr);
  return JSON.parse(child.stdout) as T;
}
