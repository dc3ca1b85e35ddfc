import { basename } from 'node:path';
import type { FileHandle } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { ImportError, tooLarge } from '../../analysis/import/foreignProfile.ts';
import { openFile } from '../files/regularFile.ts';

const chunkBytes = 1 << 20;
/** The kind of a file is told by this many bytes. */
const headBytes = 1 << 16;
/** Limit for reading a file as a whole: five million calls of V8's CPU profiler. */
const maxWholeBytes = 500_000_000;
/** How far from the end {@link ProfileBytes.endFrom} searches. */
const maxEndBytes = 100_000_000;
/** Gzip can't compress better than this. */
const maxRatio = 1032;
/** Logs compress 5 to 20 times. A long file that compresses more was made to take long. */
const maxLogRatio = 50;
const anyRatioBytes = 500_000_000;

export class MoreThanWanted extends Error {}

/** Reads a file piece by piece, gunzipped if need be. */
export class ProfileBytes {
  readonly name: string;

  constructor(
    readonly path: string,
    /** Size on disk. */
    readonly size: number,
    /** Gets the number of bytes on disk that each piece took. */
    private readonly onRead: (bytes: number) => void,
    private readonly signal: AbortSignal,
    /** Beyond it, reading throws MoreThanWanted. */
    private readonly maxBytes = Infinity,
  ) {
    this.name = basename(path);
  }

  /** The first bytes, without a byte order mark; throws if the file can't be read. */
  async head(): Promise<Buffer> {
    for await (const chunk of this.#chunks(() => undefined)) {
      return withoutMark(chunk).subarray(0, headBytes);
    }
    return Buffer.alloc(0);
  }

  /** Each piece is valid until the next one is requested. */
  chunks(): AsyncGenerator<Buffer> {
    return this.#chunks(this.onRead);
  }

  /** The whole content, without a byte order mark; throws ImportError beyond the limit. */
  async whole(limit = maxWholeBytes): Promise<Buffer> {
    // The operating system gives memory only as it is written, so a buffer for the largest result
    // is cheap.
    const room = (await this.#isGzip()) ? maxRatio * this.size : this.size;
    if (Math.min(this.size, room) > limit) throw new ImportError(tooLarge);
    const all = Buffer.allocUnsafeSlow(Math.min(limit, room));
    let bytes = 0;
    for await (const chunk of this.chunks()) {
      if (bytes + chunk.length > all.length) throw new ImportError(tooLarge);
      bytes += chunk.copy(all, bytes);
    }
    return withoutMark(all.subarray(0, bytes));
  }

  /** The end of the file from `mark` on. Null if the mark is not in the last quarter or the file is gzipped. */
  async endFrom(mark: string): Promise<Buffer | null> {
    if (await this.#isGzip()) return null;
    const file = await openFile(this.path);
    try {
      for (let bytes = chunkBytes; bytes <= this.size / 4 && bytes <= maxEndBytes; bytes *= 4) {
        const { buffer, bytesRead } = await file.read({
          buffer: Buffer.allocUnsafeSlow(bytes),
          position: this.size - bytes,
        });
        this.signal.throwIfAborted();
        if (bytesRead < bytes) return null;
        const at = buffer.lastIndexOf(mark);
        if (at < 0) continue;
        this.onRead(this.size);
        return buffer.subarray(at);
      }
      return null;
    } finally {
      await file.close();
    }
  }

  async *#chunks(onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of this.#unzipped(onRead)) {
      bytes += chunk.length;
      if (bytes > this.maxBytes) throw new MoreThanWanted();
      if (bytes > anyRatioBytes && bytes > maxLogRatio * this.size) throw new ImportError(tooLarge);
      yield chunk;
    }
  }

  async *#unzipped(onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
    const file = await openFile(this.path);
    const { size } = await file.stat();
    if (size === 0) return file.close();
    const isGzip = await beginsAsGzip(file);
    // Bytes that are appended meanwhile are ignored, since they might never end.
    const stream = file.createReadStream({
      ...{ highWaterMark: chunkBytes, signal: this.signal },
      ...{ start: 0, end: size - 1 },
    });
    if (!isGzip) {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        onRead(chunk.length);
        yield chunk;
      }
      return;
    }
    const gunzip = createGunzip({ chunkSize: chunkBytes });
    stream.on('data', (chunk) => onRead(chunk.length));
    stream.on('error', (error) => gunzip.destroy(error));
    stream.pipe(gunzip);
    try {
      for await (const chunk of gunzip as AsyncIterable<Buffer>) yield chunk;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (!code.startsWith('Z_')) throw error;
      throw new ImportError('it is gzipped, and cut off or damaged');
    } finally {
      stream.destroy();
      gunzip.destroy();
    }
  }

  async #isGzip(): Promise<boolean> {
    const file = await openFile(this.path);
    try {
      return await beginsAsGzip(file);
    } finally {
      await file.close();
    }
  }
}

async function beginsAsGzip(file: FileHandle): Promise<boolean> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
  return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
}

function withoutMark(bytes: Buffer): Buffer {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return hasMark ? bytes.subarray(3) : bytes;
}
