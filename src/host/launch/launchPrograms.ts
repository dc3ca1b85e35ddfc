import { dirname, join } from 'node:path';

/** Asks the disk; tests answer from a list. */
export type Exists = (path: string) => boolean;

/** Finds a program in the nearest node_modules/.bin, from `folder` upwards; null if there is none. */
export function localProgram(name: string, folder: string, exists: Exists): string | null {
  return above(folder, (each) => join(each, 'node_modules', '.bin', name), exists);
}

/** Package managers start what their scripts say in child processes. */
export function isPackageManager(name: string): boolean {
  return /^(npm|npx|yarn|pnpm|pnpx)$/.test(name);
}

/** The package manager of a folder: as package.json says, else by the nearest lock file upwards. */
export function packageManager(declared: unknown, folder: string, exists: Exists): string {
  const name = typeof declared === 'string' ? /^(npm|yarn|pnpm)@/.exec(declared)?.[1] : undefined;
  if (name !== undefined) return name;
  for (let each = folder; ; each = dirname(each)) {
    if (exists(join(each, 'package-lock.json'))) return 'npm';
    if (exists(join(each, 'pnpm-lock.yaml'))) return 'pnpm';
    if (exists(join(each, 'yarn.lock'))) return 'yarn';
    if (dirname(each) === each) return 'npm';
  }
}

/** Whether code in `folder` can import the package. */
function hasPackage(name: string, folder: string, exists: Exists): boolean {
  return above(folder, (each) => join(each, 'node_modules', name, 'package.json'), exists) !== null;
}

export const isTypeScript = (file: string): boolean => /\.[cm]?tsx?$/.test(file);
export const isJavaScript = (file: string): boolean => /\.[cm]?jsx?$/.test(file);

/** The command for one source file, or a sentence on why there is none. */
export function fileCommand(
  file: string,
  folder: string,
  exists: Exists,
): { command: string[]; why: string } | { problem: string } {
  if (isJavaScript(file)) return { command: ['node', file], why: '' };
  if (/\.d\.[cm]?ts$/.test(file)) return { problem: 'it holds types only' };
  if (!isTypeScript(file)) return { problem: 'it is neither JavaScript nor TypeScript' };
  if (hasPackage('tsx', folder, exists)) {
    return { command: ['node', '--import', 'tsx', file], why: 'run with tsx' };
  }
  return {
    problem:
      'it is TypeScript, and tsx is not installed: run `npm install --save-dev tsx`, or build it and choose the built file',
  };
}

function above(folder: string, pathIn: (folder: string) => string, exists: Exists): string | null {
  for (let each = folder; ; each = dirname(each)) {
    const path = pathIn(each);
    if (exists(path)) return path;
    if (dirname(each) === each) return null;
  }
}
