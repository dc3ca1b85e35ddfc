import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { outsideWorkspace } from '../../analysis/source/fileArea.ts';
import { buildReport } from '../../analysis/report/buildReport.ts';
import { kindOfFile } from '../../analysis/import/fileKind.ts';
import { ImportError, type ForeignProfile } from '../../analysis/import/foreignProfile.ts';
import { readJsonProfile } from '../../analysis/import/jsonProfile.ts';
import { profileFromLogs, type ReadLog } from '../../analysis/import/logProfile.ts';
import { placeForeign, type ImportedProfile } from '../../analysis/import/placeForeign.ts';
import { foreignFromPprof } from '../../analysis/import/pprofProfile.ts';
import type { SourceFiles } from '../../analysis/source/sourceFiles.ts';
import { seam, type SavedRun } from '../../analysis/saved/savedRun.ts';
import type { ProfileIsolate } from '../../analysis/profile/profile.ts';
import type { ProfileOrigin } from '../../shared/profileOrigin.ts';
import type { Area } from '../../shared/vocabulary.ts';
import { diskFiles } from '../profile/diskFiles.ts';
import { NamedFolders } from '../files/namedFolders.ts';
import { RunFileError, runIn } from '../profile/savedRunFile.ts';
import { FileError, reasonOf } from '../files/regularFile.ts';
import { importedReport } from './importedReport.ts';
import { MoreThanWanted, ProfileBytes } from './profileBytes.ts';
import { parseWithLongLists } from './longLists.ts';
import { profileFiles, type ProfileFile } from './profileFiles.ts';
import { readLog } from './readLog.ts';

export interface OpenOptions {
  /**
   * Folders of the user's own files. If they hold no file of the profile, other folders are
   * guessed; text is read only below these.
   */
  workspaceFolders: readonly string[];
  areas: readonly Area[];
  /** Gets the share of the files that is read (0…1). */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** Throws MoreThanWanted if a file holds more after gunzip. */
  maxBytes?: number;
  /** Defaults to the disk. */
  sources?: SourceFiles;
}

/** pprof objects take ten times their bytes in memory. */
const maxPprofBytes = 50_000_000;

export type OpenedProfile = SavedRun & { takenAt: number };

/**
 * Opens our own saved runs and profiles of other programs. Several files are the threads of one
 * run. Throws a RunFileError with a sentence if that fails, and the signal's reason if aborted.
 */
export async function openProfiles(
  paths: readonly string[],
  options: OpenOptions,
): Promise<OpenedProfile> {
  const files = profileFiles(paths);
  const opening = new Opening(files, options);
  for (const file of files) {
    try {
      const own = await opening.read(file);
      if (own) return own;
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason;
      if (error instanceof MoreThanWanted) throw error;
      throw problemOf(basename(file.path), error);
    }
  }
  try {
    return await opening.finish();
  } catch (error) {
    throw problemOf(files.map(({ path }) => basename(path)).join(', '), error);
  }
}

function problemOf(name: string, error: unknown): unknown {
  if (error instanceof RunFileError) return error;
  if (error instanceof ImportError) {
    return new RunFileError(`${name} can't be opened: ${error.message}.`, 'lost', error);
  }
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined && !(error instanceof FileError)) return error;
  return new RunFileError(`${name} can't be opened, ${reasonOf(error)}.`, 'unreadable', error);
}

class Opening {
  readonly #logs: (ReadLog & { notes: string[] })[] = [];
  readonly #threads: ForeignProfile[] = [];
  #origin: ProfileOrigin | null = null;
  #logFormat = 'V8 log';
  readonly #wholeBytes: number;
  #readBytes = 0;

  constructor(
    private readonly files: readonly ProfileFile[],
    private readonly options: OpenOptions,
  ) {
    this.#wholeBytes = files.reduce((sum, { size }) => sum + size, 0);
  }

  /** Reads one file. Gives a run if it is one that we saved, which must then be the only file. */
  async read({ path, size }: ProfileFile): Promise<OpenedProfile | null> {
    const signal = this.options.signal ?? new AbortController().signal;
    const onRead = (bytes: number) => this.#progress(bytes);
    const source = new ProfileBytes(path, size, onRead, signal, this.options.maxBytes);
    const head = await source.head();
    switch (kindOfFile(head.toString('latin1'))) {
      case 'v8-log':
        this.#logs.push(await readLog(source));
        return null;
      case 'json':
        return this.#readJson(source);
      case 'binary': {
        const { thread, origin } = foreignFromPprof(await source.whole(maxPprofBytes));
        this.#add(thread, origin);
        return null;
      }
      case 'empty':
        throw new ImportError('it is empty');
      case 'page':
        throw new ImportError(
          'it is a page to look at in a browser: open the profile that it was made from',
        );
      case 'text':
        throw new ImportError('it is no profile that Hotframe knows');
    }
  }

