import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';

/** In each run's folder. */
export const ownerSocket = 'owner';

/** What a path of a socket may have at most is 103 bytes on macOS; older Node.js cuts longer ones off. */
const maxPathBytes = 100;

/**
 * Says that a run's folder is in use, by a socket in it that its engine listens on. The kernel closes
 * it when that process ends, however it ends; and other than a process id, it means the same in
 * every container that the folder is seen from, and never comes to be another process.
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
  if (path === null) return false;
  return new Promise((resolve) => {
    const socket = connect(path);
    const settle = (isGone: boolean) => {
      socket.destroy();
      resolve(isGone);
    };
    socket.once('connect', () => settle(false));
    socket.once('error', ({ code }: NodeJS.ErrnoException) => settle(code === 'ECONNREFUSED'));
  });
}

/** Null where there can be none. */
function socketOf(folder: string): string | null {
  const path = join(folder, ownerSocket);
  return process.platform === 'win32' || Buffer.byteLength(path) > maxPathBytes ? null : path;
}
