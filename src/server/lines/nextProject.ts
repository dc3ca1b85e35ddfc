import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { textWithin } from '../../engine/regularFile.ts';

/**
 * A file's path in its project, with slashes, where that depends on Next.js, whose routes are files;
 * null for others. The nearest package.json is the project's.
 */
export function fileInNextProject(path: string): string | null {
  if (!/[\\/](?:app|pages)[\\/]/.test(path)) return null;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const depends = dependsOnNext(join(folder, 'package.json'));
    if (depends === true) return relative(folder, path).split(sep).join('/');
    if (depends === false || dirname(folder) === folder) return null;
  }
}

/** Null where there is no such file. */
function dependsOnNext(manifest: string): boolean | null {
  if (!existsSync(manifest)) return null;
  return /"next"\s*:/.test(textWithin(manifest, maxBytes) ?? '');
}

const maxBytes = 5_000_000;