  async finish(): Promise<OpenedProfile> {
    const { workspaceFolders, areas } = this.options;
    const { sources = diskFiles(workspaceFolders) } = this.options;
    const takenAt = this.files.reduce((last, { path }) => Math.max(last, changedMs(path)), 0);
    const options = { workspaceFolders, files: sources, takenAtMs: takenAt };
    const profile = await this.#profile(options);
    const named = new NamedFolders(workspaceFolders);
    for (const fn of profile.functions) {
      if (fn.area !== 'app' || !named.leadOut(fn.file)) continue;
      Object.assign(fn, { area: 'deps', package: outsideWorkspace });
    }
    const samples = buildReport(profile, new Set(areas));
    const files = this.files.map(({ path }) => path);
    const report = importedReport(profile, samples, { files, takenAt, workspaceFolders });
    return { profile, report, takenAt };
  }

  async #profile(options: Parameters<typeof placeForeign>[2]): Promise<ImportedProfile> {
    if (this.#logs.length > 0 && this.#threads.length > 0) {
      throw new ImportError('they are of different kinds: open them one by one');
    }
    if (this.#logs.length === 0) {
      return placeForeign(this.#threads, this.#origin!, options);
    }
    const profile = await profileFromLogs(this.#logs, this.#logFormat, options);
    profile.notes.push(...this.#logs.flatMap(({ notes }) => notes));
    return profile;
  }

  async #readJson(source: ProfileBytes): Promise<OpenedProfile | null> {
    const json = await this.#parse(source);
    if (json.own) return json.own;
    const read = readJsonProfile(json.foreign, isolateOf(source.name, this.#threads.length));
    if (read.kind === 'log') {
      this.#logFormat = read.format;
      this.#logs.push({ log: read.log, pid: isolateOf(source.name, 0).pid, notes: read.notes });
    } else {
      for (const thread of read.threads) this.#add(thread, read.origin);
    }
    return null;
  }

  /** A function of its own, so that a large file's bytes are freed before the rest is done. */
  async #parse(source: ProfileBytes): Promise<{ own?: OpenedProfile; foreign?: unknown }> {
    const end = this.files.length === 1 ? await source.endFrom(seam) : null;
    const own = end === null ? null : ownRunAtEnd(end, source.path);
    if (own) return { own };
    const bytes = await source.whole();
    if (!bytes.includes('"hotframe":{')) return { foreign: parsed(bytes) };
    if (this.files.length > 1) {
      throw new ImportError('it is a whole run of Hotframe: open it by itself');
    }
    return { own: ownRun(bytes, source.path) };
  }

  #add(thread: ForeignProfile, origin: ProfileOrigin): void {
    this.#threads.push(thread);
    if (this.#origin && this.#origin.format !== origin.format) {
      throw new ImportError('the others are of another kind: open them one by one');
    }
    this.#origin ??= origin;
  }

  #progress(bytes: number): void {
    this.#readBytes += bytes;
    this.options.onProgress?.(Math.min(1, this.#readBytes / Math.max(1, this.#wholeBytes)));
  }
}

/** Null if it is damaged; reading the whole file then gives the reason. */
function ownRunAtEnd(end: Buffer, path: string): OpenedProfile | null {
  try {
    return ownRun(end, path);
  } catch {
    return null;
  }
}

function ownRun(bytes: Buffer, path: string): OpenedProfile {
  try {
    const run = runIn(bytes);
    const told = Date.parse(run.report.takenAt ?? '');
    return { ...run, takenAt: Number.isNaN(told) ? changedMs(path) : told };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RunFileError(`${basename(path)} can't be opened. ${reason}`, 'lost', error);
  }
}

function parsed(bytes: Buffer): unknown {
  try {
    return parseWithLongLists(bytes);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new ImportError('it begins as JSON, and is cut off or damaged');
  }
}

/** Reads process and thread from a file's name, which `--cpu-prof` makes of date, time, process and thread. */
function isolateOf(name: string, others: number): ProfileIsolate {
  const [, pidDigits = '0', threadDigits] =
    /^CPU\.\d+\.\d+\.(\d+)\.(\d+)\./.exec(name) ?? /^isolate-?0x[0-9a-f]+-(\d+)-/i.exec(name) ?? [];
  const pid = Number(pidDigits);
  // If no thread is named, the first file counts as the main thread.
  const threadId = threadDigits === undefined ? (others === 0 ? 0 : -1) : Number(threadDigits);
  if (!(pid < 2 ** 31) || !(threadId < 2 ** 31)) return { pid: 0, threadId: 0, role: 'main' };
  return { pid, threadId, role: threadId !== 0 ? 'worker' : others === 0 ? 'main' : 'child' };
}

function changedMs(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return Date.now();
  }
}
