import { MessageType, ShowMessageNotification, type Connection } from 'vscode-languageserver/node';
import type { SavedRun } from '../../analysis/saved/savedRun.ts';
import type { AnswerOf, RequestOf, RunsProblem } from '../../shared/lspWire.ts';
import {
  isSameSeries,
  type KeptRuns,
  type ListedRun,
  type NoRun,
  type RunHead,
} from '../../shared/savedRuns.ts';
import { HeldFileError } from '../../engine/files/heldFiles.ts';
import { deepRunNoBaseline } from '../../shared/deepRun.ts';
import { isMeasuredRun } from '../store/measuredRuns.ts';
import type { CurrentProfile } from '../profile/currentProfile.ts';
import type { RunStore, StoredRun } from '../store/runStore.ts';
import { writeRun } from '../store/writeRun.ts';
import { tellHost } from '../core/tellHost.ts';

/** The kept runs: saves new ones in the background, and answers requests about all. */
export class SavedRuns {
  readonly #saving = new Map<string, Promise<void>>();

  constructor(
    private readonly connection: Connection,
    private readonly currentProfile: CurrentProfile,
    private readonly limits: () => KeptRuns,
  ) {
    currentProfile.onDidChange(() => this.#tell());
  }

  /** Starts saving a run that is shown already. Use {@link settled} to wait for the file. */
  keep(run: SavedRun, head: RunHead): void {
    const { store } = this;
    if (!store) return;
    const path = store.pathFor(head.takenAt);
    const saving = this.#save(store, run, head).finally(() => {
      this.#saving.delete(path);
      this.#tell();
    });
    this.#saving.set(path, saving);
  }

  /** Waits until all pending saves have finished. Never throws. */
  async settled(): Promise<void> {
    await Promise.all(this.#saving.values());
  }

  /** Call this after the limits changed. */
  async tidy(): Promise<void> {
    await this.store?.tidy(this.limits());
    this.#tell();
  }

  readonly list = async (): Promise<AnswerOf<'runs'>> => ({ runs: await this.#listed() });

  readonly rename = ({ path, name }: RequestOf<'renameRun'>): Promise<RunsProblem> =>
    this.#change(path, (store, run) => {
      store.rename(run, name.trim());
      return null;
    });

  readonly pin = ({ path, isBaseline }: RequestOf<'pinRun'>): Promise<RunsProblem> =>
    this.#change(path, async (store, run) => {
      if (isBaseline && run.sampling?.deep) return deepRunNoBaseline;
      await store.pin(run, isBaseline);
      return null;
    });

  readonly delete = async ({ paths }: RequestOf<'deleteRuns'>): Promise<RunsProblem> => {
    await this.settled();
    const { store } = this;
    for (const run of (await store?.list()) ?? []) {
      if (!paths.includes(run.path)) continue;
      try {
        store?.remove(run.path);
      } catch (error) {
        this.#tell();
        return { problem: notChanged(error) };
      }
      if (this.currentProfile.current?.path === run.path) await this.currentProfile.clear();
    }
    this.#tell();
    return { problem: null };
  };

  readonly export = async ({ path, to, format }: RequestOf<'exportRun'>): Promise<RunsProblem> => {
    const shown = this.currentProfile.current;
    const from = path ?? shown?.path;
    if (shown && from === shown.path) {
      const { workspaceFolders } = shown;
      const { profile, report } = shown.run;
      const run = { profile, report };
      await writeRun({ kind: 'export', run, path: to, format, workspaceFolders });
      return { problem: null };
    }
    await this.settled();
    if (from === null || from === undefined || !(await this.store?.find(from)))
      return { problem: gone };
    const workspaceFolders = await this.currentProfile.workspaceFolders();
    await writeRun({ kind: 'exportFile', from, path: to, format, workspaceFolders });
    return { problem: null };
  };

  readonly baseline = async ({ path }: RequestOf<'baseline'>): Promise<AnswerOf<'baseline'>> => {
    await this.settled();
    const runs = await this.#listed();
    const wanted = path ?? this.currentProfile.current?.path;
    const run = runs.find((each) => each.path === wanted) ?? null;
    const isItsBaseline = (each: ListedRun) =>
      run !== null && each.isBaseline && isSameSeries(each.series, run.series);
    const noRun = run ? null : path !== null ? 'gone' : this.#whyNoneShown(runs);
    return { run, baseline: runs.find(isItsBaseline) ?? null, noRun };
  };

  #whyNoneShown(runs: readonly ListedRun[]): NoRun {
    const shown = this.currentProfile.current;
    if (!shown) return runs.length === 0 ? 'nothing-saved' : 'nothing-shown';
    return shown.path !== null && isMeasuredRun(shown.path) ? 'measured' : 'not-saved';
  }

  private get store(): RunStore | null {
    return this.currentProfile.store;
  }

  async #save(store: RunStore, run: SavedRun, head: RunHead): Promise<void> {
    try {
      await store.save(run, head);
      await store.tidy(this.limits());
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `The run is shown, and could not be saved: ${reason}. Save Profile As… tries another place.`;
      await this.connection
        .sendNotification(ShowMessageNotification.type, { type: MessageType.Warning, message })
        .catch(() => undefined);
    }
  }

  async #change(
    path: string,
    change: (store: RunStore, run: StoredRun) => string | null | Promise<string | null>,
  ): Promise<RunsProblem> {
    await this.settled();
    const run = await this.store?.find(path);
    if (!run || !this.store) {
      this.#tell();
      return { problem: gone };
    }
    try {
      return { problem: await change(this.store, run) };
    } catch (error) {
      return { problem: notChanged(error) };
    } finally {
      this.#tell();
    }
  }

  async #listed(): Promise<ListedRun[]> {
    const shown = this.currentProfile.current?.path;
    const runs = (await this.store?.list()) ?? [];
    return runs.map((run) => ({ ...run, isShown: run.path === shown }));
  }

  #tell(): void {
    void tellHost(this.connection, 'runsChanged');
  }
}

/** Rethrows unexpected errors. */
function notChanged(error: unknown): string {
  if (!(error instanceof HeldFileError)) throw error;
  return `The saved run stays as it was: ${error.message}.`;
}

const gone = 'This run is not there any more.';
