import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, listProcesses, startedWith } from './processTable.ts';
import { pidsOfFolder } from './targetEvents.ts';
import { stopWindowsTree } from './windowsTree.ts';

/** Name of the variable that every process of a run has in its environment. */
export const runFolderVariable = 'HOTFRAME_RUN_DIR';

/** How a process is asked to end, and how long it may take. */
const requests = [
  ['SIGTERM', 1000],
  ['SIGINT', 500],
] as const;

/** How the processes of a run are known. */
export interface RunMarks {
  /** Process and group id of the target; null before it was started. */
  root: number | null;
  runFolder: string;
}

/**
 * Ends every process of a run: SIGTERM and 1 s for a clean end, SIGINT (as Ctrl-C) and half a second
 * for one that knows only that, then SIGKILL. Resolves when none is left (or when the system does not
 * let go of one for another 3 s).
 */
export async function stopTree(marks: RunMarks): Promise<void> {
  if (process.platform === 'win32') return stopWindowsTree(marks);
  let members = findTree(marks);
  for (const [name, graceMs] of requests) {
    for (const pid of members) signal(pid, name);
    const graceEnd = performance.now() + graceMs;
    while (members.some(isAlive) && performance.now() < graceEnd) await delay(20);
    members = members.filter(isAlive);
  }
  const killEnd = performance.now() + 3000;
  // Again and again, since a process may have started another one meanwhile. With those found before:
  // one that is ending has no environment any more while it still holds its port.
  const living = () => [...new Set([...members.filter(isAlive), ...findTree(marks)])];
  while ((members = living()).length > 0 && performance.now() < killEnd) {
    for (const pid of members) signal(pid, 'SIGKILL');
    await delay(10);
  }
}

/**
 * Living processes of a run: the target's group, whatever has the run's folder in its environment
 * (so a child that left the group is found), and the children of all those.
 */
export function findTree(marks: RunMarks): number[] {
  const rows = listProcesses();
  const said =
    process.platform === 'linux' ? new Set<number>() : new Set(pidsOfFolder(marks.runFolder));
  const members = new Set<number>();
  for (const { pid, group } of rows) {
    if (pid === process.pid) continue;
    const isMember =
      group === marks.root || said.has(pid) || startedWith(pid, runFolderVariable, marks.runFolder);
    if (isMember) members.add(pid);
  }
  for (let before = -1; before !== members.size;) {
    before = members.size;
    for (const { pid, parent } of rows) if (members.has(parent)) members.add(pid);
  }
  return [...members];
}

/** Living processes that a process has started, with all that those have started. */
export function descendantsOf(pid: number): number[] {
  const rows = listProcesses();
  const members = new Set([pid]);
  for (let before = -1; before !== members.size;) {
    before = members.size;
    for (const row of rows) if (members.has(row.parent)) members.add(row.pid);
  }
  members.delete(pid);
  return [...members];
}

/**
 * How many steps below a process another one is: 0 for itself, 1 for its child; Infinity where it is
 * not below. `told` are parents that are known of processes that may have ended.
 */
export function stepsBelow(
  root: number,
  pid: number,
  told: readonly { pid: number; ppid: number }[],
): number {
  const parents = new Map(listProcesses().map((row) => [row.pid, row.parent]));
  for (const each of told) parents.set(each.pid, each.ppid);
  const seen = new Set<number>();
  for (let at: number | undefined = pid; at !== undefined && !seen.has(at); at = parents.get(at)) {
    if (at === root) return seen.size;
    seen.add(at);
  }
  return Infinity;
}

function signal(pid: number, name: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended by itself.
  }
}
