import { readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { RunFileError } from '../profile/savedRunFile.ts';
import { reasonOf } from '../files/regularFile.ts';

export interface ProfileFile {
  path: string;
  size: number;
}

/** File names in profilers' folders, the most informative kind first. */
const kinds = [
  // V8's logs, as V8 and 0x name them.
  /^isolate-?0x[^.]*\.log(?:\.gz)?$|^v8\.log(?:\.gz)?$/,
  // 0x's own files, made from those logs.
  /^isolate-?0x.*\.log\.json(?:\.gz)?$/,
  /\.clinic-flame-samples$/,
  /\.cpuprofile(?:\.gz)?$/,
  /\.(?:pb|pprof)(?:\.gz)?$/,
  /\.hotframe$/,
] as const;

/** Node.js writes heap profiles beside CPU profiles. */
const ofHeap = /^heap-profile/;

/**
 * Resolves files and folders to the files of a profile. A folder means the profile in it, or in its
 * only profiler folder. Throws RunFileError with a sentence.
 */
export function profileFiles(paths: readonly string[]): ProfileFile[] {
  return paths.flatMap((path) => {
    const stat = statOf(path);
    if (!stat.isDirectory()) return [{ path, size: stat.size }];
    const found = filesIn(path) ?? filesIn(onlyProfilerFolder(path));
    if (found) return found;
    throw new RunFileError(
      `${basename(path)} can't be opened: there is no profile in the folder that Hotframe knows, such as isolate-*.log or *.cpuprofile.`,
      'unreadable',
      null,
    );
  });
}

function filesIn(folder: string | null): ProfileFile[] | null {
  if (folder === null) return null;
  const names = namesIn(folder).filter((name) => !ofHeap.test(name));
  for (const kind of kinds) {
    const found = names
      .filter((name) => kind.test(name))
      .map((name) => join(folder, name))
      .map((path) => ({ path, stat: statOf(path) }))
      .filter(({ stat }) => stat.isFile() && stat.size > 0)
      .map(({ path, stat }) => ({ path, size: stat.size }));
    if (found.length > 0) return found;
  }
  return null;
}

/** 0x and Clinic make a folder for each run. */
function onlyProfilerFolder(folder: string): string | null {
  const inner = namesIn(folder).filter((name) => /\.0x$|\.clinic-flame$/.test(name));
  return inner.length === 1 ? join(folder, inner[0]!) : null;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    throw new RunFileError(
      `${basename(folder)} can't be opened, ${reasonOf(error)}.`,
      'unreadable',
      error,
    );
  }
}

function statOf(path: string) {
  try {
    return statSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const kind = code === 'ENOENT' || code === 'ENOTDIR' ? 'lost' : 'unreadable';
    throw new RunFileError(`${basename(path)} can't be opened, ${reasonOf(error)}.`, kind, error);
  }
}
