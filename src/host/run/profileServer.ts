import * as vscode from 'vscode';
import type { Failure, ServerChoice } from '../../shared/failure.ts';
import { alreadyRunning, untrustedWorkspace } from '../../shared/refusals.ts';
import type { RunOptions } from '../../shared/runOptions.ts';
import { redactedCommand } from '../../shared/secretText.ts';
import { showFailure, type FailureRemedies } from './failureMessage.ts';
import { confirmHost, type Confirmation } from '../load/hostConfirmation.ts';
import { askAfterFailure, runPreLaunchTask, type TaskEnd } from '../launch/preLaunchTask.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import { runOptions } from '../launch/launchOptions.ts';
import { chooseFolder, type FolderLaunch, type LaunchPicker } from '../launch/launchPicker.ts';
import type { LoadMemory } from '../load/loadMemory.ts';
import { askLoad, askLoadOf, askUrl, pickServer, type LoadInput } from '../load/loadSteps.ts';
import { askRequestSource } from '../load/requestSource.ts';
import type { RunSession } from './runSession.ts';
import { openScenarioFile } from '../load/scenarioCreation.ts';
import type { Scenarios } from '../load/scenarios.ts';
import type { ServerOutput } from './serverOutput.ts';
import { loadSettings } from '../core/settings.ts';
import { commandText } from '../launch/shellWords.ts';

type Remember = (folder: vscode.Uri, load: LoadInput) => Promise<void>;

export interface Wanted extends FolderLaunch {
  load: LoadInput;
  remember: Remember;
  /** Whether V8 logs property accesses too; absent: no. */
  deep?: boolean;
  /** Whether V8 samples what is allocated, and no time; absent: no. */
  allocations?: boolean;
}

/** A load that replaces the folder's. */
export interface OwnRequest {
  /** May ask the person; null if the person gave up. */
  load(folder: vscode.Uri): Promise<LoadInput | null>;
  remember: Remember;
}

/** The commands that start a run: they choose launch and load, and report the end. */
export class ProfileServer {
  #last: Wanted | null = null;
  #lastFailure: Failure | null = null;
  #isPreparing = false;
  readonly #remember: Remember = (folder, load) => this.memory.remember(folder, load);

  constructor(
    private readonly session: RunSession,
    private readonly picker: LaunchPicker,
    private readonly memory: LoadMemory,
    private readonly output: ServerOutput,
    private readonly server: LanguageServer,
    private readonly scenarios: Scenarios,
    private readonly whenDone: { profile(): Promise<void>; allocations(): Promise<void> },
  ) {}

