import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Uri } from 'vscode';
import { lastShownFile, savedRunFile } from '../../shared/lspWire.ts';

/** Whether the workspace has a profile to be shown from before, which is worth starting the server for. */
export function hasSavedRun(storage: Uri | undefined): boolean {
  if (!storage) return false;
  const folder = storage.fsPath;
  try {
    return readFileSync(join(folder, lastShownFile), 'utf8') !== '';
  } catch {
    return hasRunFile(storage);
  }
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
