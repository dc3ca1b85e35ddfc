import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { outsideWorkspace } from '../../analysis/report/fileArea.ts';
import { buildReport } from '../../analysis/report/buildReport.ts';
import { kindOfFile } from '../../analysis/import/fileKind.ts';
import { ImportError, type ForeignProfile } from '../../analysis/import/foreignProfile.ts';
import { readJsonProfile } from '../../analysis/import/jsonProfile.ts';
import { profileFromLogs, type ReadLog } from '../../analysis/import/logProfile.ts';
import { placeForeign, type ImportedProfile } from '../../analysis/import/placeForeign.ts';
import { foreignFromPprof } from '../../analysis/import/pprofProfile.ts';
import type { SourceFiles } from '../../analysis/source/sourceFiles.ts';
import { seam, type SavedRun } from '../../analysis/profile/savedRun.ts';
import type { ProfileIsolate } from '../../analysis/profile/profile.ts';
import type { ProfileOrigin } from '../../shared/profileOrigin.ts';
import type { Area } from '../../shared/vocabulary.ts';
import { diskFiles } from '../profile/diskFiles.ts';
import { NamedFolders } from '../profile/namedFolders.ts';
import { RunFileError, runIn } from '../profile/savedRunFile.ts';
import { FileError, reasonOf } from '../regularFile.ts';
import { importedReport } from './importedReport.ts';
import { MoreThanWanted, ProfileBytes } from './profileBytes.ts';
import { parseWithLongLists } from './longLists.ts';
import { profileFiles, type ProfileFile } from './profileFiles.ts';
import { readLog } from './readLog.ts';

export interface OpenOptions {
  /**
   * Folders whose files are the user's own; where no file of the profile is in one, they are worked
   * out. Text is read below these alone.
   */
  workspaceFolders: readonly string[];
  areas: readonly Area[];
  /** Is told how much of the files is read, 0…1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** Throws MoreThanWanted where a file holds more, gunzipped. */
  maxBytes?: number;
  /** Where the sources are; absent: on disk. */
  sources?: SourceFiles;
}

/** Its objects take ten times its bytes. */
const maxPprofBytes = 50_000_000;

export type OpenedProfile = SavedRun & { takenAt: number };

/**
 * Opens what people have: our own saved runs, and what other programs write. Several files are the
 * threads of one run. Throws a RunFileError with a sentence where it can't, and what aborted the
 * signal.
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

  /** Reads one file; what it is where it is a saved run of ours, which is all that there is to show. */
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
        const { thread, lines } = foreignFromPprof(await source.whole(maxPprofBytes));
        this.#add(thread, { sampler: 'imported', format: 'pprof profile', tiers: false, lines });
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

  /** By itself, so that the bytes of a large file are given up before it is read on. */
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

/** Null where it is damaged: why is said of the whole file. */
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

/** Node.js calls the files of `--cpu-prof` by date, time, process and thread. */
function isolateOf(name: string, others: number): ProfileIsolate {
  const [, pidDigits = '0', threadDigits] =
    /^CPU\.\d+\.\d+\.(\d+)\.(\d+)\./.exec(name) ?? /^isolate-?0x[0-9a-f]+-(\d+)-/i.exec(name) ?? [];
  const pid = Number(pidDigits);
  // Where nothing says which thread it is, the first is taken for the main one.
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