  async profile(mustAsk = false): Promise<void> {
    if (await this.isRefused()) return;
    const chosen = await this.picker.chooseWithScenarios(mustAsk);
    const load = chosen && (await this.#loadFor(chosen));
    if (chosen && load) await this.#run({ ...chosen, load, remember: this.#remember });
  }

  /** Repeats the last run, or runs `Profile Server` the first time; what is given replaces a part of its load. */
  async again(other: Partial<Pick<LoadInput, 'durationS' | 'connections'>> = {}): Promise<void> {
    if (!this.#last) return this.profile();
    if (await this.isRefused()) return;
    const last = this.#last;
    const now = await this.picker.again(last);
    const load = now && (last.scenario === undefined ? last.load : await this.#loadFor(now));
    if (!load) return;
    await this.#run({ ...last, ...now, load: { ...load, ...other } });
  }

  /** Repeats the last run, or runs `Profile Server` the first time, as a deep run. */
  async deeply(): Promise<void> {
    const wanted = await this.wanted();
    if (wanted) await this.#run({ ...wanted, deep: true });
  }

  /** Repeats the last run, or runs `Profile Server` the first time, as a run of allocations. */
  async allocations(): Promise<void> {
    const wanted = await this.wanted();
    if (wanted) await this.#run({ ...wanted, allocations: true });
  }

  /** Whether the run that is under way, or was the last, has no profile. */
  get isOfAllocations(): boolean {
    return this.#last?.allocations === true;
  }

  /**
   * The last run's launch and load, or those of `Profile Server`; null if a run is refused, or the
   * person gave up.
   */
  async wanted(): Promise<Wanted | null> {
    if (await this.isRefused()) return null;
    const last = this.#last;
    const now = await (last ? this.picker.again(last) : this.picker.chooseWithScenarios(false));
    const load =
      now && (last && last.scenario === undefined ? last.load : await this.#loadFor(now));
    return now && load && { ...now, load, remember: last?.remember ?? this.#remember };
  }

  /** The options of a run after all questions and tasks; null if one was given up or failed. */
  async optionsFor(wanted: Wanted): Promise<RunOptions | null> {
    const confirmation = await confirmHost(wanted.load.url, this.server);
    if (!confirmation) return null;
    this.#last = wanted;
    return (await this.#prepare(wanted, confirmation)) ? this.#begin(wanted, confirmation) : null;
  }

  /**
   * The load of the chosen scenario, or the folder's. If the scenario is gone, the person is told,
   * and the answer is null.
   */
  async #loadFor({ folder, scenario }: FolderLaunch): Promise<LoadInput | null> {
    const load = this.memory.loadFor(folder.uri);
    return scenario === undefined ? load : this.scenarios.load(folder, scenario, load);
  }

  /** Opens the scenario file, and creates it from the last run if there is none. */
  async openScenarios(): Promise<void> {
    const folder = this.#last?.folder ?? (await chooseFolder());
    if (!folder) return;
    const launch = this.#last?.launch ?? null;
    const load = this.#last?.load ?? this.memory.loadFor(folder.uri);
    const { url, method, headers, body, connections, durationS, more } = load;
    const path = url.startsWith('/') ? url : new URL(url).pathname;
    await openScenarioFile(folder, {
      launch: launch && {
        label: launch.label,
        isTyped: launch.origin === 'typed' || launch.origin === 'scenario',
        command: launch.command,
      },
      requests: more?.requests ?? [{ method, path, headers, body }],
      connections,
      durationS,
      warmupS: more?.warmupS ?? loadSettings(folder.uri).warmupS,
    });
  }

  async withOptions(): Promise<void> {
    if (await this.isRefused()) return;
    const chosen = await this.picker.choose(false);
    if (!chosen) return;
    const { uri } = chosen.folder;
    const source = await askRequestSource(chosen.folder, this.server);
    if (!source) return;
    const before = this.memory.loadFor(uri);
    const load = await (source.kind === 'one'
      ? askLoad(before)
      : askLoadOf(source.requests, before));
    if (!load) return;
    if (source.kind === 'one') await this.#remember(uri, load);
    await this.#run({ ...chosen, load, remember: this.#remember });
  }

  /** @param folder the server's; null: the person is asked */
  async withRequest(folder: vscode.WorkspaceFolder | null, request: OwnRequest): Promise<void> {
    if (await this.isRefused()) return;
    const chosen = await this.picker.choose(false, folder);
    const load = chosen && (await request.load(chosen.folder.uri));
    if (chosen && load) await this.#run({ ...chosen, load, remember: request.remember });
  }

  async withUrl(): Promise<void> {
    const wanted = await this.wantedWithUrl();
    if (wanted) await this.#run(wanted);
  }

  /**
   * The last launch with one request to another address, which the person types; null if a run is
   * refused, or the person gave up.
   */
  async wantedWithUrl(): Promise<Wanted | null> {
    if (await this.isRefused()) return null;
    const last = this.#last;
    const { folder, launch } = last ?? {};
    const chosen = await (folder && launch
      ? this.picker.again({ folder, launch })
      : this.picker.choose(false));
    if (!chosen) return null;
    const { uri } = chosen.folder;
    // A scenario's requests and log-in don't fit a single request.
    const isOne = last !== null && last.scenario === undefined;
    const before = isOne ? last.load : this.memory.loadFor(uri);
    const url = await askUrl(before.url);
    if (url === null) return null;
    // Another path is another request; another origin gets the same requests.
    const { more, ...one } = before;
    const load = url.startsWith('/') || !more ? { ...one, url } : { ...one, url, more };
    const remember = last?.remember ?? this.#remember;
    await remember(uri, load);
    return { ...chosen, load, remember };
  }

  /** Repeats with one of the servers that the command starts. */
  async #chooseServer(
    choices: readonly ServerChoice[],
    again: FailureRemedies['again'],
  ): Promise<void> {
    const { uri } = this.#last?.folder ?? {};
    const server = uri && (await pickServer(choices));
    if (!server) return;
    await this.memory.rememberServer(uri, server);
    await again();
  }

  async showFailure(): Promise<void> {
    if (this.#lastFailure) await showFailure(this.#lastFailure, this.#remedies());
  }

  /** Tells a failure of what is no run, and is repeated in another way. */
  async tellFailure(failure: Failure, again: FailureRemedies['again']): Promise<void> {
    await showFailure(failure, this.#remedies(again));
  }

  #remedies(
    again: FailureRemedies['again'] = (durationS) =>
      this.again(durationS === undefined ? {} : { durationS }),
  ): FailureRemedies {
    return {
      isScenario: this.#last?.scenario !== undefined,
      server: this.server,
      showOutput: () => this.output.show(),
      again,
      chooseServer: (choices) => this.#chooseServer(choices, again),
    };
  }

  /** Whether nothing may be started now; the person is told why. */
  async isRefused(): Promise<boolean> {
    const isBusy = this.session.isRunning || this.#isPreparing;
    const failure = isBusy ? alreadyRunning() : refusal();
    if (failure) await showFailure(failure, this.#remedies());
    return failure !== null;
  }

  /** Runs the task before the server; false if it failed or was given up. */
  async #prepare(wanted: Wanted, confirmation: Confirmation): Promise<boolean> {
    const { preLaunchTask: task } = wanted.launch;
    if (task === null) return true;
    this.#isPreparing = true;
    let end: TaskEnd;
    try {
      end = await runPreLaunchTask(task, wanted.folder);
    } finally {
      this.#isPreparing = false;
    }
    if (end.kind === 'failed') {
      void this.#afterFailedTask(task, end.exitCode, wanted, confirmation);
    }
    return end.kind === 'done';
  }

  /** Not awaited: another run may begin before the person answers. */
  async #afterFailedTask(
    task: string,
    exitCode: number | null,
    wanted: Wanted,
    confirmation: Confirmation,
  ): Promise<void> {
    const isWanted = await askAfterFailure(task, exitCode);
    if (!isWanted || (await this.isRefused())) return;
    await this.#launch(wanted, confirmation);
  }

  async #run(wanted: Wanted): Promise<void> {
    const confirmation = await confirmHost(wanted.load.url, this.server);
    if (!confirmation) return;
    this.#last = wanted;
    this.#lastFailure = null;
    if (await this.#prepare(wanted, confirmation)) await this.#launch(wanted, confirmation);
  }

  async #launch(wanted: Wanted, confirmation: Confirmation): Promise<void> {
    const { launch, folder } = wanted;
    const options = this.#begin(wanted, confirmation);
    const what = wanted.allocations ? 'allocations of ' : '';
    const title = `Profiling ${what}${launch.label}${wanted.deep ? ' deeply' : ''}`;
    const failure = await this.session.run(title, options, {
      folder: folder.uri.fsPath,
      launch: launch.label,
    });
    this.#lastFailure = failure;
    // Not awaited: the run is over, whenever the person answers.
    if (failure) void showFailure(failure, this.#remedies());
    else if (wanted.allocations) await this.whenDone.allocations();
    else await this.whenDone.profile();
  }

  #begin(wanted: Wanted, confirmation: Confirmation): RunOptions {
    const { launch, folder } = wanted;
    this.output.begin(commandText(redactedCommand(launch.command), process.platform));
    return runOptions(wanted, confirmation, this.memory.serverFor(folder.uri));
  }
}

function refusal(): Failure | null {
  return vscode.workspace.isTrusted ? null : untrustedWorkspace();
}
