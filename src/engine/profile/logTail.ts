import { open, readdir, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { IsolateLog } from '../../analysis/log/isolateLog.ts';
import { V8LogReader } from '../../analysis/log/v8LogReader.ts';

/** How often growing files are looked at. */
const pollMs = 100;
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

  /** Reads what is new; false where nothing was. */
  async readMore(chunk: Uint8Array): Promise<boolean> {
    this.#file ??= await open(this.path, 'r');
    let any = false;
    for (;;) {
      const { bytesRead } = await this.#file.read(chunk, 0, chunk.length, this.#offset);
      if (bytesRead === 0) return any;
      any = true;
      this.#offset += bytesRead;
      this.reader.push(chunk.subarray(0, bytesRead));
    }
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }
}

/** Reads the V8 logs of a folder while they grow, so that after the load only the tail is left. */
export class LogTail {
  readonly #logs = new Map<string, TailedLog>();
  readonly #chunk = Buffer.alloc(chunkBytes);
  readonly #stopped = new AbortController();
  #polling: Promise<void> = Promise.resolve();
  #reading: Promise<void> = Promise.resolve();

  constructor(private readonly folder: string) {}

  get logs(): TailedLog[] {
    return [...this.#logs.values()];
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

  /** Reads what is on disk up to now and ends the polling; throws what reading threw. */
  async finish(): Promise<void> {
    this.#stopped.abort();
    try {
      await this.#polling;
      await this.#readAll();
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

  async #readAll(): Promise<void> {
    for (const name of await readdir(this.folder)) {
      if (!name.endsWith('.log') || this.#logs.has(name)) continue;
      const path = join(this.folder, name);
      const { birthtimeNs } = await stat(path, { bigint: true });
      const createdNs = birthtimeNs - (BigInt(Date.now()) * 1_000_000n - process.hrtime.bigint());
      const pid = /-(\d+)\.log$/.exec(name)?.[1];
      this.#logs.set(name, new TailedLog(path, pid === undefined ? null : Number(pid), createdNs));
    }
    for (const log of this.#logs.values()) await log.readMore(this.#chunk);
  }

  async #close(): Promise<void> {
    for (const log of this.#logs.values()) await log.close();
  }
}
