import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Uri } from 'vscode';
import { textOfFile } from '../textOfFile.ts';
import { lastShownFile, savedRunFile } from '../../shared/lspWire.ts';

/** Whether the workspace has a profile to be shown from before, which is worth starting the server for. */
export function hasSavedRun(storage: Uri | undefined): boolean {
  if (!storage) return false;
  const shown = textOfFile(join(storage.fsPath, lastShownFile));
  return shown === null ? hasRunFile(storage) : shown !== '';
}

/** Whether there is a saved run to be listed, which is worth it too. */
export function hasRunFile(storage: Uri | undefined): boolean {
  if (!storage) return false;
  try {
    return readdirSync(storage.fsPath).some((name) => savedRunFile.test(name));
  } catch {
    // The folder is made with the first run.
    return false;
  }
}
