import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { constants } from 'node:buffer';
import { basename } from 'node:path';
import { createGunzip } from 'node:zlib';
import { ImportError } from '../../analysis/import/foreignProfile.ts';

const chunkBytes = 1 << 20;
/** How much of a file says what it is. */
const headBytes = 1 << 16;
/** A single buffer of Node.js 20. */
const maxBytes = Math.min(constants.MAX_LENGTH, 4_000_000_000);

/** The content of a file, whether it is gzipped or not, a piece at a time. */
export class ProfileBytes {
  readonly name: string;

  constructor(
    readonly path: string,
    /** Of the file on disk. */
    readonly size: number,
    /** Is told of each piece how many bytes of the file on disk it took. */
    private readonly onRead: (bytes: number) => void,
    private readonly signal: AbortSignal,
  ) {
    this.name = basename(path);
  }

  /** The first of it, without a byte order mark; throws where the file can't be read. */
  async head(): Promise<Buffer> {
    for await (const chunk of this.#chunks(() => undefined)) {
      return withoutMark(chunk).subarray(0, headBytes);
    }
    return Buffer.alloc(0);
  }

  /** Each piece is valid until the next one is asked for. */
  chunks(): AsyncGenerator<Buffer> {
    return this.#chunks(this.onRead);
  }

  /** All of it, without a byte order mark; throws ImportError where it is too much. */
  async whole(): Promise<Buffer> {
    let all = Buffer.allocUnsafeSlow(this.size);
    let bytes = 0;
    for await (const chunk of this.chunks()) {
      if (bytes + chunk.length > maxBytes) throw new ImportError(tooLarge);
      if (bytes + chunk.length > all.length) {
        const larger = Math.min(maxBytes, Math.max(2 * all.length, bytes + chunk.length));
        const old = all;
        all = Buffer.allocUnsafeSlow(larger);
        old.copy(all, 0, 0, bytes);
      }
      bytes += chunk.copy(all, bytes);
    }
    return withoutMark(all.subarray(0, bytes));
  }

  /**
   * The end of the file from a mark on, which is to be in its last quarter: as text, and null where
   * the mark is not there or the file is gzipped.
   */
  async endFrom(mark: string): Promise<string | null> {
    if (await this.#isGzip()) return null;
    const file = await open(this.path, 'r');
    try {
      for (let bytes = chunkBytes; bytes <= this.size / 4; bytes *= 4) {
        const { buffer, bytesRead } = await file.read({
          buffer: Buffer.allocUnsafeSlow(bytes),
          position: this.size - bytes,
        });
        this.signal.throwIfAborted();
        if (bytesRead < bytes) return null;
        const at = buffer.lastIndexOf(mark);
        if (at < 0) continue;
        this.onRead(this.size);
        return buffer.toString('utf8', at);
      }
      return null;
    } finally {
      await file.close();
    }
  }

  async *#chunks(onRead: (bytes: number) => void): AsyncGenerator<Buffer> {
    const isGzip = await this.#isGzip();
    // Listened to from here on without a pause: an abort in it would end the process.
    const file = createReadStream(this.path, { highWaterMark: chunkBytes, signal: this.signal });
    if (!isGzip) {
      for await (const chunk of file as AsyncIterable<Buffer>) {
        onRead(chunk.length);
        yield chunk;
      }
      return;
    }
    const gunzip = createGunzip({ chunkSize: chunkBytes });
    file.on('data', (chunk) => onRead(chunk.length));
    file.on('error', (error) => gunzip.destroy(error));
    file.pipe(gunzip);
    try {
      for await (const chunk of gunzip as AsyncIterable<Buffer>) yield chunk;
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (!code.startsWith('Z_')) throw error;
      throw new ImportError('it is gzipped, and cut off or damaged');
    } finally {
      file.destroy();
      gunzip.destroy();
    }
  }

  async #isGzip(): Promise<boolean> {
    const file = await open(this.path, 'r');
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
      return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
    } finally {
      await file.close();
    }
  }
}

export const tooLarge = 'it is too large to be read as a whole';

function withoutMark(bytes: Buffer): Buffer {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return hasMark ? bytes.subarray(3) : bytes;
}
