import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';

/**
 * The one way to read a file that somebody else may have made: only what is a file, and only so much
 * of it. A pipe is never waited for, a link to /dev/zero never read, and a file that grows meanwhile
 * stops at the limit. Errors are those of the file system, or a {@link FileError}; {@link reasonOf}
 * has the words of both.
 */
export class FileError extends Error {}

/** Opening a pipe does not wait for its other end; Windows has no such pipes. */
const readOnly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const pieceBytes = 1 << 20;

/** What is on disk under the path, which may be anything when it is opened later. */
export function statFile(path: string): Stats {
  const found = statSync(path);
  checkKind(found);
  return found;
}

/** An open file; the caller closes it. */
export async function openFile(path: string): Promise<FileHandle> {
  // Asked before as well, since opening a device can do something to it.
  checkKind(await stat(path));
  const file = await open(path, readOnly);
  try {
    checkKind(await file.stat());
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Reads the file while nothing else runs: for what is small. */
export function readFileWithin(path: string, maxBytes: number): Buffer {
  statFile(path);
  const file = openSync(path, readOnly);
  try {
    const found = fstatSync(file);
    checkKind(found);
    checkSize(found.size, maxBytes);
    const bytes = new LimitedBytes(found.size, maxBytes);
    for (;;) {
      const room = bytes.room();
      const read = readSync(file, room, 0, room.length, null);
      if (!bytes.add(read)) return bytes.all();
    }
  } finally {
    closeSync(file);
  }
}

/** The same as text; null where it can't be read or is none of a file, too. */
export function textWithin(path: string, maxBytes: number): string | null {
  try {
    return readFileWithin(path, maxBytes).toString('utf8');
  } catch {
    return null;
  }
}

/** Reads the file beside everything else. */
export async function readFileBeside(
  path: string,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<Buffer> {
  const file = await openFile(path);
  try {
    const { size } = await file.stat();
    checkSize(size, maxBytes);
    const bytes = new LimitedBytes(size, maxBytes);
    for (;;) {
      signal?.throwIfAborted();
      const room = bytes.room();
      const { bytesRead } = await file.read(room, 0, Math.min(room.length, pieceBytes), null);
      if (!bytes.add(bytesRead)) return bytes.all();
    }
  } finally {
    await file.close();
  }
}

/** Why a file can't be read, to be put after its name. */
export function reasonOf(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'there is no such file';
    case 'EISDIR':
      return 'it is a folder';
    case 'ELOOP':
      return 'its links lead in a circle';
    case 'EACCES':
    case 'EPERM':
      return 'there is no permission to read it';
    case 'EBUSY':
      return 'another program has it open for itself: close it there';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

/** `50 MB`, as a limit is told. */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

function checkKind(found: Stats): void {
  if (found.isFile()) return;
  if (found.isDirectory()) throw new FileError('it is a folder');
  const kind = found.isFIFO() ? 'pipe' : found.isSocket() ? 'socket' : 'device';
  throw new FileError(`it is a ${kind}, and only files are read: write what it gives into one`);
}

function checkSize(bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw new FileError(`it is larger than ${megabytes(maxBytes)}`);
}

/** Bytes that come a piece at a time, more of them perhaps than the file had when it was opened. */
class LimitedBytes {
  #buffer: Buffer;
  #length = 0;

  constructor(
    size: number,
    private readonly maxBytes: number,
  ) {
    // One more, so that the end is seen without growing.
    this.#buffer = Buffer.allocUnsafeSlow(size + 1);
  }

  /** Where the next piece goes. */
  room(): Buffer {
    if (this.#length === this.#buffer.length) {
      const larger = Buffer.allocUnsafeSlow(2 * this.#buffer.length + pieceBytes);
      this.#buffer.copy(larger, 0, 0, this.#length);
      this.#buffer = larger;
    }
    return this.#buffer.subarray(this.#length);
  }

  /** False at the end. Throws FileError beyond the limit. */
  add(bytes: number): boolean {
    this.#length += bytes;
    checkSize(this.#length, this.maxBytes);
    return bytes > 0;
  }

  all(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }
}
