import { closeSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { outputOf } from './outputOf.ts';
import { isAlive } from './processTable.ts';
import type { RunMarks } from './runMarks.ts';
import { pidsOfFolder } from './targetEvents.ts';
import { windowsProcesses, type WindowsProcess } from './windowsProcesses.ts';

/** File times and process times are taken at slightly different moments. */
const slackMs = 2000;
const patienceMs = 3000;

/**
 * Ends every process of a run on Windows with TerminateProcess, since there are no signals.
 * Processes that certainly belong to the run go first, so that nobody waits for the slow list of
 * all processes. Windows soon reuses process ids, so creation times decide which processes are the
 * run's.
 */
export async function stopWindowsTree(marks: RunMarks): Promise<void> {
  const ended = new Set(writingPids(marks.runFolder));
  for (const pid of ended) terminate(pid);
  const end = performance.now() + patienceMs;
  for (;;) {
    const rows = await windowsProcesses();
    if (rows.length === 0) return endByTaskkill(marks);
    const members = membersOf(rows, marks, ended);
    for (const pid of members) {
      terminate(pid);
      ended.add(pid);
    }
    while ([...ended].some(isAlive) && performance.now() < end) await delay(20);
    // A process may have started another one before it was ended.
    if (members.length === 0 || performance.now() > end) return;
  }
}

/** The facts on a run's processes that its folder holds. */
export interface WindowsMarks {
  root: number | null;
  sinceMs: number;
  /** The processes that have reported themselves, with the time of their report. */
  told: ReadonlyMap<number, number>;
  /** Processes that were already ended; children of theirs may still run. */
  ended: ReadonlySet<number>;
}

/** The run's processes and all their descendants. */
export function windowsMembers(
  rows: readonly WindowsProcess[],
  { root, sinceMs, told, ended }: WindowsMarks,
): number[] {
  const isOfRun = ({ createdMs }: WindowsProcess) =>
    createdMs === null || createdMs >= sinceMs - slackMs;
  const isMember = ({ pid, createdMs }: WindowsProcess) => {
    const toldMs = told.get(pid);
    if (toldMs === undefined) return pid === root;
    return createdMs === null || createdMs <= toldMs + slackMs;
  };
  const own = rows.filter((row) => row.pid !== process.pid && isOfRun(row));
  const members = new Set(own.filter(isMember).map(({ pid }) => pid));
  const others = new Set(rows.map(({ pid }) => pid).filter((pid) => !members.has(pid)));
  const gone = [...told.keys(), ...ended, ...(root === null ? [] : [root])];
  const parents = new Set(gone.filter((pid) => !others.has(pid)));
  for (let before = -1; before !== members.size;) {
    before = members.size;
    for (const { pid, parent } of own) {
      if (!parents.has(parent) && !members.has(parent)) continue;
      members.add(pid);
    }
  }
  return [...members].filter((pid) => !ended.has(pid));
}

function membersOf(
  rows: readonly WindowsProcess[],
  { root, runFolder }: RunMarks,
  ended: ReadonlySet<number>,
): number[] {
  const told = new Map<number, number>();
  for (const name of namesIn(runFolder)) {
    const pid = /^(\d+)-0\.ndjson$/.exec(name)?.[1];
    const createdMs = createdAt(join(runFolder, name));
    if (pid !== undefined && createdMs !== null) told.set(Number(pid), createdMs);
  }
  return windowsMembers(rows, { root, sinceMs: createdAt(runFolder) ?? 0, told, ended });
}

/** Processes that are still writing a V8 log: Windows lets nobody else open it. */
function writingPids(folder: string): number[] {
  return namesIn(folder).flatMap((name) => {
    const pid = /-(\d+)\.log$/.exec(name)?.[1];
    return pid !== undefined && isHeld(join(folder, name)) ? [Number(pid)] : [];
  });
}

function isHeld(file: string): boolean {
  try {
    closeSync(openSync(file, 'r'));
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EBUSY';
  }
}

/** The fallback when neither PowerShell nor wmic answers. */
async function endByTaskkill({ root, runFolder }: RunMarks): Promise<void> {
  const pids = [...pidsOfFolder(runFolder), ...(root === null ? [] : [root])].filter(isAlive);
  if (pids.length === 0) return;
  await outputOf('taskkill', ['/T', '/F', ...pids.flatMap((pid) => ['/PID', String(pid)])]);
}

function terminate(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function createdAt(path: string): number | null {
  try {
    return statSync(path).birthtimeMs;
  } catch {
    return null;
  }
}
