import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A living process; zombies are not among them. */
export interface ProcessRow {
  pid: number;
  parent: number;
  group: number;
}

/** All living processes of this machine. Empty on Windows, which needs a second to tell (windowsProcesses.ts). */
export function listProcesses(): ProcessRow[] {
  if (process.platform === 'linux') {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? rowOf(name) : []));
  }
  if (process.platform === 'win32') return [];
  return rowsInPs(execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat='], { encoding: 'utf8' }));
}

/** Rows of `ps` with the columns pid, ppid, pgid and stat. */
export function rowsInPs(table: string): ProcessRow[] {
  return table.split('\n').flatMap((line) => {
    const [pid, parent, group, state] = line.trim().split(/\s+/);
    if (!pid || !parent || !group || state?.startsWith('Z')) return [];
    return { pid: Number(pid), parent: Number(parent), group: Number(group) };
  });
}

/** Whether the process runs, if only with some of its threads; a zombie does not. */
export function isAlive(pid: number): boolean {
  if (process.platform === 'linux') return rowOf(String(pid)).length > 0;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process was started with the variable (Linux only; false elsewhere and for others' processes). */
export function startedWith(pid: number, variable: string, value: string): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
    const wanted = Buffer.from(`${variable}=${value}`, 'utf8').toString('latin1');
    return environment.split('\0').includes(wanted);
  } catch {
    return false;
  }
}

/** `pid (name) state parent group …`; the name may hold spaces and parentheses. */
function rowOf(pid: string): ProcessRow[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent, group] = fields;
    // Its main thread may have ended before others, which have its files and its port still.
    const isOver = state === 'X' || (state === 'Z' && Number(fields[17]) <= 1);
    if (isOver) return [];
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group) }];
  } catch {
    return [];
  }
}
