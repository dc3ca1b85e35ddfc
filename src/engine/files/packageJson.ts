import { join } from 'node:path';
import { textWithin } from './regularFile.ts';

const maxBytes = 5_000_000;

/** The folder's package.json; null if there is none or it can't be read. */
export function readPackageJson(folder: string): Record<string, unknown> | null {
  try {
    const json: unknown = JSON.parse(textWithin(join(folder, 'package.json'), maxBytes) ?? 'null');
    return typeof json === 'object' ? (json as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

export function readScripts(folder: string): Record<string, unknown> {
  const scripts = readPackageJson(folder)?.['scripts'];
  return typeof scripts === 'object' && scripts !== null ? { ...scripts } : {};
}
