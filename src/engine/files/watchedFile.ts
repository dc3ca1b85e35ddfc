import { renameSync, writeFileSync } from 'node:fs';

/**
 * Writes a file that another process watches for: it has its name only when it is whole. Small, since
 * it is loaded into the user's server too. Throws what `node:fs` throws.
 */
export function writeWatched(file: string, content: string | Uint8Array = ''): void {
  writeFileSync(`${file}.part`, content, { mode: 0o600 });
  renameSync(`${file}.part`, file);
}
