import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { statOf } from './procFiles.ts';

/** A living process, not a zombie. */
export interface ProcessRow {
  pid: number;
  parent: number;
  group: number;
}

/** All living processes. Empty on Windows, where that takes a second (see windowsProcesses.ts). */
export function listProcesses(): ProcessRow[] {
  if (process.platform === 'linux') {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? rowOf(name) : []));
  }
  if (process.platform === 'win32') return [];
  return rowsInPs(execFileSync('ps', ['-A', '-o', 'pid=,ppid=,pgid=,stat='], { encoding: 'utf8' }));
}

/** Parses `ps` with the columns pid, ppid, pgid and stat. */
export function rowsInPs(table: string): ProcessRow[] {
  return table.split('\n').flatMap((line) => {
    const [pid, parent, group, state] = line.trim().split(/\s+/);
    if (!pid || !parent || !group || state?.startsWith('Z')) return [];
    return { pid: Number(pid), parent: Number(parent), group: Number(group) };
  });
}

/** Whether any thread of the process still runs; a zombie is not alive. */
export function isAlive(pid: number): boolean {
  if (process.platform === 'linux') return rowOf(String(pid)).length > 0;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether the process was started with the variable. False except on Linux, and for other users' processes. */
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

function rowOf(pid: string): ProcessRow[] {
  const fields = statOf(`/proc/${pid}/stat`)?.fields;
  if (!fields) return [];
  const [state, parent, group] = fields;
  // The main thread may be a zombie while other threads still hold files and ports.
  const isOver = state === 'X' || (state === 'Z' && Number(fields[17]) <= 1);
  return isOver ? [] : [{ pid: Number(pid), parent: Number(parent), group: Number(group) }];
}
