import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathBelow } from '../../shared/filePaths.ts';
import { readPackageJson } from './packageJson.ts';
import { realFolder } from './realFolder.ts';

/**
 * Guesses the folders of the user's own code if nobody named them: the projects around `cwd` and
 * around each entry script, as real paths. A project reaches up to the nearest package.json, or to
 * the root of a monorepo that may include it.
 */
export function findWorkspaceFolders(cwd: string, entryScripts: string[]): string[] {
  const folders = new Set([projectOf(realFolder(cwd))]);
  for (const script of entryScripts.map(realFolder)) {
    const isForeign = /[\\/]node_modules[\\/]/.test(script);
    const isCovered = [...folders].some((folder) => pathBelow(script, folder) !== null);
    if (!isForeign && !isCovered) folders.add(projectOf(dirname(script)));
  }
  return [...folders];
}

function projectOf(start: string): string {
  let nearest: string | null = null;
  for (let folder = start; ; folder = dirname(folder)) {
    if (isMonorepoRoot(folder)) return folder;
    if (nearest === null && existsSync(join(folder, 'package.json'))) nearest = folder;
    if (existsSync(join(folder, '.git')) || folder === dirname(folder)) return nearest ?? start;
  }
}

function isMonorepoRoot(folder: string): boolean {
  if (existsSync(join(folder, 'pnpm-workspace.yaml'))) return true;
  const manifest = readPackageJson(folder);
  return manifest !== null && 'workspaces' in manifest;
}
