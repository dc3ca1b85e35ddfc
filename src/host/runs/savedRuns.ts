import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Uri } from 'vscode';
import { textOfFile } from '../core/textOfFile.ts';
import { lastShownFile, savedRunFile } from '../../shared/savedRuns.ts';

/** Whether there is a profile from an earlier session to show, so that starting the server is worth it. */
export function hasSavedRun(storage: Uri | undefined): boolean {
  if (!storage) return false;
  const shown = textOfFile(join(storage.fsPath, lastShownFile));
  return shown === null ? hasRunFile(storage) : shown !== '';
}

export function hasRunFile(storage: Uri | undefined): boolean {
  if (!storage) return false;
  try {
    return readdirSync(storage.fsPath).some((name) => savedRunFile.test(name));
  } catch {
    // The folder does not exist before the first run.
    return false;
  }
}
