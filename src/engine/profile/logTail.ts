import { open, readdir, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { IsolateLog } from '../../analysis/log/isolateLog.ts';
import { V8LogReader } from '../../analysis/log/v8LogReader.ts';

const pollMs = 100;
/** The system closes a process's files a moment after its end. */
const closingMs = 2000;
const chunkBytes = 1 << 20;

/** One V8 log (`isolate-<address>-<pid>-<pid>.log`) and how far it has been read. */
export class TailedLog {
  readonly isolate = new IsolateLog();
  readonly reader = new V8LogReader(this.isolate);
  #offset = 0;
  #file: FileHandle | null = null;

  constructor(
    readonly path: string,
    /** From the file's name; null if it has none. */
    readonly pid: number | null,
    /** About when the log was begun, in nanoseconds on the system's monotonic clock. */
    readonly createdNs: bigint,
  ) {}

  /** Reads what is new; false if the file can't be read yet. */
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

/** Null while another process locks the file: on Windows V8 locks its log until its process has ended. */
async function openShared(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EBUSY') return null;
    throw error;
  }
}

/**
 * Reads a folder's V8 logs while they grow, so that little is left after the load. On Windows,
 * where they are locked, it reads them when the target has ended.
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

  /** Whether a log is locked until its process has ended. */
  get isHeldBack(): boolean {
    return this.#isHeldBack;
  }

  /** Starts polling for `*.log` files. */
  start(): void {
    this.#polling = this.#poll();
    // `finish` reports its errors; until then they must not be unhandled rejections.
    this.#polling.catch(() => {});
  }

  /** Reads what is on disk now; does nothing more after {@link finish}. Throws what reading threw. */
  catchUp(): Promise<void> {
    if (!this.#stopped.signal.aborted) this.#reading = this.#reading.then(() => this.#readAll());
    return this.#reading;
  }

  /**
   * Reads what is on disk now and ends the polling; throws what reading threw. A log that is locked is
   * waited for, and left out if it is unreadable even after `ended`, the end of the target.
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

  /**
   * Each log can be read from the end of its own process on, which may be a second before all are known
   * to have ended: Windows is slow to list processes.
   */
  async #readAfter(ended: Promise<unknown>): Promise<void> {
    let end = Infinity;
    const setEnd = () => (end = performance.now() + closingMs);
    void ended.then(setEnd, setEnd);
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
