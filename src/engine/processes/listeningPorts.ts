import { outputOf } from './outputOf.ts';
import { linkOf, namesIn, textOf } from './procFiles.ts';

/** A TCP port of this machine on which a process takes connections. */
export interface ListeningPort {
  port: number;
  /** As the system writes it: `127.0.0.1`, `0.0.0.0`, `::1`, `::`. */
  host: string;
}

/** The ports that each process listens on, as far as the system shows them, in no order. */
export async function listeningPorts(): Promise<Map<number, ListeningPort[]>> {
  if (process.platform === 'linux') return portsByProc(null);
  return process.platform === 'win32'
    ? portsInNetstat(await outputOf('netstat', ['-ano', '-p', 'TCP']))
    : portsByLsof();
}

/** For macOS and the BSDs. */
export async function portsByLsof(): Promise<Map<number, ListeningPort[]>> {
  return portsInLsof(await outputOf('lsof', ['-nP', '-iTCP', '-sTCP:LISTEN', '-Fpn']));
}

export async function portsOf(pid: number): Promise<ListeningPort[]> {
  return (await portsOfEach([pid])).get(pid) ?? [];
}

/** As `listeningPorts`; of these processes at least. Each call takes some milliseconds, for however many. */
export async function portsOfEach(
  pids: readonly number[],
): Promise<ReadonlyMap<number, ListeningPort[]>> {
  return process.platform === 'linux' ? portsByProc(pids) : listeningPorts();
}

function portsByProc(pids: readonly number[] | null): Map<number, ListeningPort[]> {
  const sockets = new Map([
    ...listenersIn(textOf('/proc/net/tcp')),
    ...listenersIn(textOf('/proc/net/tcp6')),
  ]);
  const found = new Map<number, ListeningPort[]>();
  const all = () => namesIn('/proc').filter((name) => /^\d+$/.test(name));
  for (const pid of pids ?? all().map(Number)) {
    for (const handle of namesIn(`/proc/${pid}/fd`)) {
      const inode = /^socket:\[(\d+)\]$/.exec(linkOf(`/proc/${pid}/fd/${handle}`))?.[1];
      const port = inode === undefined ? undefined : sockets.get(inode);
      if (port) add(found, pid, port);
    }
  }
  return found;
}

/** Listeners in the kernel's table by inode. Columns: `sl local_address rem_address st … inode`. */
export function listenersIn(table: string): [inode: string, port: ListeningPort][] {
  return table.split('\n').flatMap((line): [string, ListeningPort][] => {
    const fields = line.trim().split(/\s+/);
    const [, address = '', digits = ''] = /^([\dA-F]+):([\dA-F]{4})$/.exec(fields[1] ?? '') ?? [];
    if (fields[3] !== '0A' || digits === '') return [];
    return [[fields[9] ?? '', { port: parseInt(digits, 16), host: hostOf(address) }]];
  });
}

/** The kernel writes addresses as 32-bit words in host byte order. */
function hostOf(hex: string): string {
  const bytes = (hex.match(/.{8}/g) ?? []).flatMap((word) =>
    (word.match(/../g) ?? []).reverse().map((byte) => parseInt(byte, 16)),
  );
  if (bytes.length === 4) return bytes.join('.');
  if (bytes.every((byte) => byte === 0)) return '::';
  if (bytes.every((byte, at) => byte === (at === 15 ? 1 : 0))) return '::1';
  const isMapped = bytes.slice(0, 12).join() === '0,0,0,0,0,0,0,0,0,0,255,255';
  if (isMapped) return bytes.slice(12).join('.');
  const groups = Array.from({ length: 8 }, (_, at) =>
    ((bytes[at * 2] ?? 0) * 256 + (bytes[at * 2 + 1] ?? 0)).toString(16),
  );
  return groups.join(':');
}

/** Parses `lsof -F`: `p1234` begins a process, `n127.0.0.1:3000` is one of its sockets. */
export function portsInLsof(fields: string): Map<number, ListeningPort[]> {
  const found = new Map<number, ListeningPort[]>();
  let pid = 0;
  for (const line of fields.split('\n')) {
    if (line.startsWith('p')) pid = Number(line.slice(1));
    const [, host, port] = /^n(.*):(\d+)$/.exec(line) ?? [];
    if (host === undefined || port === undefined) continue;
    const plain = host === '*' ? '0.0.0.0' : host.replace(/^\[(.*)\]$/, '$1');
    add(found, pid, { port: Number(port), host: plain });
  }
  return found;
}

/** Parses Windows' `netstat -ano`. Its word for "listening" is localized, so listeners are those with remote port 0. */
export function portsInNetstat(table: string): Map<number, ListeningPort[]> {
  const found = new Map<number, ListeningPort[]>();
  for (const line of table.split('\n')) {
    const [protocol, local = '', remote, , pid = ''] = line.trim().split(/\s+/);
    const [, host, port] = /^(.*):(\d+)$/.exec(local) ?? [];
    const listens = protocol === 'TCP' && remote?.endsWith(':0') && /^\d+$/.test(pid);
    if (!listens || host === undefined) continue;
    add(found, Number(pid), { port: Number(port), host: host.replace(/^\[(.*)\]$/, '$1') });
  }
  return found;
}

function add(found: Map<number, ListeningPort[]>, pid: number, port: ListeningPort): void {
  const before = found.get(pid) ?? [];
  if (before.some((each) => each.port === port.port && each.host === port.host)) return;
  found.set(pid, [...before, port]);
}
