import { createRequire } from 'node:module';
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import {
  lspMethods,
  type EditorLine,
  type FileLinesAnswer,
  type FileLinesChangedMessage,
  type FileLinesRequest,
  type FunctionsAtAnswer,
  type FunctionsAtRequest,
  type LineNowAnswer,
  type LineNowRequest,
  type OpenAnswer,
  type OpenProgressMessage,
  type OpenRequest,
  type CompareAnswer,
  type CompareRequest,
  type CompareViewAnswer,
  type CompareViewRequest,
  type BaselineAnswer,
  type BaselineRequest,
  type DeleteRunsRequest,
  type ExportRunRequest,
  type OtherHostAnswer,
  type OtherHostRequest,
  type OutputMessage,
  type PinRunRequest,
  type RenameRunRequest,
  type ProfileChangedMessage,
  type ProgressMessage,
  type RunAnswer,
  type RunRequest,
  type RunsAnswer,
  type RunsProblem,
  type RunStateMessage,
  type RequestFileAnswer,
  type RequestFileRequest,
  type ScenarioAnswer,
  type ScenarioRequest,
  type ScenariosAnswer,
  type ScenariosRequest,
  type ServerOptions,
  type ViewAnswer,
  type ViewRequest,
  type WhyAnswer,
  type WhyRequest,
} from '../shared/lspWire.ts';
import type { AttachOptions, NodeProcess } from '../shared/attach.ts';
import type { AttachRequest, NodeProcessesAnswer } from '../shared/attachWire.ts';
import type { FromComparison, ToComparison } from '../shared/compareWire.ts';
import type { FromView, ToView } from '../shared/flameWire.ts';
import type { MeasureOptions } from '../shared/measure.ts';
import type {
  MeasureAnswer,
  MeasureProgressMessage,
  MeasureRequest,
  MeasureStatesAnswer,
  MeasureStatesRequest,
} from '../shared/measureWire.ts';
import type { RunOptions } from '../shared/runOptions.ts';
import type { RunState } from '../shared/runState.ts';
import type { ListedRun, RunOrigin } from '../shared/savedRuns.ts';
import type { Why, WhySubject } from '../shared/whyWire.ts';
import { DisposableStore } from './disposableStore.ts';
import type * as languageClient from './languageClient.ts';
import { keptRunsSettings, overlaySettings, settingsSection } from './settings.ts';
import { withDeadline } from './withDeadline.ts';

const startWaitMs = 20_000;
const answerWaitMs = 30_000;
/** A large profile is read from disk meanwhile. */
const openWaitMs = 120_000;

/** JSON-RPC's PendingResponseRejected and ConnectionInactive. */
const connectionGone = new Set([-32097, -32096]);

/**
 * The language server as the host sees it: typed requests, and its notifications as events.
 * It is started by the first request.
 *
 *   none ─► starting ─► running ─(dies)─► running, once ─(dies)─► none
 */
