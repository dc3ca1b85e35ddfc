import type * as vscode from 'vscode';
import type { AttachOptions } from '../../shared/attach.ts';
import type { Failure, ServerChoice } from '../../shared/failure.ts';
import { usualIntervalMicros } from '../../shared/samplingInterval.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import { showList } from '../core/showList.ts';
import { chooseFolder } from '../launch/launchPicker.ts';
import { loadOptions, workspaceFolders } from '../launch/launchOptions.ts';
import { confirmHost } from '../load/hostConfirmation.ts';
import type { LoadMemory } from '../load/loadMemory.ts';
import { askLoad, pickServer, type LoadInput } from '../load/loadSteps.ts';
import { showFailure } from '../run/failureMessage.ts';
import type { ProfileServer } from '../run/profileServer.ts';
import type { RunSession } from '../run/runSession.ts';
import type { ServerOutput } from '../run/serverOutput.ts';
import { folderOf, pickProcess, type ChosenProcess } from './processPicker.ts';

/** The last attachment; `load` is null without one. */
interface Attached {
  process: ChosenProcess;
  folder: vscode.WorkspaceFolder;
  load: LoadInput | null;
  durationS: number;
}

interface LoadItem extends vscode.QuickPickItem {
  choice: 'load' | 'other' | 'none';
}

export class AttachProcess {
  #last: Attached | null = null;
  #lastFailure: Failure | null = null;

  constructor(
    private readonly session: RunSession,
    private readonly profiling: ProfileServer,
    private readonly memory: LoadMemory,
    private readonly output: ServerOutput,
    private readonly server: LanguageServer,
    private readonly whenDone: () => Promise<void>,
  ) {}

  async attach(): Promise<void> {
    if (await this.profiling.isRefused()) return;
    const process = await pickProcess(this.server);
    if (!process) return;
    const folder = folderOf(process.cwd) ?? (await chooseFolder());
    if (!folder) return;
    const load = await this.#askLoad(folder);
    if (load !== 'given up') await this.#attach({ process, folder, ...load });
  }

  /** Shows a failure of an attachment again; false if it is another command's. */
  async showFailure(failure: Failure): Promise<boolean> {
    if (failure !== this.#lastFailure) return false;
    await this.#sayFailure(failure);
    return true;
  }

  async #askLoad(
    folder: vscode.WorkspaceFolder,
  ): Promise<Pick<Attached, 'load' | 'durationS'> | 'given up'> {
    const before = this.memory.loadFor(folder.uri);
    const { method, url, connections, durationS } = before;
    const items: LoadItem[] = [
      {
        label: `$(rocket) Load: ${method} ${url}`,
        description: `${connections} connections, ${durationS} s`,
        choice: 'load',
      },
      { label: '$(settings) Another load…', choice: 'other' },
      {
        label: '$(eye) Without load',
        description: `what it does by itself, for ${durationS} s`,
        choice: 'none',
      },
    ];
    const item = await showList(items, {
      title: 'Attach and Profile: Load',
      placeHolder: 'What is to be sent to the server meanwhile?',
    });
    switch (item?.choice) {
      case undefined:
        return 'given up';
      case 'none':
        return { load: null, durationS };
      case 'load':
        return { load: before, durationS };
      case 'other': {
        const load = await askLoad(before);
        if (!load) return 'given up';
        await this.memory.remember(folder.uri, load);
        return { load, durationS: load.durationS };
      }
    }
  }

  async #attach(attached: Attached): Promise<void> {
    const { process, folder, load, durationS } = attached;
    const confirmation = await confirmHost(load?.url ?? '/', this.server);
    if (!confirmation) return;
    this.#last = attached;
    const server = this.memory.serverFor(folder.uri);
    const options: AttachOptions = {
      target: process.target,
      load: load && loadOptions(folder.uri, load, confirmation, server),
      durationS,
      workspaceFolders: workspaceFolders(),
      intervalMicros: usualIntervalMicros(load?.durationS ?? durationS),
      areas: ['app'],
    };
    const failure = await this.session.attach(`Profiling ${process.label}`, options, {
      folder: folder.uri.fsPath,
      launch: process.label,
    });
    this.#lastFailure = failure;
    // Not awaited: the run is over before the person answers.
    if (failure) void this.#sayFailure(failure);
    else await this.whenDone();
  }

  #sayFailure(failure: Failure): Promise<void> {
    return showFailure(failure, {
      isScenario: false,
      server: this.server,
      showOutput: () => this.output.show(),
      again: async (durationS) => {
        const last = this.#last;
        if (!last || (await this.profiling.isRefused())) return;
        if (durationS === undefined) return this.#attach(last);
        await this.#attach({ ...last, durationS, load: last.load && { ...last.load, durationS } });
      },
      chooseServer: (choices) => this.#chooseServer(choices),
    });
  }

  async #chooseServer(choices: readonly ServerChoice[]): Promise<void> {
    const last = this.#last;
    const server = last && (await pickServer(choices));
    if (!server || (await this.profiling.isRefused())) return;
    await this.memory.rememberServer(last.folder.uri, server);
    await this.#attach(last);
  }
}
