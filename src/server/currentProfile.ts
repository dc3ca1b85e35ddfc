import type { CancellationToken, Connection } from 'vscode-languageserver/node';
import type { SavedRun } from '../analysis/profile/savedRun.ts';
import { type OpenAnswer, type OpenRequest } from '../shared/lspWire.ts';
import { ProfileOpening, type FolderTeller } from './opening/profileOpening.ts';
import { profileSummary } from './profileSummary.ts';
import { RunFileError } from '../engine/profile/savedRunFile.ts';
import type { RunStore } from './runs/runStore.ts';
import { ShownProfile } from './shownProfile.ts';
import { tellHost } from './tellHost.ts';

/** Which profile is shown, if any: what a run made, or what was opened. */
export class CurrentProfile {
  store: RunStore | null = null;
  #shown: ShownProfile | null = null;
  /** Whether anything was shown, opened or cleared since the start: what is from before gives way to it. */
  #isAsked = false;
  readonly #listeners: (() => void)[] = [];
  readonly #opening: ProfileOpening;

  constructor(
    private readonly connection: Connection,
    client: FolderTeller,
  ) {
    this.#opening = new ProfileOpening(connection, client);
  }

  get current(): ShownProfile | null {
    return this.#shown;
  }

  /** Those that the editor has open. */
  workspaceFolders(): Promise<string[]> {
    return this.#opening.workspaceFolders();
  }

  onDidChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Shows a new run, which is being saved to `path`; null: nowhere. */
  async showRun(
    run: SavedRun,
    path: string | null,
    takenAt: number,
    workspaceFolders: readonly string[],
  ): Promise<void> {
    this.#isAsked = true;
    if (path !== null) this.#remember(path);
    await this.#show(new ShownProfile(run, path, takenAt, workspaceFolders));
  }

  /**
   * Shows a saved run, or what another program has written, also after the next start. One of the kept
   * runs that can't be read any more is none.
   */
  async open(
    { path, morePaths = [] }: OpenRequest,
    token?: CancellationToken,
  ): Promise<OpenAnswer> {
    this.#isAsked = true;
    const error = await this.#open([path, ...morePaths], { token });
    const isOver = error !== 'cancelled' || token?.isCancellationRequested === true;
    if (error !== null && isOver) this.#restoreIfEmpty();
    if (error === 'cancelled') return { problem: null, isCancelled: true };
    if (error === null) this.#remember([path, ...morePaths].join('\n'));
    else if (error.kind === 'lost' && this.store?.owns(path)) {
      this.store.remove(path);
      await tellHost(this.connection, 'runsChanged');
      return { problem: 'The file of this run is gone or damaged, so the list has it no longer.' };
    }
    return { problem: error?.message ?? null };
  }

  /** What was shown before the window was closed or the server ended; else the newest run. */
  async openLast(): Promise<void> {
    const last = this.store?.lastShown();
    const paths = last === null ? [] : [last ?? [], this.store?.paths() ?? []].flat();
    const isWanted = () => !this.#isAsked;
    for (const path of new Set(paths)) {
      if (!isWanted()) return;
      const error = await this.#open(path.split('\n'), { isWanted });
      // A damaged one is passed over for the one before it.
      if (error === null || error === 'cancelled') return;
    }
    // Whoever still draws a profile of the server before this one has it no longer.
    if (isWanted()) await this.#show(null);
  }

  /** What was given up for a profile that did not come. */
  #restoreIfEmpty(): void {
    if (this.#shown) return;
    this.#isAsked = false;
    // Nobody waits for it, nor for what is wrong with it.
    this.openLast().catch(() => undefined);
  }

  async clear(): Promise<void> {
    this.#isAsked = true;
    this.#remember(null);
    if (this.#shown) await this.#show(null);
  }

  /** Null where it is shown. */
  async #open(
    paths: string[],
    {
      token,
      isWanted = () => true,
    }: { token?: CancellationToken | undefined; isWanted?: () => boolean },
  ): Promise<RunFileError | 'cancelled' | null> {
    try {
      const opened = await this.#opening.open(paths, token);
      if (!opened || !isWanted()) return 'cancelled';
      const { takenAt, workspaceFolders } = opened;
      await this.#show(new ShownProfile(opened, paths[0]!, takenAt, workspaceFolders));
      return null;
    } catch (error) {
      if (error instanceof RunFileError) return error;
      throw error;
    }
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
    const profile = shown && profileSummary(shown);
    await tellHost(this.connection, 'profileChanged', { profile });
    for (const listener of this.#listeners) listener();
  }
}
