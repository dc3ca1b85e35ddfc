import type { Connection } from 'vscode-languageserver/node';
import type { SavedRun } from '../analysis/savedRun.ts';
import { lspMethods, type OpenAnswer, type ProfileChangedMessage } from '../shared/lspWire.ts';
import { profileSummary } from './profileSummary.ts';
import { readSavedRun, type RunStore } from './runStore.ts';
import { ShownProfile } from './shownProfile.ts';

/** Which profile is shown, if any: what a run made, or what was opened. */
export class Showing {
  store: RunStore | null = null;
  #shown: ShownProfile | null = null;
  readonly #listeners: (() => void)[] = [];

  constructor(private readonly connection: Connection) {}

  get current(): ShownProfile | null {
    return this.#shown;
  }

  onDidChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Saves a new run where runs are saved, and shows it. */
  async showRun(run: SavedRun): Promise<void> {
    const takenAt = Date.now();
    let path: string | null = null;
    try {
      path = this.store?.save(run, takenAt) ?? null;
    } catch (error) {
      // A full disk is no reason to throw a run away.
      const reason = error instanceof Error ? error.message : String(error);
      run.report.notes.push(`The run could not be saved: ${reason}.`);
    }
    await this.#show(new ShownProfile(run, path, takenAt));
  }

  async open(path: string): Promise<OpenAnswer> {
    let read: ReturnType<typeof readSavedRun>;
    try {
      read = readSavedRun(path);
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
    await this.#show(new ShownProfile(read, path, read.takenAt));
    return { problem: null };
  }

  /** What was shown last, before the window was closed or the server ended. */
  async openNewest(): Promise<void> {
    for (const path of this.store?.paths() ?? []) {
      // A damaged one is passed over for the one before it.
      if ((await this.open(path)).problem === null) return;
    }
  }

  async clear(): Promise<void> {
    if (this.#shown) await this.#show(null);
  }

  async #show(shown: ShownProfile | null): Promise<void> {
    this.#shown = shown;
    const message: ProfileChangedMessage = { profile: shown && profileSummary(shown) };
    await this.connection.sendNotification(lspMethods.profileChanged, message);
    for (const listener of this.#listeners) listener();
  }
}
