import type { Connection } from 'vscode-languageserver/node';
import type { SavedRun } from '../analysis/savedRun.ts';
import { lspMethods, type OpenAnswer, type ProfileChangedMessage } from '../shared/lspWire.ts';
import { profileSummary } from './profileSummary.ts';
import { readSavedRun } from '../engine/savedRunFile.ts';
import type { RunStore } from './runStore.ts';
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
    if (path !== null) this.#remember(path);
    await this.#show(new ShownProfile(run, path, takenAt));
  }

  /** Shows a saved run, also after the next start. */
  async open(path: string): Promise<OpenAnswer> {
    const answer = await this.#open(path);
    if (answer.problem === null) this.#remember(path);
    return answer;
  }

  /** What was shown before the window was closed or the server ended; else the newest run. */
  async openLast(): Promise<void> {
    const last = this.store?.lastShown();
    const paths = last === null ? [] : [last ?? [], this.store?.paths() ?? []].flat();
    for (const path of new Set(paths)) {
      // A damaged one is passed over for the one before it.
      if ((await this.#open(path)).problem === null) return;
    }
    // Whoever still draws a profile of the server before this one has it no longer.
    await this.#show(null);
  }

  async clear(): Promise<void> {
    this.#remember(null);
    if (this.#shown) await this.#show(null);
  }

  async #open(path: string): Promise<OpenAnswer> {
    let read: ReturnType<typeof readSavedRun>;
    try {
      read = readSavedRun(path);
    } catch (error) {
      return { problem: error instanceof Error ? error.message : String(error) };
    }
    await this.#show(new ShownProfile(read, path, read.takenAt));
    return { problem: null };
  }

  #remember(path: string | null): void {
    try {
      this.store?.rememberShown(path);
    } catch {
      // A full disk is no reason not to show it now.
    }
  }

  async #show(shown: ShownProfile | null): Promise<void> {
    this.#shown = shown;
    const message: ProfileChangedMessage = { profile: shown && profileSummary(shown) };
    await this.connection.sendNotification(lspMethods.profileChanged, message);
    for (const listener of this.#listeners) listener();
  }
}
