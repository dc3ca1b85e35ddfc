import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** In each run's folder: the socket; on Windows a file that marks that a named pipe exists. */
export const ownerSocket = 'owner';

/** macOS limits socket paths to 103 bytes, and older Node.js versions truncate longer ones. */
const maxPathBytes = 100;

const isWindows = process.platform === 'win32';
/** After its owner's death a socket file stays but refuses connections, whereas a Windows pipe vanishes. */
const goneCode = isWindows ? 'ENOENT' : 'ECONNREFUSED';
const listenMs = 200;

/**
 * Marks a run's folder as in use by a socket in it (a named pipe on Windows) that the engine
 * listens on. The kernel closes it however the engine ends. Unlike a process id, it means the same
 * in every container that sees the folder, and is never reused.
 */
export class FolderOwner {
  private constructor(private readonly server: Server) {}

  /** Null if no socket is possible; then nobody takes the folder for an abandoned one. */
  static async claim(folder: string): Promise<FolderOwner | null> {
    const path = socketOf(folder);
    if (path === null) return null;
    const server = createServer((socket) => socket.destroy()).unref();
    try {
      server.listen(path);
      await once(server, 'listening');
      if (isWindows) await writeFile(join(folder, ownerSocket), '');
    } catch {
      return null;
    }
    return new FolderOwner(server);
  }

  end(): void {
    this.server.close();
  }
}

/** Whether the engine that owned the folder has ended; false if that can't be told. */
export async function isOwnerGone(folder: string): Promise<boolean> {
  const path = socketOf(folder);
  // A new folder may not have its socket yet.
  if (path === null || !existsSync(join(folder, ownerSocket))) return false;
  if (!(await isRefused(path))) return false;
  // The socket file exists a moment before its owner listens.
  await delay(listenMs);
  return isRefused(path);
}

function isRefused(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const settle = (isRefused: boolean) => {
      socket.destroy();
      resolve(isRefused);
    };
    socket.once('connect', () => settle(false));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => settle(code === goneCode));
  });
}

/** Null if the path is too long for a socket. */
function socketOf(folder: string): string | null {
  if (isWindows) return `\\\\.\\pipe\\${basename(folder)}`;
  const path = join(folder, ownerSocket);
  return Buffer.byteLength(path) > maxPathBytes ? null : path;
}
