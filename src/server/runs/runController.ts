import type { Connection } from 'vscode-languageserver/node';
import { addDiskSources } from '../../engine/profile/diskSources.ts';
import { attachAndProfile } from '../../engine/attach.ts';
import { listNodeProcesses } from '../../engine/samplers/nodeProcesses.ts';
import { profileServer } from '../../engine/run.ts';
import type { RunHooks, RunOutcome } from '../../engine/runOutcome.ts';
import type { Failure } from '../../shared/failure.ts';
import { alreadyRunning, untrustedWorkspace } from '../../shared/failureText.ts';
import { type RunAnswer, type RunRequest } from '../../shared/lspWire.ts';
import type { AttachRequest, NodeProcessesAnswer } from '../../shared/attachWire.ts';
import type { RunSeries } from '../../shared/savedRuns.ts';
import { runHead, seriesOf, seriesOfAttached } from './runHead.ts';
import type { SavedRuns } from './savedRuns.ts';
import type { CurrentProfile } from '../currentProfile.ts';
import { tellHost } from '../tellHost.ts';

/** Owns the run that is under way: one at a time, and only where programs may be started. */
export class RunController {
  #trusted = false;
  #current: { abort: AbortController; ended: Promise<unknown> } | null = null;

  constructor(
    private readonly connection: Connection,
    private readonly currentProfile: CurrentProfile,
    private readonly saved: SavedRuns,
  ) {}

  trust(): void {
    this.#trusted = true;
  }

  async run({ options, origin }: RunRequest): Promise<RunAnswer> {
    return this.alone(
      (signal) => {
        const profile = (hooks: RunHooks) => profileServer(options, hooks, signal);
        return this.#profile(profile, seriesOf(options, origin));
      },
      (failure) => ({ failure }),
    );
  }

  /** The same with a process that runs already. */
  readonly attach = async ({ options, origin }: AttachRequest): Promise<RunAnswer> => {
    return this.alone(
      (signal) => {
        const profile = (hooks: RunHooks) => attachAndProfile(options, hooks, signal);
        return this.#profile(profile, seriesOfAttached(options, origin));
      },
      (failure) => ({ failure }),
    );
  };

  /** What may be attached to. */
  readonly nodeProcesses = (): Promise<NodeProcessesAnswer> =>
    this.whereTrusted(
      async () => ({ processes: await listNodeProcesses() }),
      () => ({ processes: [] }),
    );

  /** Does what starts a program, or asks the network, but runs nothing of the user's: where that is allowed. */
  async whereTrusted<T>(work: () => Promise<T>, refused: (failure: Failure) => T): Promise<T> {
    return this.#trusted ? work() : refused(untrustedWorkspace());
  }

  /** Does what starts programs, where that is allowed and nothing else does so; ended by `stop`. */
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

  /** Stops the run, and waits until nothing of it is left and those before it are saved. */
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
    // Where that fails, whoever waits for it below is told.
    const onOutcome = (outcome: RunOutcome) => void show(outcome).catch(() => undefined);
    let outcome;
    try {
      outcome = await profileIt({ ...this.#hooks(), onOutcome });
    } catch (error) {
      // A defect: whoever draws the state must not be left in the middle of a run.
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

  /** A failed run with samples is of a server that got stuck: they say where. */
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
