import * as vscode from 'vscode';
import { attachTargetText, type AttachOptions } from '../../shared/attach.ts';
import type { BenchOptions, BenchResult, BenchStep } from '../../shared/bench.ts';
import { benchStepText } from '../../shared/benchText.ts';
import type { Failure } from '../../shared/failure.ts';
import type { RunAnswer } from '../../shared/runWire.ts';
import { cancelled } from '../../shared/refusals.ts';
import type { LoadProgress } from '../../shared/loadWire.ts';
import type {
  MeasureOptions,
  MeasureProgress,
  MeasureReport,
  MeasureResult,
} from '../../shared/measure.ts';
import { measureCancelled } from '../../shared/measureText.ts';
import type { RunOptions } from '../../shared/runOptions.ts';
import type { RunState } from '../../shared/runState.ts';
import type { RunOrigin } from '../../shared/savedRuns.ts';
import { plainText } from '../../shared/plainText.ts';
import { redactedCommand } from '../../shared/secretText.ts';
import { DisposableStore, StoreOwner } from '../core/disposableStore.ts';
import { failureNotice } from './failureNotice.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import { measurePercent, measureNotice, resultText } from './measureNotice.ts';
import { phaseText, progressPercent } from './runText.ts';

/** The engine gives the target 5 s to end, and then reads the samples. */
const stopWaitMs = 30_000;

export interface RunView {
  state: RunState;
  progress: LoadProgress | null;
  /** Null if no measurement is under way. */
  measuring: { progress: MeasureProgress | null } | null;
  /** Null if no benchmark is under way. */
  benching: { step: BenchStep } | null;
  measured: MeasureReport | null;
}

const idle: RunView = {
  state: { phase: 'idle' },
  progress: null,
  measuring: null,
  benching: null,
  measured: null,
};

function progressOf({ state, progress, measuring, benching }: RunView, launchS: number) {
  // How many processes it takes shows only as they measure.
  if (benching) return { message: benchStepText(benching.step), percent: 0 };
  return measuring
    ? { message: measureNotice(measuring.progress), percent: measurePercent(measuring.progress) }
    : {
        message: phaseText(state, progress, launchS),
        percent: progressPercent(state, progress),
      };
}

/** The run that is under way, one at a time. Its state comes from the server. */
export class RunSession extends StoreOwner {
  readonly #changed = this.store.add(new vscode.EventEmitter<RunView>());
  readonly onDidChange = this.#changed.event;
  readonly #stopAsked = this.store.add(new vscode.EventEmitter<void>());
  #view: RunView = idle;
  #isRunning = false;

