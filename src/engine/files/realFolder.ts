import { realpathSync } from 'node:fs';

/**
 * The folder without links, as Node.js names the scripts in it; the path itself if there is none. On macOS, which
 * takes `/users/me/Shop` for `/Users/me/shop`, it is spelled as on the disk. On Windows that
 * would turn the drive of another machine into `\\host\share`, which Node.js leaves alone.
 */
export function realFolder(path: string): string {
  const real = process.platform === 'darwin' ? realpathSync.native : realpathSync;
  try {
    return real(path);
  } catch {
    return path;
  }
}
