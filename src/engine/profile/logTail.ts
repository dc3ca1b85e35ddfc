import { open, readdir, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { IsolateLog } from '../../analysis/log/isolateLog.ts';
import { V8LogReader } from '../../analysis/log/v8LogReader.ts';

/** How often growing files are looked at. */
const pollMs = 100;
/** A file of a process that has ended can be read within this time. */
const closingMs = 2000;
const chunkBytes = 1 << 20;

/** One V8 log (`isolate-<address>-<pid>-<pid>.log`) and what has been read of it. */
export class TailedLog {
  readonly isolate = new IsolateLog();
  readonly reader = new V8LogReader(this.isolate);
  #offset = 0;
  #file: FileHandle | null = null;

  constructor(
    readonly path: string,
    /** From the file's name; null where it has none. */
    readonly pid: number | null,
    /** The system's monotonic clock at about the moment the log was begun, in nanoseconds. */
    readonly createdNs: bigint,
  ) {}

  /** Reads what is new; false where that is not to be had yet. */
  async readMore(chunk: Uint8Array): Promise<boolean> {
    this.#file ??= await openShared(this.path);
    if (this.#file === null) return false;
    for (;;) {
      const { bytesRead } = await this.#file.read(chunk, 0, chunk.length, this.#offset);
      if (bytesRead === 0) return true;
      this.#offset += bytesRead;
      this.reader.push(chunk.subarray(0, bytesRead));
    }
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }
}

/**
 * Null while somebody else has the file for itself: on Windows V8 shares its log with nobody until its
 * process has ended.
 */
async function openShared(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EBUSY') return null;
    throw error;
  }
}

/**
 * Reads the V8 logs of a folder while they grow, so that after the load only the tail is left. Where
 * the system lets nobody read them before (Windows), it reads them when the target has ended.
 */
export class LogTail {
  readonly #logs = new Map<string, TailedLog>();
  readonly #chunk = Buffer.alloc(chunkBytes);
  readonly #stopped = new AbortController();
  #isHeldBack = false;
  #finished: Promise<void> | null = null;
  #polling: Promise<void> = Promise.resolve();
  #reading: Promise<void> = Promise.resolve();

  constructor(private readonly folder: string) {}

  get logs(): TailedLog[] {
    return [...this.#logs.values()];
  }

  /** Whether the system lets nobody read a log until its process has ended. */
  get isHeldBack(): boolean {
    return this.#isHeldBack;
  }

  /** Begins to poll for `*.log` files and to read what is new in them. */
  start(): void {
    this.#polling = this.#poll();
    // What it throws is for `finish`; until then it must not count as unhandled.
    this.#polling.catch(() => {});
  }

  /** Reads what is on disk up to now; after {@link finish} that is done. Throws what reading threw. */
  catchUp(): Promise<void> {
    if (!this.#stopped.signal.aborted) this.#reading = this.#reading.then(() => this.#readAll());
    return this.#reading;
  }

  /**
   * Reads what is on disk up to now and ends the polling; throws what reading threw. `ended` is the end
   * of the target, which is waited for where a log can't be read before; what is not to be had after
   * that either is left out.
   */
  finish(ended: Promise<unknown>): Promise<void> {
    this.#finished ??= this.#finish(ended);
    return this.#finished;
  }

  async #finish(ended: Promise<unknown>): Promise<void> {
    this.#stopped.abort();
    try {
      await this.#polling;
      await this.#readAll();
      if (this.#isHeldBack) await this.#readAfter(ended);
    } finally {
      await this.#close();
    }
    for (const log of this.logs) log.reader.end();
  }

  /** Ends the polling without reading further. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#polling.catch(() => {});
    await this.#close();
  }

  async #poll(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      await this.catchUp();
      await delay(pollMs, undefined, { signal: this.#stopped.signal }).catch(() => {});
    }
  }

  async #readAfter(ended: Promise<unknown>): Promise<void> {
    await ended;
    // The system closes the files of a process a moment after its end.
    const end = performance.now() + closingMs;
    await this.#readAll();
    while (this.#isHeldBack && performance.now() < end) {
      await delay(pollMs / 10);
      await this.#readAll();
    }
  }

  async #readAll(): Promise<void> {
    for (const name of await readdir(this.folder)) {
      if (!name.endsWith('.log') || this.#logs.has(name)) continue;
      const path = join(this.folder, name);
      const { birthtimeNs } = await stat(path, { bigint: true });
      const createdNs = birthtimeNs - (BigInt(Date.now()) * 1_000_000n - process.hrtime.bigint());
      const pid = /-(\d+)\.log$/.exec(name)?.[1];
      this.#logs.set(name, new TailedLog(path, pid === undefined ? null : Number(pid), createdNs));
    }
    let isHeldBack = false;
    for (const log of this.#logs.values()) {
      if (!(await log.readMore(this.#chunk))) isHeldBack = true;
    }
    this.#isHeldBack = isHeldBack;
  }

  async #close(): Promise<void> {
    for (const log of this.#logs.values()) await log.close();
  }
}
