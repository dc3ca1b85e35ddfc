import type { RunMarks } from './runMarks.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, listProcesses, startedWith } from './processTable.ts';
import { pidsOfFolder } from './targetEvents.ts';
import { stopWindowsTree } from './windowsTree.ts';

/** Environment variable that every process of a run has. */
export const runFolderVariable = 'HOTFRAME_RUN_DIR';

/** Signals that ask a process to end, with the grace period after each. */
const requests = [
  ['SIGTERM', 1000],
  ['SIGINT', 500],
] as const;

/**
 * Ends every process of a run: SIGTERM with 1 s for a clean end, SIGINT (as Ctrl-C) with half a
 * second for programs that handle only that, then SIGKILL. Resolves when none is left, or after 3 s
 * of SIGKILL.
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
  // Repeated because a process may have started another one meanwhile. Processes found before are
  // kept: one that is ending has lost its environment but still holds its port.
  const living = () => [...new Set([...members.filter(isAlive), ...findTree(marks)])];
  while ((members = living()).length > 0 && performance.now() < killEnd) {
    for (const pid of members) signal(pid, 'SIGKILL');
    await delay(10);
  }
}

/**
 * Living processes of a run: the target's group, every process with the run's folder in its
 * environment (also if it left the group), and the children of all those.
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
 * How many steps `pid` is below `root`: 0 for itself, 1 for a child, Infinity if it is not below.
 * `told` adds the parents of processes that may have ended.
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
    // It has already ended.
  }
}
