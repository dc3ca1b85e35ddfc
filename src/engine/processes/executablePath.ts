import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { environmentValue } from './environmentValue.ts';

/**
 * Finds the file that a command name stands for, as an operating system does without a shell:
 * relative to `cwd` if the name has a separator, else on PATH. Null if there is none.
 */
export function findExecutable(
  name: string,
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): string | null {
  const isPath = name.includes('/') || (process.platform === 'win32' && name.includes('\\'));
  const folders = isPath ? [''] : (environmentValue(env, 'PATH') ?? '').split(delimiter);
  for (const given of folders) {
    // Folders on the PATH of Windows may be quoted.
    const folder = process.platform === 'win32' ? given.replace(/^"(.*)"$/, '$1') : given;
    if (!isPath && !folder) continue;
    const base = isPath
      ? resolve(cwd, name)
      : isAbsolute(folder)
        ? join(folder, name)
        : resolve(cwd, folder, name);
    for (const file of executableNames(base)) if (isRunnable(file, isPath)) return file;
  }
  return null;
}

/** Endings of files that Windows can start, in the order in which it looks. */
const extensions = ['.com', '.exe', '.bat', '.cmd'];

/**
 * The file names that a name may stand for. On Windows `npm` must become `npm.cmd`: npm puts a file
 * without extension, for other shells, beside it.
 */
export function executableNames(name: string, platform: string = process.platform): string[] {
  if (platform !== 'win32') return [name];
  if (extensions.some((each) => name.toLowerCase().endsWith(each))) return [name];
  return [...extensions.map((each) => name + each), name];
}

/** A path that a person gave may lack the executable bit, since node can run the script anyway. */
function isRunnable(file: string, isPath: boolean): boolean {
  try {
    if (!statSync(file).isFile()) return false;
    if (!isPath) accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
