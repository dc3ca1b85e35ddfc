import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import { environmentValue } from './environmentValue.ts';

/**
 * The file that a command name stands for, found as an operating system would without a shell:
 * by path from `cwd` where the name holds a separator, else on PATH. Null where there is none.
 */
export function findExecutable(
  name: string,
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): string | null {
  const isPath = name.includes('/') || (process.platform === 'win32' && name.includes('\\'));
  const folders = isPath ? [''] : (environmentValue(env, 'PATH') ?? '').split(delimiter);
  for (const given of folders) {
    // Windows takes quotes around a folder.
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

/** The programs of Windows that can be started, in the order in which it looks for them. */
const extensions = ['.com', '.exe', '.bat', '.cmd'];

/**
 * What a name may stand for: Windows finds `node` as `node.exe`, and `npm` as `npm.cmd`, beside which
 * npm has put a file without an ending for other shells.
 */
export function executableNames(name: string, platform: string = process.platform): string[] {
  if (platform !== 'win32') return [name];
  if (extensions.some((each) => name.toLowerCase().endsWith(each))) return [name];
  return [...extensions.map((each) => name + each), name];
}

/** A path that a person gave may lack the executable bit: a script is given to node anyway. */
function isRunnable(file: string, isPath: boolean): boolean {
  try {
    if (!statSync(file).isFile()) return false;
    if (!isPath) accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
