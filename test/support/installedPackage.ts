import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { npmInstall } from './npmInstall.ts';

const cacheFolder = join(import.meta.dirname, '../../.cache/npm-packages');

/**
 * The folder of a package of the npm registry that a test needs as another program, installed once
 * and outside of our own dependencies; throws an Error with one sentence where it can't be. `more` are
 * further words for npm.
 */
export async function installedPackage(
  name: string,
  version: string,
  more: readonly string[] = [],
): Promise<string> {
  const home = join(cacheFolder, `${name.replace('/', '+')}@${version}`);
  const folder = join(home, 'node_modules', name);
  if (existsSync(folder)) return folder;

  // Another test may be doing the same: each installs beside, and the first rename wins.
  await mkdir(cacheFolder, { recursive: true });
  const scratch = await mkdtemp(`${home}.`);
  try {
    await npmInstall(scratch, ['--prefix', scratch, ...more, `${name}@${version}`]);
    await rename(scratch, home).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } catch (error) {
    throw new Error(
      `${name} could not be installed (${error instanceof Error ? error.message : String(error)}): ` +
        'run again with the npm registry in reach.',
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return folder;
}
