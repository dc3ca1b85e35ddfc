import { renameSync, writeFileSync } from 'node:fs';

/** Writes a file that another process reads as soon as it has its name. Throws what `node:fs` throws. */
export function writeAnswer(file: string, content: string | Uint8Array): void {
  writeFileSync(`${file}.part`, content, { mode: 0o600 });
  renameSync(`${file}.part`, file);
}
