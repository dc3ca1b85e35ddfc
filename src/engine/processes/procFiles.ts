import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

// A process may end at any moment or belong to another user: these functions return nothing then.

export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** A thread's or process's `stat`: `pid (name) state parent …`; the name may hold spaces and parentheses. */
export interface ProcStat {
  name: string;
  /** From the state on, which proc_pid_stat(5) counts as the third. */
  fields: string[];
}

export function statOf(file: string): ProcStat | null {
  const text = textOf(file);
  const end = text.lastIndexOf(')');
  if (end < 0) return null;
  return { name: text.slice(text.indexOf('(') + 1, end), fields: text.slice(end + 2).split(' ') };
}

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export function linkOf(file: string): string {
  try {
    return readlinkSync(file);
  } catch {
    return '';
  }
}
