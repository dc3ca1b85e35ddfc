import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';

const maxBytes = 5_000_000;

/**
 * The text of a file that somebody else may have made, such as a package.json or an `envFile`. Null
 * if it is missing, larger than 5 MB, or a pipe or device, whose content might never end.
 */
export function textOfFile(path: string): string | null {
  try {
    if (!statSync(path).isFile()) return null;
    // If it has become a pipe meanwhile, O_NONBLOCK keeps the open from waiting for a writer.
    const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const { size } = fstatSync(file);
      if (!fstatSync(file).isFile() || size > maxBytes) return null;
      const bytes = Buffer.alloc(size);
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, size, 0));
    } finally {
      closeSync(file);
    }
  } catch {
    return null;
  }
}
