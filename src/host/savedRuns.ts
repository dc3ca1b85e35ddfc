import { readdirSync } from 'node:fs';
import type { Uri } from 'vscode';

/** Whether the workspace has a run from before, which is worth starting the server for. */
export function hasSavedRun(storage: Uri | undefined): boolean {
  if (!storage) return false;
  try {
    return readdirSync(storage.fsPath).some((name) => name.endsWith('.cpuprofile'));
  } catch {
    // The folder is made with the first run.
    return false;
  }
}
