import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Uri } from 'vscode';
import { lastShownFile } from '../shared/lspWire.ts';

/** Whether the workspace has a profile to be shown from before, which is worth starting the server for. */
export function hasSavedRun(storage: Uri | undefined): boolean {
  if (!storage) return false;
  const folder = storage.fsPath;
  try {
    return readFileSync(join(folder, lastShownFile), 'utf8') !== '';
  } catch {
    return hasRun(folder);
  }
}

/** Runs that were saved before anybody wrote down what is shown. */
function hasRun(folder: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith('.cpuprofile'));
  } catch {
    // The folder is made with the first run.
    return false;
  }
}
