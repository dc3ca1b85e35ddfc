import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';

/** Many times what people write by hand. */
const maxBytes = 5_000_000;

/**
 * The text of a file that somebody else may have made, such as a package.json or an `envFile`; null
 * where there is none, where it is a pipe or a device, which might never end, and where it is larger
 * than 5 MB.
 */
export function textOfFile(path: string): string | null {
  try {
    if (!statSync(path).isFile()) return null;
    // Nobody need write to what has become a pipe since then.
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
