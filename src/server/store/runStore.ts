import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { SavedRun } from '../../analysis/saved/savedRun.ts';
import { removeFile } from '../../engine/files/heldFiles.ts';
import { readFileBeside, textWithin } from '../../engine/files/regularFile.ts';
import { writeWholeFile } from '../../engine/files/wholeFile.ts';
import type { ComparedPaths } from '../../shared/compareWire.ts';
import { isSamePath } from '../../shared/filePaths.ts';
import { lastShownFile, savedRunFile } from '../../shared/savedRuns.ts';
import {
  isSameSeries,
  type KeptRuns,
  type ListedRun,
  type RunHead,
} from '../../shared/savedRuns.ts';
import { readRunHead, writeRunHead } from './runHead.ts';
import { runsBeyond } from './runLimits.ts';
import { writeRun } from './writeRun.ts';

export type StoredRun = Omit<ListedRun, 'isShown'>;

/**
 * The folder of saved runs. Each run is two files: first `run-TIME.hotframe` with everything, then
 * its head `run-TIME.json`, which adds it to the list. Several windows may use the folder, so
 * nothing is cached here. It also records what was shown and compared last.
 */
export class RunStore {
  constructor(private readonly folder: string) {}

  /** The path of a run, which is named by its time. */
  pathFor(takenAt: number): string {
    return join(
      this.folder,
      `run-${new Date(takenAt).toISOString().replaceAll(/[:.]/g, '-')}.hotframe`,
    );
  }

  /** Writes a run; throws an Error with the reason if it can't. */
  async save(run: SavedRun, head: RunHead): Promise<void> {
    this.#makeFolder();
    const path = this.pathFor(head.takenAt);
    await writeRun({ kind: 'keep', run, path });
    writeWholeFile(headOf(path), writeRunHead(head));
  }

  /** Paths of all runs, newest first, readable or not. */
  paths(): string[] {
    return this.#pathsIn(namesIn(this.folder));
  }

  /** Lists runs newest first, reading only their heads. */
  async list(): Promise<StoredRun[]> {
    const names = await readdir(this.folder).catch(() => []);
    const runs = await Promise.all(this.#pathsIn(names).map(readStored));
    return runs.filter((run) => run !== null);
  }

  /** Whether a path is, or was, that of one of these runs. */
  owns(path: string): boolean {
    const name = basename(path);
    return savedRunFile.test(name) && isSamePath(join(this.folder, name), path);
  }

  async find(path: string): Promise<StoredRun | null> {
    return (await this.list()).find((run) => run.path === path) ?? null;
  }

  rename({ path, bytes: _, ...head }: StoredRun, name: string): void {
    writeWholeFile(headOf(path), writeRunHead({ ...head, name }));
  }

  /** A series has one baseline, so pinning a run unpins the previous one. */
  async pin(run: StoredRun, isBaseline: boolean): Promise<void> {
    const before = await this.list();
    const others = before.filter(
      (other) =>
        isBaseline &&
        other.isBaseline &&
        other.path !== run.path &&
        isSameSeries(other.series, run.series),
    );
    for (const other of others) this.#setBaseline(other, false);
    this.#setBaseline(run, isBaseline);
  }

  /** Throws an Error with the reason if it can't. */
  remove(path: string): void {
    // The head goes first: without it the run is not listed.
    removeFile(headOf(path));
    removeIfFree(path);
  }

  /** Deletes runs beyond the limits and leftovers of interrupted saves. */
  async tidy(limits: KeptRuns): Promise<void> {
    for (const { path } of runsBeyond(await this.list(), limits)) {
      if (removeIfFree(headOf(path))) removeIfFree(path);
    }
    const names = new Set(namesIn(this.folder));
    const isWhole = (name: string) => savedRunFile.test(name) && names.has(headOf(name));
    for (const name of names) {
      const path = join(this.folder, name);
      // An unreadable head may be from a later version, so it stays.
      if (!leftOver.test(name) || isWhole(name) || !(await isOld(path))) continue;
      removeIfFree(path);
    }
  }

  /** The path shown last; null if it was cleared, undefined if nothing is recorded. */
  lastShown(): string | null | undefined {
    const text = textWithin(join(this.folder, lastShownFile), maxBytes) ?? undefined;
    return text === '' ? null : text;
  }

  /** `null` means that nothing is shown after the next start. */
  rememberShown(path: string | null): void {
    this.#makeFolder();
    writeWholeFile(join(this.folder, lastShownFile), path ?? '');
  }

  /** The last comparison; null if there was none, or another version wrote it. */
  lastCompared(): ComparedPaths | null {
    try {
      const text = textWithin(join(this.folder, lastComparedFile), maxBytes) ?? 'null';
      const paths: unknown = JSON.parse(text);
      return isComparedPaths(paths) ? paths : null;
    } catch {
      return null;
    }
  }

  /** `null` means that nothing is compared after the next start. */
  rememberCompared(paths: ComparedPaths | null): void {
    const file = join(this.folder, lastComparedFile);
    try {
      if (paths) writeWholeFile(file, JSON.stringify(paths));
      else removeFile(file);
    } catch {
      // The comparison works even if the disk is full.
    }
  }

  #setBaseline({ path, bytes: _, ...head }: StoredRun, isBaseline: boolean): void {
    writeWholeFile(headOf(path), writeRunHead({ ...head, isBaseline }));
  }

  #pathsIn(names: string[]): string[] {
    return names
      .filter((name) => savedRunFile.test(name))
      .sort()
      .reverse()
      .map((name) => join(this.folder, name));
  }

  /** Readable for its owner only, even if VS Code made it for all to read. */
  #makeFolder(): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    chmodSync(this.folder, 0o700);
  }
}

/** Limit for all files here except the runs themselves. */
const maxBytes = 1_000_000;

const lastComparedFile = 'last-compared.json';

function isComparedPaths(value: unknown): value is ComparedPaths {
  if (typeof value !== 'object' || value === null) return false;
  const { base, head } = value as Partial<Record<keyof ComparedPaths, unknown>>;
  const isPaths = (paths: unknown) =>
    Array.isArray(paths) && paths.every((path) => typeof path === 'string');
  return isPaths(base) && isPaths(head);
}

/** Matches a run that may lack its head, and temporary files of both. */
const leftOver = /^(\.run-.*\.tmp|run-[\dTZ-]+\.hotframe)$/;

/** Longer than any save takes. */
const saveMs = 10 * 60_000;

function headOf(path: string): string {
  return path.replace(/\.hotframe$/, '.json');
}

async function readStored(path: string): Promise<StoredRun | null> {
  try {
    const [{ size }, bytes] = await Promise.all([
      stat(path),
      readFileBeside(headOf(path), maxBytes),
    ]);
    const head = readRunHead(bytes.toString('utf8'));
    return head && { ...head, path, bytes: size };
  } catch {
    // It is being saved, or one of its files was deleted.
    return null;
  }
}

/** Removes a file, or leaves it for the next time if another window reads it. */
function removeIfFree(path: string): boolean {
  try {
    rmSync(path, { force: true });
    return true;
  } catch {
    return false;
  }
}

async function isOld(path: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > saveMs;
  } catch {
    return false;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Nothing was saved yet.
    return [];
  }
}
