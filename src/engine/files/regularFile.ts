import { closeSync, constants, fstatSync, openSync, readSync, statSync, type Stats } from 'node:fs';
import { open, stat, type FileHandle } from 'node:fs/promises';

/**
 * The one way to read a file that somebody else may have made. It reads only regular files, and
 * only up to a limit: it never waits for a pipe, never reads a link to /dev/zero, and stops at the
 * limit in a file that grows. Throws file system errors or a {@link FileError}; {@link reasonOf}
 * words both.
 */
export class FileError extends Error {}

/** Opening a pipe this way does not wait for its other end. Windows has no such pipes. */
const readOnly = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
const pieceBytes = 1 << 20;

/** Checks what is there now; it may be replaced before it is opened. */
export function statFile(path: string): Stats {
  const found = statSync(path);
  checkKind(found);
  return found;
}

/** An open file, which the caller closes. */
export async function openFile(path: string): Promise<FileHandle> {
  // Checked before opening too, since opening a device can have effects.
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

/** Blocks, so only for small files. */
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

/** {@link readFileWithin} as text; null if that throws. */
export function textWithin(path: string, maxBytes: number): string | null {
  try {
    return readFileWithin(path, maxBytes).toString('utf8');
  } catch {
    return null;
  }
}

/** Reads without blocking. */
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

/** Why a file can't be read, worded to follow its name. */
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

/** `50 MB`. */
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

/** Collects pieces of a file, which may have grown since it was opened. */
class LimitedBytes {
  #buffer: Buffer;
  #length = 0;

  constructor(
    size: number,
    private readonly maxBytes: number,
  ) {
    // One extra byte, so that the end is noticed without growing the buffer.
    this.#buffer = Buffer.allocUnsafeSlow(size + 1);
  }

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
