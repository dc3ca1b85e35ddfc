import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { openSavedRun, type SavedRun } from '../analysis/savedRun.ts';
import type { LineReport, Report } from '../shared/report.ts';

/** Reads a saved run; throws an Error with a sentence where it can't. */
export function readSavedRun(path: string): SavedRun & { takenAt: number } {
  const name = basename(path);
  let text: string;
  let takenAt: number;
  try {
    takenAt = statSync(path).mtimeMs;
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`${name} can't be opened, ${reasonOf(error)}.`, { cause: error });
  }
  try {
    const run = openSavedRun(text);
    checkReport(run.report);
    const told = Date.parse(run.report.takenAt ?? '');
    return { ...run, takenAt: Number.isNaN(told) ? takenAt : told };
  } catch (error) {
    throw new Error(
      `${name} can't be opened. ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}

/** The profile is checked where it is read; of the report, the lists that are walked through. */
function checkReport(report: Partial<Report> | null | undefined): void {
  const lists = [report?.lines, report?.functions, report?.packages, report?.notes];
  const areThere = lists.every((list) => Array.isArray(list));
  const [lines, functions] = lists as [unknown[], unknown[]];
  if (areThere && lines.every(isEntry) && functions.every(isEntry)) return;
  throw new Error('Its report is damaged. Save it again from a new run.');
}

function isEntry(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { file, line, self, tiers } = value as Partial<LineReport>;
  return (
    typeof file === 'string' &&
    typeof line === 'number' &&
    typeof self === 'number' &&
    typeof tiers === 'object'
  );
}

function reasonOf(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'there is no such file';
    case 'EISDIR':
      return 'it is a folder';
    case 'EACCES':
    case 'EPERM':
      return 'there is no permission to read it';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
