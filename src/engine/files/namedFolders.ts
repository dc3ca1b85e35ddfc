import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { isInside } from '../../analysis/text/filePath.ts';

/**
 * The folders that a person has named: the open ones, or the project around the current one. Only
 * files in them are read, because a profile may come from anybody and name any file, and what is
 * read for it goes into pages that are passed on. Paths on other machines are not even looked up.
 */
export class NamedFolders {
  readonly #folders: string[];

  constructor(folders: readonly string[]) {
    this.#folders = folders.flatMap((folder) => [folder, realPath(folder) ?? folder]);
  }

  /** Whether a path is in these folders but its link leads out of them. */
  leadOut(path: string): boolean {
    const real = this.#hold(path) ? realPath(path) : null;
    return real !== null && !this.#hold(real);
  }

  /** The real path of a file in these folders; null if it does not exist or a link leads out. */
  file(path: string): string | null {
    const real = this.#hold(path) ? realPath(path) : null;
    return real !== null && this.#hold(real) ? real : null;
  }

  /** {@link file} for a file whose text may be shown: a script or a source map. */
  source(path: string): string | null {
    const real = this.file(path);
    return real !== null && isSource(path) && isSource(real) ? real : null;
  }

  #hold(path: string): boolean {
    return this.#folders.some((folder) => isInside(path, folder));
  }
}

function isSource(path: string): boolean {
  // `.env.js` holds secrets, as `.env` does.
  if (/^\.env\b/i.test(basename(path))) return false;
  return /\.(?:[cm]?[jt]sx?|vue|svelte|astro|coffee|map)$/i.test(path);
}

function realPath(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}
