import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { textWithin } from '../../engine/files/regularFile.ts';

/**
 * A file's path within its project, with slashes, if the project depends on Next.js, whose routes
 * are files; null otherwise. The nearest package.json marks the project.
 */
export function fileInNextProject(path: string): string | null {
  if (!/[\\/](?:app|pages)[\\/]/.test(path)) return null;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const depends = dependsOnNext(join(folder, 'package.json'));
    if (depends === true) return relative(folder, path).split(sep).join('/');
    if (depends === false || dirname(folder) === folder) return null;
  }
}

/** Returns null if the file does not exist. */
function dependsOnNext(manifest: string): boolean | null {
  if (!existsSync(manifest)) return null;
  return /"next"\s*:/.test(textWithin(manifest, maxBytes) ?? '');
}

const maxBytes = 5_000_000;
