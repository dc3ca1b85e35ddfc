import { fileURLToPath, pathToFileURL } from 'node:url';

/** The path of a file's uri; null for other schemes. */
export function pathOfUri(uri: string): string | null {
  if (!uri.startsWith('file:')) return null;
  try {
    return fileURLToPath(uri);
  } catch {
    return null;
  }
}

/** The uri of an absolute path; empty for what is no file, such as `node:fs`. */
export function uriOfPath(file: string): string {
  const isPath = file.startsWith('/') || /^[a-z]:[\\/]/i.test(file) || file.startsWith('\\\\');
  return isPath ? pathToFileURL(file).href : '';
}
