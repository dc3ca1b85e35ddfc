import type { Connection } from 'vscode-languageserver/node';
import { addDiskSources } from '../../engine/profile/diskSources.ts';
import { attachAndProfile } from '../../engine/attach/attach.ts';
import { listNodeProcesses } from '../../engine/attach/nodeProcesses.ts';
import { runProfile } from '../../engine/run/run.ts';
import type { RunHooks, RunOutcome } from '../../engine/run/runOutcome.ts';
import type { Failure } from '../../shared/failure.ts';
import { alreadyRunning, untrustedWorkspace } from '../../shared/refusals.ts';
import type { RunAnswer, RunRequest } from '../../shared/runWire.ts';
import type { AnswerOf, RequestOf } from '../../shared/lspWire.ts';
import type { RunSeries } from '../../shared/savedRuns.ts';
import { runHead, seriesOf, seriesOfAttached } from '../store/runHead.ts';
import type { SavedRuns } from './savedRuns.ts';
import type { CurrentProfile } from '../profile/currentProfile.ts';
import type { CurrentAllocations } from '../memory/currentAllocations.ts';
import { tellHost } from '../core/tellHost.ts';

/** Owns the current run: one at a time, and only if programs may be started. */
export class RunController {
  #trusted = false;
  #current: { abort: AbortController; ended: Promise<unknown> } | null = null;

  constructor(
    private readonly connection: Connection,
    private readonly currentProfile: CurrentProfile,
    private readonly saved: SavedRuns,
    private readonly allocations: CurrentAllocations,
  ) {}

  trust(): void {
    this.#trusted = true;
  }

  async run({ options, origin }: RunRequest): Promise<RunAnswer> {
    return this.alone(
      (signal) => {
        const profile = (hooks: RunHooks) => runProfile(options, hooks, signal);
        if (options.allocations) return this.#profileAllocations(profile);
        return this.#profile(profile, seriesOf(options, origin));
      },
      (failure) => ({ failure }),
    );
  }

  readonly attach = async ({ options, origin }: RequestOf<'attach'>): Promise<RunAnswer> => {
    return this.alone(
      (signal) => {
        const profile = (hooks: RunHooks) => attachAndProfile(options, hooks, signal);
        return this.#profile(profile, seriesOfAttached(options, origin));
      },
      (failure) => ({ failure }),
    );
  };

  readonly nodeProcesses = (): Promise<AnswerOf<'nodeProcesses'>> =>
    this.whereTrusted(
      async () => ({ processes: await listNodeProcesses() }),
      () => ({ processes: [] }),
    );

  /** Starts programs other than the user's, or uses the network, if the workspace is trusted. */
  async whereTrusted<T>(work: () => Promise<T>, refused: (failure: Failure) => T): Promise<T> {
    return this.#trusted ? work() : refused(untrustedWorkspace());
  }

  /** Does work that starts programs, if trusted and no other such work runs; `stop` ends it. */
  async alone<T>(
    work: (signal: AbortSignal) => Promise<T>,
    refused: (failure: Failure) => T,
  ): Promise<T> {
    return this.whereTrusted(async () => {
      if (this.#current) return refused(alreadyRunning());
      const abort = new AbortController();
      const running = work(abort.signal);
      this.#current = { abort, ended: running };
      try {
        return await running;
      } finally {
        this.#current = null;
      }
    }, refused);
  }

  stop(): void {
    this.#current?.abort.abort();
  }

  /** Stops the run, and waits until it has ended and earlier ones are saved. */
  async end(): Promise<void> {
    this.stop();
    await this.#current?.ended.catch(() => undefined);
    await this.saved.settled();
  }

  async #profile(
    profileIt: (hooks: RunHooks) => Promise<RunOutcome>,
    series: RunSeries,
  ): Promise<RunAnswer> {
    let shown: Promise<void> | null = null;
    const show = (outcome: RunOutcome) => (shown ??= this.#show(outcome));
    // An error is reported where the same promise is awaited below.
    const onOutcome = (outcome: RunOutcome) => void show(outcome).catch(() => undefined);
    let outcome;
    try {
      outcome = await profileIt({ ...this.#hooks(), onOutcome });
    } catch (error) {
      // On an unexpected error, views must not stay in the middle of a run.
      await tellHost(this.connection, 'runState', { state: { phase: 'idle' } });
      throw error;
    }
    await show(outcome);
    const { report, profile } = outcome;
    if (profile) {
      const takenAt = Date.parse(report.takenAt!);
      this.saved.keep({ profile, report }, runHead(report, series, takenAt));
    }
    return { failure: report.failure };
  }

  /** It has no profile, and so the one that is shown stays. */
  async #profileAllocations(
    profileIt: (hooks: RunHooks) => Promise<RunOutcome>,
  ): Promise<RunAnswer> {
    try {
      const { report, bytesProfile, workspaceFolders } = await profileIt(this.#hooks());
      if (report.failure === null) {
        await this.allocations.show(report, bytesProfile, workspaceFolders);
      }
      return { failure: report.failure };
    } catch (error) {
      await tellHost(this.connection, 'runState', { state: { phase: 'idle' } });
      throw error;
    }
  }

  /** Shows the samples of failed runs too: if a server got stuck, they say where. */
  async #show({ report, profile, startedAtMs, workspaceFolders }: RunOutcome): Promise<void> {
    if (!profile) return;
    addDiskSources(profile, report, startedAtMs, workspaceFolders);
    const takenAt = Date.parse(report.takenAt!);
    const path = this.currentProfile.store?.pathFor(takenAt) ?? null;
    await this.currentProfile.showRun({ profile, report }, path, takenAt, workspaceFolders);
  }

  #hooks(): RunHooks {
    return {
      onState: (state) => void tellHost(this.connection, 'runState', { state }),
      onProgress: (progress) => void tellHost(this.connection, 'progress', progress),
      onOutput: (text, stream) => void tellHost(this.connection, 'output', { text, stream }),
    };
  }
}
