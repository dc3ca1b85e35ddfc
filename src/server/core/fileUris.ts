import { fileURLToPath } from 'node:url';
import { normalPath } from '../../analysis/text/filePath.ts';
import { fileUrl } from '../../analysis/source/originalPath.ts';
import { isWindowsPath } from '../../shared/filePaths.ts';

/** The path of a `file:` uri, spelled as in profiles; null for other schemes. */
export function pathOfUri(uri: string, windows = process.platform === 'win32'): string | null {
  if (!uri.startsWith('file:')) return null;
  try {
    return normalPath(fileURLToPath(uri, { windows }));
  } catch {
    return null;
  }
}

/** The uri of an absolute path; empty for anything else, such as `node:fs`. */
export function uriOfPath(file: string): string {
  return file.startsWith('/') || isWindowsPath(file) ? fileUrl(file) : '';
}
