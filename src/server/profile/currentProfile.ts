import type { CancellationToken, Connection } from 'vscode-languageserver/node';
import type { SavedRun } from '../../analysis/saved/savedRun.ts';
import type { OverlayOptions } from '../../shared/lspOptions.ts';
import type { AnswerOf, RequestOf } from '../../shared/lspWire.ts';
import { ProfileOpening, type FolderTeller } from './profileOpening.ts';
import { profileSummary } from './profileSummary.ts';
import { RunFileError } from '../../engine/profile/savedRunFile.ts';
import type { RunStore } from '../store/runStore.ts';
import { LoadedProfile } from './loadedProfile.ts';
import { tellHost } from '../core/tellHost.ts';

/** The shown profile, if any: from a run, or opened from a file. */
export class CurrentProfile {
  store: RunStore | null = null;
  #shown: LoadedProfile | null = null;
  /** Set once anything is shown, opened or cleared: the last session's is then not restored. */
  #isAsked = false;
  readonly #listeners: (() => void)[] = [];
  readonly #opening: ProfileOpening;

  constructor(
    private readonly connection: Connection,
    client: FolderTeller,
    private readonly overlay: () => Pick<OverlayOptions, 'chargeAwaits' | 'findingsOff'> = () => ({
      ...{ chargeAwaits: true, findingsOff: [] },
    }),
  ) {
    this.#opening = new ProfileOpening(connection, client);
  }

  get current(): LoadedProfile | null {
    return this.#shown;
  }

  workspaceFolders(): Promise<string[]> {
    return this.#opening.workspaceFolders();
  }

  onDidChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Shows a new run, which is being saved to `path` (null if it is not saved). */
  async showRun(
    run: SavedRun,
    path: string | null,
    takenAt: number,
    workspaceFolders: readonly string[],
  ): Promise<void> {
    this.#isAsked = true;
    if (path !== null) this.#remember(path);
    await this.#show(this.#loaded(run, path, takenAt, workspaceFolders));
  }

  /** Shows the same profile again, since lines are to have what ran after their awaits, or other findings. */
  async showAgain(): Promise<void> {
    const shown = this.#shown;
    if (!shown) return;
    const { run, path, takenAt, workspaceFolders } = shown;
    const again = this.#loaded(run, path, takenAt, workspaceFolders);
    const isSame = again.profile === shown.profile && again.report === shown.report;
    if (!isSame) await this.#show(again);
  }

  #loaded(
    run: SavedRun,
    path: string | null,
    takenAt: number,
    workspaceFolders: readonly string[],
  ): LoadedProfile {
    const { chargeAwaits, findingsOff } = this.overlay();
    return new LoadedProfile(run, path, takenAt, workspaceFolders, chargeAwaits, findingsOff);
  }

  /** Shows a saved or foreign profile. A kept run that is unreadable is removed from the list. */
  async open(
    { path, morePaths = [] }: RequestOf<'open'>,
    token?: CancellationToken,
  ): Promise<AnswerOf<'open'>> {
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

  /** Shows what the last session showed, else the newest run. */
  async openLast(): Promise<void> {
    const last = this.store?.lastShown();
    const paths = last === null ? [] : [last ?? [], this.store?.paths() ?? []].flat();
    const isWanted = () => !this.#isAsked;
    for (const path of new Set(paths)) {
      if (!isWanted()) return;
      const error = await this.#open(path.split('\n'), { isWanted });
      // If a run is damaged, the one before it is tried.
      if (error === null || error === 'cancelled') return;
    }
    // Clients may still draw a profile of the previous server process.
    if (isWanted()) await this.#show(null);
  }

  /** Resumes the restoring that was given up for a profile that failed to open. */
  #restoreIfEmpty(): void {
    if (this.#shown) return;
    this.#isAsked = false;
    // It runs in the background, and its errors concern nobody.
    this.openLast().catch(() => undefined);
  }

  async clear(): Promise<void> {
    this.#isAsked = true;
    this.#remember(null);
    if (this.#shown) await this.#show(null);
  }

  /** Returns null once the profile is shown. */
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
      await this.#show(this.#loaded(opened, paths[0]!, takenAt, workspaceFolders));
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
      // The profile can be shown even if the disk is full.
    }
  }

  async #show(shown: LoadedProfile | null): Promise<void> {
    this.#shown = shown;
    const profile = shown && profileSummary(shown);
    await tellHost(this.connection, 'profileChanged', { profile });
    for (const listener of this.#listeners) listener();
  }
}
