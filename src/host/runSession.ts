import * as vscode from 'vscode';
import type { Failure } from '../shared/failure.ts';
import { cancelled } from '../shared/failureText.ts';
import type { LoadProgress } from '../shared/loadWire.ts';
import type { RunAnswer } from '../shared/lspWire.ts';
import type { RunOptions } from '../shared/runOptions.ts';
import type { RunState } from '../shared/runState.ts';
import type { RunOrigin } from '../shared/savedRuns.ts';
import { commandWithoutSecrets } from '../shared/secretWords.ts';
import { DisposableStore } from './disposableStore.ts';
import { failureWords } from './failureWords.ts';
import type { LanguageServer } from './languageServer.ts';
import { phaseWords, progressPercent } from './runWords.ts';
import { withoutColours } from './withoutColours.ts';

/** The engine gives the target 5 s to end, and there is a report to read. */
const stopWaitMs = 30_000;

export interface RunView {
  state: RunState;
  progress: LoadProgress | null;
}

/** The run that is under way: one at a time. Its state is the server's, told on as it comes. */
export class RunSession implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<RunView>());
  readonly onDidChange = this.#changed.event;
  readonly #stopAsked = this.#store.add(new vscode.EventEmitter<void>());
  #view: RunView = { state: { phase: 'idle' }, progress: null };
  #isRunning = false;

  constructor(
    private readonly server: LanguageServer,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#store.add(server.onRunState((state) => this.#show({ state, progress: null })));
    this.#store.add(
      server.onProgress((progress) => this.#show({ state: this.#view.state, progress })),
    );
  }

  get view(): RunView {
    return this.#view;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  stop(): void {
    this.server.stop();
    this.#stopAsked.fire();
  }

  /** Runs to the end, with its progress in a notification. Null: done. */
  async run(title: string, options: RunOptions, origin: RunOrigin): Promise<Failure | null> {
    this.#setRunning(true);
    this.#show({ state: { phase: 'launching' }, progress: null });
    this.log.info(
      `Profiling ${JSON.stringify(commandWithoutSecrets(options.command))} in ${options.cwd}`,
    );
    try {
      const failure = await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, title, cancellable: true },
        (report, token) =>
          this.#runWithProgress(() => this.server.run(options, origin), report, token),
      );
      // The state that came last is drawn, whatever the server managed to say.
      this.#show({
        state: failure ? { phase: 'failed', failure } : { phase: 'done' },
        progress: null,
      });
      if (failure)
        this.log.info(withoutColours(`The run ended: ${failure.kind}: ${failureWords(failure)}`));
      return failure;
    } catch (error) {
      this.#show({ state: { phase: 'idle' }, progress: null });
      if (!this.server.hasDied(error)) throw error;
      // Whoever started the server again has said that the run is lost.
      this.log.warn(`The run ended with the language server: ${String(error)}`);
      return cancelled();
    } finally {
      this.#setRunning(false);
    }
  }

  dispose(): void {
    this.#store.dispose();
  }

  async #runWithProgress(
    run: () => Promise<RunAnswer>,
    report: vscode.Progress<{ message?: string; increment?: number }>,
    token: vscode.CancellationToken,
  ): Promise<Failure | null> {
    const store = new DisposableStore();
    const launchedMs = performance.now();
    let percent = 0;
    const tell = ({ state, progress }: RunView) => {
      const now = Math.max(percent, progressPercent(state, progress));
      const launchS = (performance.now() - launchedMs) / 1000;
      report.report({ message: phaseWords(state, progress, launchS), increment: now - percent });
      percent = now;
    };
    tell(this.#view);
    // A server that is slow to listen gives no event.
    const timer = setInterval(() => {
      if (this.#view.state.phase === 'launching') tell(this.#view);
    }, 1000);
    store.add({ dispose: () => clearInterval(timer) });
    store.add(this.onDidChange(tell));
    store.add(token.onCancellationRequested(() => this.stop()));
    try {
      const answer = run().then(({ failure }) => failure);
      return await Promise.race([answer, this.#lateStop(store)]);
    } finally {
      store.dispose();
    }
  }

  /** Where a stop gets no answer, the server is ended, and what it runs with it. */
  #lateStop(store: DisposableStore): Promise<Failure> {
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined;
      store.add({ dispose: () => clearTimeout(timer) });
      store.add(this.#stopAsked.event(() => (timer ??= setTimeout(giveUp, stopWaitMs))));
      const giveUp = () => {
        const message = `The run did not stop within ${stopWaitMs / 1000} s, so it was ended by force.`;
        this.log.error(message);
        void this.server.end();
        resolve({ kind: 'cancelled', message });
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
