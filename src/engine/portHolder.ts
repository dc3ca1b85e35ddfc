import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The process that listens on a TCP port of this machine, where the system lets us see it (Linux). */
export function portHolder(port: number): { pid: number; command: string } | null {
  if (process.platform !== 'linux') return null;
  const sockets = new Set(
    ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => listeningInodes(table, port)),
  );
  if (sockets.size === 0) return null;
  for (const pid of namesIn('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    for (const handle of namesIn(`/proc/${pid}/fd`)) {
      if (sockets.has(linkOf(`/proc/${pid}/fd/${handle}`))) {
        return { pid: Number(pid), command: commandOf(pid) };
      }
    }
  }
  return null;
}

/** Links of file descriptors (`socket:[INODE]`) that listen on the port, from the kernel's table. */
function listeningInodes(table: string, port: number): string[] {
  const suffix = ':' + port.toString(16).toUpperCase().padStart(4, '0');
  return textOf(table)
    .split('\n')
    .flatMap((line) => {
      const fields = line.trim().split(/\s+/);
      const listens = fields[3] === '0A';
      return listens && fields[1]?.endsWith(suffix) ? [`socket:[${fields[9]}]`] : [];
    });
}

function commandOf(pid: string): string {
  return textOf(`/proc/${pid}/cmdline`).split('\0').join(' ').trim().slice(0, 120);
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}
