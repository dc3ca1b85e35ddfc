import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openSavedRun, saveRun, type SavedRun } from '../analysis/savedRun.ts';
import { writeWholeFile } from '../engine/wholeFile.ts';
import { lastShownFile } from '../shared/lspWire.ts';

/** The folder of saved runs, the newest of which are kept, and of what was shown last. */
export class RunStore {
  constructor(private readonly folder: string) {}

  /** Gives the path that it was saved to. */
  save({ profile, report }: SavedRun, takenAt: number): string {
    this.#makeFolder();
    const path = join(this.folder, nameOf(takenAt));
    writeWholeFile(path, saveRun(profile, report));
    for (const old of this.paths().slice(keptRuns)) rmSync(old, { force: true });
    return path;
  }

  /** Newest first. */
  paths(): string[] {
    let names: string[];
    try {
      names = readdirSync(this.folder);
    } catch {
      // Nothing was saved yet.
      return [];
    }
    return names
      .filter((name) => namePattern.test(name))
      .sort()
      .reverse()
      .map((name) => join(this.folder, name));
  }

  /** What was shown last: a path, or null where it was cleared; undefined where nobody has said. */
  lastShown(): string | null | undefined {
    let text: string;
    try {
      text = readFileSync(join(this.folder, lastShownFile), 'utf8');
    } catch {
      return undefined;
    }
    return text === '' ? null : text;
  }

  /** For its owner only; VS Code may have made it before, for all to read. */
  #makeFolder(): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    chmodSync(this.folder, 0o700);
  }

  /** Null: nothing is to be shown after the next start. */
  rememberShown(path: string | null): void {
    this.#makeFolder();
    writeWholeFile(join(this.folder, lastShownFile), path ?? '');
  }
}

const keptRuns = 20;
const namePattern = /^run-\d{4}-\d\d-\d\dT[\d-]+Z\.cpuprofile$/;

/** Sorts by time, on every file system. */
function nameOf(takenAt: number): string {
  return `run-${new Date(takenAt).toISOString().replaceAll(/[:.]/g, '-')}.cpuprofile`;
}

/** Reads a saved run; throws an Error with a sentence where it can't. */
export function readSavedRun(path: string): SavedRun & { takenAt: number } {
  const name = basename(path);
  let text: string;
  let takenAt: number;
  try {
    takenAt = statSync(path).mtimeMs;
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${name} can't be opened, ${reasonOf(error)}.`, { cause: error });
  }
  try {
    const run = openSavedRun(text);
    const told = Date.parse(run.report.takenAt ?? '');
    return { ...run, takenAt: Number.isNaN(told) ? takenAt : told };
  } catch (error) {
    throw new Error(
      `${name} can't be opened. ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

function reasonOf(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'there is no such file';
    case 'EISDIR':
      return 'it is a folder';
    case 'EACCES':
    case 'EPERM':
      return 'there is no permission to read it';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
