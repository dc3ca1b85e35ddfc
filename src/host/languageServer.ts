import type * as vscode from 'vscode';
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
import type { ListedRun, RunOrigin } from '../shared/savedRuns.ts';
import type { Why, WhySubject } from '../shared/whyWire.ts';
import { ServerProcess } from './serverProcess.ts';

/** A large profile is read from disk meanwhile. */
const openWaitMs = 120_000;

/** The language server as the host sees it: typed requests, and its notifications as events. */
export class LanguageServer implements vscode.Disposable {
  readonly #process: ServerProcess;
  readonly onRunState: vscode.Event<RunStateMessage>;
  readonly onProgress: vscode.Event<ProgressMessage>;
  readonly onOutput: vscode.Event<OutputMessage>;
  readonly onProfileChanged: vscode.Event<ProfileChangedMessage>;
  readonly onRunsChanged: vscode.Event<void>;
  readonly onOpenProgress: vscode.Event<OpenProgressMessage>;
  readonly onMeasureProgress: vscode.Event<MeasureProgressMessage>;
  /** Something else is compared, or nothing any more. */
  readonly onComparisonChanged: vscode.Event<void>;
  readonly onFileLinesChanged: vscode.Event<FileLinesChangedMessage>;

  constructor(
    extensionUri: vscode.Uri,
    storageUri: vscode.Uri | undefined,
    log: vscode.LogOutputChannel,
  ) {
    const server = (this.#process = new ServerProcess(extensionUri, storageUri, log));
    this.onRunState = server.event(lspMethods.runState);
    this.onProgress = server.event(lspMethods.progress);
    this.onOutput = server.event(lspMethods.output);
    this.onProfileChanged = server.event(lspMethods.profileChanged);
    this.onRunsChanged = server.event(lspMethods.runsChanged);
    this.onOpenProgress = server.event(lspMethods.openProgress);
    this.onMeasureProgress = server.event(lspMethods.measureProgress);
    this.onComparisonChanged = server.event(lspMethods.comparisonChanged);
    this.onFileLinesChanged = server.event(lspMethods.fileLinesChanged);
  }

  get isStarted(): boolean {
    return this.#process.isStarted;
  }

  start(): Promise<void> {
    return this.#process.start();
  }

  run(options: RunOptions, origin: RunOrigin): Promise<RunAnswer> {
    const question = { options, origin } satisfies RunRequest;
    // No deadline: the engine has one for each phase, and the person can cancel.
    return this.#process.ask<RunAnswer>(lspMethods.run, question, null);
  }

  attach(options: AttachOptions, origin: RunOrigin): Promise<RunAnswer> {
    const question = { options, origin } satisfies AttachRequest;
    // No deadline, as for a run.
    return this.#process.ask<RunAnswer>(lspMethods.attach, question, null);
  }

  /** What may be attached to. */
  async nodeProcesses(): Promise<NodeProcess[]> {
    return (await this.#process.ask<NodeProcessesAnswer>(lspMethods.nodeProcesses)).processes;
  }

  measure(options: MeasureOptions): Promise<MeasureAnswer> {
    const question = { options } satisfies MeasureRequest;
    // No deadline: it has its budget, each run of it has its own, and the person can cancel.
    return this.#process.ask<MeasureAnswer>(lspMethods.measure, question, null);
  }

  /** What the code of a folder can be measured against. */
  measureStates(folder: string): Promise<MeasureStatesAnswer> {
    const question = { folder } satisfies MeasureStatesRequest;
    return this.#process.ask<MeasureStatesAnswer>(lspMethods.measureStates, question);
  }

  stop(): void {
    this.#process.notifyRunning(lspMethods.stop);
  }

  /** Shows a saved run, or the files of one run that another program has written. */
  open(paths: readonly string[], token?: vscode.CancellationToken): Promise<OpenAnswer> {
    const [path = '', ...morePaths] = paths;
    const question = { path, morePaths } satisfies OpenRequest;
    // With a token a person watches it, and can cancel.
    const waitMs = token ? null : openWaitMs;
    return this.#process.ask<OpenAnswer>(lspMethods.open, question, waitMs, token);
  }

  clear(): void {
    this.#process.notifyRunning(lspMethods.clear);
  }

  async fileLines(uri: vscode.Uri): Promise<EditorLine[]> {
    const question = { uri: uri.toString() } satisfies FileLinesRequest;
    return (await this.#process.ask<FileLinesAnswer>(lspMethods.fileLines, question)).lines;
  }

  /** Where a line of the profile, or of a state that is compared, is in the text as it is now. */
  async lineNow(uri: vscode.Uri, line: number, side?: LineNowRequest['side']): Promise<number> {
    const request: LineNowRequest = { uri: uri.toString(), line, ...(side ? { side } : {}) };
    return (await this.#process.ask<LineNowAnswer>(lspMethods.lineNow, request)).line;
  }

  async view(message: FromView): Promise<ToView[]> {
    const question = { message } satisfies ViewRequest;
    return (await this.#process.ask<ViewAnswer>(lspMethods.view, question, openWaitMs)).messages;
  }

  async functionsAt(uri: vscode.Uri, line: number): Promise<number[]> {
    const question = { uri: uri.toString(), line } satisfies FunctionsAtRequest;
    return (await this.#process.ask<FunctionsAtAnswer>(lspMethods.functionsAt, question))
      .functionIds;
  }

  /** What V8 did with a function. */
  async why(subject: WhySubject): Promise<Why> {
    return (await this.#process.ask<WhyAnswer>(lspMethods.why, { subject } satisfies WhyRequest))
      .why;
  }

  scenarios(folder: string): Promise<ScenariosAnswer> {
    return this.#process.ask<ScenariosAnswer>(lspMethods.scenarios, {
      folder,
    } satisfies ScenariosRequest);
  }

  scenario(folder: string, name: string): Promise<ScenarioAnswer> {
    const question = { folder, name } satisfies ScenarioRequest;
    return this.#process.ask<ScenarioAnswer>(lspMethods.scenario, question, openWaitMs);
  }

  requestFile(path: string): Promise<RequestFileAnswer> {
    const question = { path } satisfies RequestFileRequest;
    return this.#process.ask<RequestFileAnswer>(lspMethods.requestFile, question, openWaitMs);
  }

  /** Newest first. */
  async runs(): Promise<ListedRun[]> {
    return (await this.#process.ask<RunsAnswer>(lspMethods.runs)).runs;
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
    return this.#process.ask<BaselineAnswer>(lspMethods.baseline, {
      path,
    } satisfies BaselineRequest);
  }

  /** The other machine that a load of this URL would go to; null: this one. */
  async otherHost(url: string): Promise<string | null> {
    const question = { url } satisfies OtherHostRequest;
    return (await this.#process.ask<OtherHostAnswer>(lspMethods.otherHost, question, openWaitMs))
      .host;
  }

  /** Compares runs, for the page to ask about; a sentence where they could not be compared. */
  async compare(question: CompareRequest): Promise<string | null> {
    return (await this.#process.ask<CompareAnswer>(lspMethods.compare, question, openWaitMs))
      .problem;
  }

  async compareView(message: FromComparison): Promise<ToComparison[]> {
    const question = { message } satisfies CompareViewRequest;
    const { compareView } = lspMethods;
    return (await this.#process.ask<CompareViewAnswer>(compareView, question, openWaitMs)).messages;
  }

  /** Whether a request failed because the process ended, which was told to the person. */
  hasDied(error: unknown): boolean {
    return this.#process.hasDied(error);
  }

  /** Ends the process, and with it what it runs; the next request starts another. */
  end(): Promise<void> {
    return this.#process.end();
  }

  dispose(): void {
    this.#process.dispose();
  }

  async #change(method: string, question: object): Promise<string | null> {
    return (await this.#process.ask<RunsProblem>(method, question, openWaitMs)).problem;
  }
}