export class LanguageServer implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #runState = this.#store.add(new vscode.EventEmitter<RunState>());
  readonly #progress = this.#store.add(new vscode.EventEmitter<ProgressMessage>());
  readonly #output = this.#store.add(new vscode.EventEmitter<OutputMessage>());
  readonly #profile = this.#store.add(new vscode.EventEmitter<ProfileChangedMessage>());
  readonly #measureProgress = this.#store.add(new vscode.EventEmitter<MeasureProgressMessage>());
  readonly #fileLines = this.#store.add(new vscode.EventEmitter<FileLinesChangedMessage>());
  readonly onRunState = this.#runState.event;
  readonly onProgress = this.#progress.event;
  readonly onOutput = this.#output.event;
  readonly onProfileChanged = this.#profile.event;
  readonly #runs = this.#store.add(new vscode.EventEmitter<void>());
  readonly onRunsChanged = this.#runs.event;
  readonly #openProgress = this.#store.add(new vscode.EventEmitter<OpenProgressMessage>());
  readonly onOpenProgress = this.#openProgress.event;
  readonly onMeasureProgress = this.#measureProgress.event;
  readonly #comparison = this.#store.add(new vscode.EventEmitter<void>());
  /** Something else is compared, or nothing any more. */
  readonly onComparisonChanged = this.#comparison.event;
  readonly onFileLinesChanged = this.#fileLines.event;
  #client: Promise<LanguageClient> | null = null;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly storageUri: vscode.Uri | undefined,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#store.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settingsSection)) this.#sendSettings();
      }),
    );
    this.#store.add(
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#notifyRunning(lspMethods.trust)),
    );
  }

  get isStarted(): boolean {
    return this.#client !== null;
  }

  async start(): Promise<void> {
    await this.#running();
  }

  async run(options: RunOptions, origin: RunOrigin): Promise<RunAnswer> {
    // No deadline: the engine has one for each phase, and the person can cancel.
    const client = await this.#running();
    return client.sendRequest<RunAnswer>(lspMethods.run, { options, origin } satisfies RunRequest);
  }

  async attach(options: AttachOptions, origin: RunOrigin): Promise<RunAnswer> {
    // No deadline, as for a run.
    const client = await this.#running();
    const question = { options, origin } satisfies AttachRequest;
    return client.sendRequest<RunAnswer>(lspMethods.attach, question);
  }

  /** What may be attached to. */
  async nodeProcesses(): Promise<NodeProcess[]> {
    return (await this.#ask<NodeProcessesAnswer>(lspMethods.nodeProcesses, undefined)).processes;
  }

  async measure(options: MeasureOptions): Promise<MeasureAnswer> {
    // No deadline: it has its budget, each run of it has its own, and the person can cancel.
    const client = await this.#running();
    const question = { options } satisfies MeasureRequest;
    return client.sendRequest<MeasureAnswer>(lspMethods.measure, question);
  }

  /** What the code of a folder can be measured against. */
  measureStates(folder: string): Promise<MeasureStatesAnswer> {
    const question = { folder } satisfies MeasureStatesRequest;
    return this.#ask<MeasureStatesAnswer>(lspMethods.measureStates, question);
  }

  stop(): void {
    this.#notifyRunning(lspMethods.stop);
  }

  /** Shows a saved run, or the files of one run that another program has written. */
  async open(paths: readonly string[], token?: vscode.CancellationToken): Promise<OpenAnswer> {
    const [path = '', ...morePaths] = paths;
    const question = { path, morePaths } satisfies OpenRequest;
    if (!token) return this.#ask<OpenAnswer>(lspMethods.open, question, openWaitMs);
    // No deadline: a person watches it, and can cancel.
    const client = await this.#running();
    return client.sendRequest<OpenAnswer>(lspMethods.open, question, token);
  }

  clear(): void {
    this.#notifyRunning(lspMethods.clear);
  }

  async fileLines(uri: vscode.Uri): Promise<EditorLine[]> {
    const question = { uri: uri.toString() } satisfies FileLinesRequest;
    return (await this.#ask<FileLinesAnswer>(lspMethods.fileLines, question)).lines;
  }

  /** Where a line of the profile is in the text as it is now. */
  async lineNow(uri: vscode.Uri, line: number): Promise<number> {
    const question = { uri: uri.toString(), line } satisfies LineNowRequest;
    return (await this.#ask<LineNowAnswer>(lspMethods.lineNow, question)).line;
  }

  async view(message: FromView): Promise<ToView[]> {
    const question = { message } satisfies ViewRequest;
    return (await this.#ask<ViewAnswer>(lspMethods.view, question, openWaitMs)).messages;
  }

  async functionsAt(uri: vscode.Uri, line: number): Promise<number[]> {
    const question = { uri: uri.toString(), line } satisfies FunctionsAtRequest;
    return (await this.#ask<FunctionsAtAnswer>(lspMethods.functionsAt, question)).functionIds;
  }

  /** What V8 did with a function. */
  async why(subject: WhySubject): Promise<Why> {
    return (await this.#ask<WhyAnswer>(lspMethods.why, { subject } satisfies WhyRequest)).why;
  }

  scenarios(folder: string): Promise<ScenariosAnswer> {
    return this.#ask<ScenariosAnswer>(lspMethods.scenarios, { folder } satisfies ScenariosRequest);
  }

  scenario(folder: string, name: string): Promise<ScenarioAnswer> {
    const question = { folder, name } satisfies ScenarioRequest;
    return this.#ask<ScenarioAnswer>(lspMethods.scenario, question, openWaitMs);
  }

  requestFile(path: string): Promise<RequestFileAnswer> {
    const question = { path } satisfies RequestFileRequest;
    return this.#ask<RequestFileAnswer>(lspMethods.requestFile, question, openWaitMs);
  }

  /** Newest first. */
  async runs(): Promise<ListedRun[]> {
    return (await this.#ask<RunsAnswer>(lspMethods.runs, undefined)).runs;
  }

  /** What these do to saved runs they answer with a sentence where they could not; null: done. */
  renameRun(question: RenameRunRequest): Promise<string | null> {
    return this.#change(lspMethods.renameRun, question);
  }

  pinRun(question: PinRunRequest): Promise<string | null> {
    return this.#change(lspMethods.pinRun, question);
  }

  deleteRuns(question: DeleteRunsRequest): Promise<string | null> {
    return this.#change(lspMethods.deleteRuns, question);
  }

  exportRun(question: ExportRunRequest): Promise<string | null> {
    return this.#change(lspMethods.exportRun, question);
  }

  /** What a run is to be compared with; null: the run that is shown. */
  baseline(path: string | null): Promise<BaselineAnswer> {
    return this.#ask<BaselineAnswer>(lspMethods.baseline, { path } satisfies BaselineRequest);
  }

  /** The other machine that a load of this URL would go to; null: this one. */
  async otherHost(url: string): Promise<string | null> {
    const question = { url } satisfies OtherHostRequest;
    return (await this.#ask<OtherHostAnswer>(lspMethods.otherHost, question, openWaitMs)).host;
  }

  /** Compares runs, for the page to ask about; a sentence where they could not be compared. */
  async compare(question: CompareRequest): Promise<string | null> {
    return (await this.#ask<CompareAnswer>(lspMethods.compare, question, openWaitMs)).problem;
  }

  async compareView(message: FromComparison): Promise<ToComparison[]> {
    const question = { message } satisfies CompareViewRequest;
    const { compareView } = lspMethods;
    return (await this.#ask<CompareViewAnswer>(compareView, question, openWaitMs)).messages;
  }

  /** Whether a request failed because the process ended, which was told to the person. */
  hasDied(error: unknown): boolean {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    return typeof code === 'number' && connectionGone.has(code);
  }

  /** Ends the process, and with it what it runs; the next request starts another. */
  async end(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    try {
      await (await client)?.dispose(2_000);
    } catch (error) {
      // It may have died, or never have started.
      this.log.debug(`Ending the language server: ${String(error)}`);
    }
  }

  dispose(): void {
    this.#store.dispose();
  }

  #running(): Promise<LanguageClient> {
    if (this.#client) return this.#client;
    const launched = this.#launch();
    this.#client = launched;
    // The next question tries again.
    launched.catch(() => {
      if (this.#client === launched) this.#client = null;
    });
    return launched;
  }

  async #launch(): Promise<LanguageClient> {
    const programs = vscode.Uri.joinPath(this.extensionUri, 'dist');
    const { createClient } = loadProgram(programs, 'languageClient.cjs');
    const client = createClient({
      module: vscode.Uri.joinPath(programs, 'server.cjs').fsPath,
      log: this.log,
      options: () => this.#options(),
      onGivenUp: () => (this.#client = null),
    });
    this.#listen(client);
    await withDeadline(client.start(), startWaitMs, "Hotframe's language server");
    return client;
  }

  /** The client owns these: they are for it alone, and stay over its restart. */
  #listen(client: LanguageClient): void {
    client.onNotification(lspMethods.runState, (message: RunStateMessage) =>
      this.#runState.fire(message.state),
    );
    client.onNotification(lspMethods.progress, (message: ProgressMessage) =>
      this.#progress.fire(message),
    );
    client.onNotification(lspMethods.openProgress, (message: OpenProgressMessage) =>
      this.#openProgress.fire(message),
    );
    client.onNotification(lspMethods.output, (message: OutputMessage) =>
      this.#output.fire(message),
    );
    client.onNotification(lspMethods.profileChanged, (message: ProfileChangedMessage) =>
      this.#profile.fire(message),
    );
    client.onNotification(lspMethods.fileLinesChanged, (message: FileLinesChangedMessage) =>
      this.#fileLines.fire(message),
    );
    client.onNotification(lspMethods.comparisonChanged, () => this.#comparison.fire());
    client.onNotification(lspMethods.measureProgress, (message: MeasureProgressMessage) =>
      this.#measureProgress.fire(message),
    );
    client.onNotification(lspMethods.runsChanged, () => this.#runs.fire());
  }

  #options(): ServerOptions {
    return {
      ...(this.storageUri ? { storageFolder: this.storageUri.fsPath } : {}),
      trusted: vscode.workspace.isTrusted,
      overlay: overlaySettings(),
      hasWhy: true,
      savedRuns: keptRunsSettings(),
    };
  }

  async #change(method: string, question: object): Promise<string | null> {
    return (await this.#ask<RunsProblem>(method, question, openWaitMs)).problem;
  }

  async #ask<T>(method: string, params: unknown, waitMs = answerWaitMs): Promise<T> {
    const client = await this.#running();
    const answer =
      params === undefined ? client.sendRequest<T>(method) : client.sendRequest<T>(method, params);
    return withDeadline(answer, waitMs, "Hotframe's language server");
  }

  #sendSettings(): void {
    const settings = { [settingsSection]: { ...overlaySettings(), savedRuns: keptRunsSettings() } };
    this.#notifyRunning('workspace/didChangeConfiguration', { settings });
  }

  /** Tells the server where there is one; a new one is told all when it starts. */
  #notifyRunning(method: string, params?: object): void {
    this.#client
      ?.then((client) => client.sendNotification(method, params))
      .catch((error: unknown) => this.log.warn(`${method}: ${String(error)}`));
  }
}

/** The client is nine tenths of what this extension could load: a program of its own, for the first request. */
function loadProgram(folder: vscode.Uri, name: string): typeof languageClient {
  const path = vscode.Uri.joinPath(folder, name).fsPath;
  return createRequire(path)(path) as typeof languageClient;
}
