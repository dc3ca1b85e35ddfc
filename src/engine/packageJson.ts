import { join } from 'node:path';
import { textWithin } from './regularFile.ts';

/** Many times the largest that people write. */
const maxBytes = 5_000_000;

/** What the folder's package.json says; null where there is none, or none that can be read. */
export function readPackageJson(folder: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(textWithin(join(folder, 'package.json'), maxBytes) ?? 'null');
    return typeof json === 'object' ? (json as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

/** Its scripts by their names. */
export function readScripts(folder: string): Record<string, unknown> {
  const scripts = readPackageJson(folder)?.['scripts'];
  return typeof scripts === 'object' && scripts !== null ? { ...scripts } : {};
}
