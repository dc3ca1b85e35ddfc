import { commandWithoutSecrets } from '../../shared/secretWords.ts';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface PortHolder {
  pid: number;
  /** Cut to 120 characters, without secrets. */
  command: string;
}

const toolMs = 3000;
const shownCharacters = 120;

/** The process that listens on a TCP port of this machine, where the system lets us see it. */
export async function portHolder(port: number): Promise<PortHolder | null> {
  if (process.platform === 'linux') return holderByProc(port) ?? (await holderByLsof(port));
  return process.platform === 'win32' ? holderByNetstat(port) : holderByLsof(port);
}

function holderByProc(port: number): PortHolder | null {
  const sockets = new Set(
    ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => listeningInodes(table, port)),
  );
  if (sockets.size === 0) return null;
  for (const pid of namesIn('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    for (const handle of namesIn(`/proc/${pid}/fd`)) {
      if (sockets.has(linkOf(`/proc/${pid}/fd/${handle}`))) {
        const words = textOf(`/proc/${pid}/cmdline`).split('\0');
        return { pid: Number(pid), command: shown(words) };
      }
    }
  }
  return null;
}

/** macOS and the BSDs. */
export async function holderByLsof(port: number): Promise<PortHolder | null> {
  // Lines of one field each, `p1234` for the process; only the first process is of interest.
  const fields = await outputOf('lsof', ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-Fp']);
  const pid = /^p(\d+)$/m.exec(fields)?.[1];
  if (pid === undefined) return null;
  const words = await outputOf('ps', ['-p', pid, '-o', 'command=']);
  return { pid: Number(pid), command: shown(words.trim().split(' ')) };
}

async function holderByNetstat(port: number): Promise<PortHolder | null> {
  const pid = pidInNetstat(await outputOf('netstat', ['-ano', '-p', 'TCP']), port);
  if (pid === null) return null;
  const rows = await outputOf('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']);
  return { pid, command: shown([/^"([^"]+)"/m.exec(rows)?.[1] ?? '']) };
}

/**
 * The process that listens on the port in the table of Windows' `netstat -ano`. The word for
 * "listening" is in the system's language; a listener is told by its remote port 0.
 */
export function pidInNetstat(table: string, port: number): number | null {
  for (const line of table.split('\n')) {
    const [protocol, local, remote, , pid] = line.trim().split(/\s+/);
    const listens = protocol === 'TCP' && remote?.endsWith(':0') && local?.endsWith(`:${port}`);
    if (listens && /^\d+$/.test(pid ?? '')) return Number(pid);
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

/** Another program's command line may hold secrets too. */
function shown(words: readonly string[]): string {
  const command = commandWithoutSecrets(words).join(' ').trim();
  return command.length > shownCharacters ? `${command.slice(0, shownCharacters - 1)}…` : command;
}

/** What a program prints; empty where it is not there or takes too long. */
function outputOf(program: string, words: string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, words, { timeout: toolMs, windowsHide: true }, (_error, stdout) =>
      resolve(stdout),
    );
  });
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