  constructor(
    private readonly server: LanguageServer,
    private readonly log: vscode.LogOutputChannel,
  ) {
    super();
    this.store.add(server.on('runState', ({ state }) => this.#show({ ...idle, state })));
    this.store.add(server.on('progress', (progress) => this.#show({ ...this.#view, progress })));
    this.store.add(
      server.on('measureProgress', (progress) => {
        if (this.#view.measuring) this.#show({ ...idle, measuring: { progress } });
      }),
    );
    this.store.add(
      server.on('benchStep', ({ step }) => {
        if (this.#view.benching) this.#show({ ...idle, benching: { step } });
      }),
    );
  }

  get view(): RunView {
    return this.#view;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  stop(): void {
    this.server.notify('stop');
    this.#stopAsked.fire();
  }

  /** Runs to the end, with progress in a notification. Null: succeeded. */
  async run(title: string, options: RunOptions, origin: RunOrigin): Promise<Failure | null> {
    this.log.info(
      `Profiling ${JSON.stringify(redactedCommand(options.command))} in ${options.cwd}`,
    );
    const state: RunState = { phase: 'launching' };
    return this.#toEnd(title, state, () => this.server.ask('run', { options, origin }));
  }

  attach(title: string, options: AttachOptions, origin: RunOrigin): Promise<Failure | null> {
    const to = attachTargetText(options.target);
    this.log.info(`Attaching to ${to}`);
    const state: RunState = { phase: 'attaching', to };
    return this.#toEnd(title, state, () => this.server.ask('attach', { options, origin }));
  }

  async #toEnd(
    title: string,
    first: RunState,
    work: () => Promise<RunAnswer>,
  ): Promise<Failure | null> {
    const failure = await this.#alone<Failure | null>(
      title,
      { ...idle, state: first },
      async () => (await work()).failure,
      (message) => (message === null ? cancelled() : { kind: 'cancelled', message }),
    );
    // The last state is drawn even if the server did not send it.
    const state: RunState = failure ? { phase: 'failed', failure } : { phase: 'done' };
    this.#show({ ...idle, state });
    if (failure)
      this.log.info(plainText(`The run ended: ${failure.kind}: ${failureNotice(failure)}`));
    return failure;
  }

  /** Measures two states to the end, with results so far in a notification. */
  async measure(title: string, options: MeasureOptions): Promise<MeasureResult> {
    const { command, cwd } = options.run;
    this.log.info(`${title}: ${JSON.stringify(redactedCommand(command))} in ${cwd}`);
    const result = await this.#alone<MeasureResult>(
      title,
      { ...idle, measuring: { progress: null } },
      () => this.server.ask('measure', { options }),
      (message) => {
        const problem = measureCancelled();
        return { report: null, problem: { ...problem, message: message ?? problem.message } };
      },
    );
    const { report, problem } = result;
    if (report) this.#show({ ...idle, measured: report });
    this.log.info(plainText(report ? resultText(report) : (problem?.message ?? '')));
    return result;
  }

  /** Measures one function by itself, to the end. */
  async bench(title: string, options: BenchOptions): Promise<BenchResult> {
    this.log.info(`${title}: ${options.file}:${options.line}`);
    const first: BenchStep = options.run ? { kind: 'recording' } : { kind: 'checking' };
    const result = await this.#alone<BenchResult>(
      title,
      { ...idle, benching: { step: first } },
      () => this.server.ask('bench', { options }),
      (message) => ({
        report: null,
        problem: { kind: 'cancelled', message: message ?? 'Cancelled.', failure: null },
      }),
    );
    this.log.info(plainText(`${title}: ${result.problem?.message ?? 'done'}`));
    return result;
  }

  /**
   * Runs `work`, which starts programs: only one at a time may.
   *
   * @param lost the answer if the server gives none; with a sentence if it was ended by force
   */
  async #alone<T>(
    title: string,
    view: RunView,
    work: () => Promise<T>,
    lost: (message: string | null) => T,
  ): Promise<T> {
    this.#setRunning(true);
    this.#show(view);
    try {
      return await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, title, cancellable: true },
        (report, token) => this.#withProgress(work, lost, report, token),
      );
    } catch (error) {
      if (!this.server.hasDied(error)) throw error;
      // The code that restarted the server has told the person that the run is lost.
      this.log.warn(`The run ended with the language server: ${String(error)}`);
      return lost(null);
    } finally {
      this.#show(idle);
      this.#setRunning(false);
    }
  }

  async #withProgress<T>(
    work: () => Promise<T>,
    lost: (message: string | null) => T,
    report: vscode.Progress<{ message?: string; increment?: number }>,
    token: vscode.CancellationToken,
  ): Promise<T> {
    const store = new DisposableStore();
    const launchedMs = performance.now();
    let percent = 0;
    const tell = (view: RunView) => {
      const launchS = (performance.now() - launchedMs) / 1000;
      const { message, percent: reached } = progressOf(view, launchS);
      const now = Math.max(percent, reached);
      report.report({ message, increment: now - percent });
      percent = now;
    };
    tell(this.#view);
    // While a server is slow to listen, no event comes.
    const timer = setInterval(() => {
      if (this.#view.state.phase === 'launching') tell(this.#view);
    }, 1000);
    store.add({ dispose: () => clearInterval(timer) });
    store.add(this.onDidChange(tell));
    store.add(token.onCancellationRequested(() => this.stop()));
    try {
      return await Promise.race([work(), this.#lateStop(store).then(lost)]);
    } finally {
      store.dispose();
    }
  }

  /** If a stop is not answered, the language server is ended, and the target with it. */
  #lateStop(store: DisposableStore): Promise<string> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      store.add({ dispose: () => clearTimeout(timer) });
      store.add(this.#stopAsked.event(() => (timer ??= setTimeout(giveUp, stopWaitMs))));
      const giveUp = () => {
        const message = `The run did not stop within ${stopWaitMs / 1000} s, so it was ended by force.`;
        this.log.error(message);
        void this.server.end();
        resolve(message);
      };
    });
  }

  #setRunning(isRunning: boolean): void {
    this.#isRunning = isRunning;
    void vscode.commands.executeCommand('setContext', 'hotframe.running', isRunning);
  }

  #show(view: RunView): void {
    this.#view = view;
    this.#changed.fire(view);
  }
}
