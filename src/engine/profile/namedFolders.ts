import { realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { isInside } from '../../analysis/source/filePath.ts';

/**
 * The folders that a person has named: the open ones, or the project around the current one. A
 * profile may be anybody's and name any file, and what is read for it goes into pages that are passed
 * on. So nothing else is looked at, and what another machine has is not even asked for.
 */
export class NamedFolders {
  readonly #folders: string[];

  constructor(folders: readonly string[]) {
    this.#folders = folders.flatMap((folder) => [folder, realPath(folder) ?? folder]);
  }

  /** Whether a file has its name below them, and by a link its place elsewhere. */
  leadOut(path: string): boolean {
    const real = this.#hold(path) ? realPath(path) : null;
    return real !== null && !this.#hold(real);
  }

  /** The real path of a file below them; null where there is none, or a link leads out of them. */
  file(path: string): string | null {
    const real = this.#hold(path) ? realPath(path) : null;
    return real !== null && this.#hold(real) ? real : null;
  }

  /** The same of a file whose text may be shown: a script, or a source map. */
  source(path: string): string | null {
    const real = this.file(path);
    return real !== null && isSource(path) && isSource(real) ? real : null;
  }

  #hold(path: string): boolean {
    return this.#folders.some((folder) => isInside(path, folder));
  }
}

function isSource(path: string): boolean {
  // `.env.js` keeps secrets as `.env` does.
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
