import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';

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
  const folders = isPath ? [''] : (env['PATH'] ?? env['Path'] ?? '').split(delimiter);
  for (const folder of folders) {
    if (!isPath && !folder) continue;
    const base = isPath
      ? resolve(cwd, name)
      : isAbsolute(folder)
        ? join(folder, name)
        : resolve(cwd, folder, name);
    for (const file of withExtensions(base)) if (isRunnable(file, isPath)) return file;
  }
  return null;
}

/** Windows finds `node` as `node.exe`, and npm's shims as `.cmd`. */
function withExtensions(file: string): string[] {
  return process.platform === 'win32' ? [file, `${file}.exe`, `${file}.cmd`] : [file];
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
