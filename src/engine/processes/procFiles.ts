import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** What Linux tells in /proc; a process may end, or be another user's, at any moment: then it is nothing. */

export function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
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
