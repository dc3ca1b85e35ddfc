import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** In each run's folder: the socket, or on Windows a file that says that there is a pipe of the folder's name. */
export const ownerSocket = 'owner';

/** What a path of a socket may have at most is 103 bytes on macOS; older Node.js cuts longer ones off. */
const maxPathBytes = 100;

const isWindows = process.platform === 'win32';
/** A socket stays in its folder when nobody listens any more; a pipe of Windows is gone. */
const goneCode = isWindows ? 'ENOENT' : 'ECONNREFUSED';
const listenMs = 200;

/**
 * Says that a run's folder is in use, by a socket in it that its engine listens on, on Windows by a
 * named pipe. The kernel closes it when that process ends, however it ends; and other than a process
 * id, it means the same in every container that the folder is seen from, and never comes to be another
 * process.
 */
export class FolderOwner {
  private constructor(private readonly server: Server) {}

  /** Null where there can be no socket: then nobody takes the folder for one that is not in use. */
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

/** Whether the engine whose folder this was has ended; false where nothing tells. */
export async function isOwnerGone(folder: string): Promise<boolean> {
  const path = socketOf(folder);
  // A folder without it may be about to get it.
  if (path === null || !existsSync(join(folder, ownerSocket))) return false;
  if (!(await isRefused(path))) return false;
  // A socket is in its folder a moment before it is listened on.
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

/** Null where there can be none. */
function socketOf(folder: string): string | null {
  if (isWindows) return `\\\\.\\pipe\\${basename(folder)}`;
  const path = join(folder, ownerSocket);
  return Buffer.byteLength(path) > maxPathBytes ? null : path;
}
