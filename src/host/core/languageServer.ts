import { createRequire } from 'node:module';
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import {
  type HostNotification,
  type HostRequests,
  methodOf,
  type AnswerOf,
  type ParamsOf,
  type ServerNotifications,
} from '../../shared/lspWire.ts';
import type { ServerOptions } from '../../shared/lspOptions.ts';
import { StoreOwner } from './disposableStore.ts';
import type * as languageClient from './languageClient.ts';
import { keptRunsSettings, overlaySettings, settingsSection } from './settings.ts';
import { withDeadline } from './withDeadline.ts';

const startWaitMs = 20_000;
const answerWaitMs = 30_000;
/** Longer, since the server may have to read a large profile from disk first. */
const openWaitMs = 120_000;

/**
 * Deadlines other than {@link answerWaitMs}. Null means none: these requests have phases with their
 * own, and a person can cancel.
 */
const waitsMs: Partial<Record<keyof HostRequests, number | null>> = {
  ...{ run: null, attach: null, measure: null, bench: null },
  ...{ open: openWaitMs, view: openWaitMs, compare: openWaitMs, compareView: openWaitMs },
  ...{ renameRun: openWaitMs, pinRun: openWaitMs, deleteRuns: openWaitMs, exportRun: openWaitMs },
  ...{ scenario: openWaitMs, requestFile: openWaitMs, otherHost: openWaitMs },
};

const serverText = "Hotframe's language server";

/** JSON-RPC's PendingResponseRejected and ConnectionInactive. */
const connectionGone = new Set([-32097, -32096]);

/**
 * The language server as the host sees it. The first request starts its process.
 *
 *   none ─► starting ─► running ─(dies)─► running again ─(dies)─► none
 */
export class LanguageServer extends StoreOwner {
  readonly #emitters = new Map<keyof ServerNotifications, vscode.EventEmitter<unknown>>();
  #client: Promise<LanguageClient> | null = null;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly storageUri: vscode.Uri | undefined,
    private readonly log: vscode.LogOutputChannel,
  ) {
    super();
    this.store.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settingsSection)) this.#sendSettings();
      }),
    );
    this.store.add(vscode.workspace.onDidGrantWorkspaceTrust(() => this.notify('trust')));
  }

  get isStarted(): boolean {
    return this.#client !== null;
  }

  /** Calls the listener with each notification of this name, even if the process starts later. */
  on<Name extends keyof ServerNotifications>(
    name: Name,
    listener: (message: ServerNotifications[Name]) => void,
  ): vscode.Disposable {
    let emitter = this.#emitters.get(name);
    if (!emitter) {
      this.#emitters.set(name, (emitter = this.store.add(new vscode.EventEmitter<unknown>())));
      void this.#client?.then((client) => this.#listen(client, name)).catch(() => undefined);
    }
    return emitter.event(listener as (message: unknown) => void);
  }

  async start(): Promise<void> {
    await this.#running();
  }

  async ask<Name extends keyof HostRequests>(
    name: Name,
    ...[params]: ParamsOf<HostRequests[Name]['params']>
  ): Promise<AnswerOf<Name>> {
    const client = await this.#running();
    // The client would send even an undefined parameter.
    const answer =
      params === undefined
        ? client.sendRequest<AnswerOf<Name>>(methodOf(name))
        : client.sendRequest<AnswerOf<Name>>(methodOf(name), params);
    const { [name]: waitMs = answerWaitMs } = waitsMs;
    return waitMs === null ? answer : withDeadline(answer, waitMs, serverText);
  }

  /** {@link ask} without a deadline, since a person can cancel. */
  async askUntil<Name extends keyof HostRequests>(
    token: vscode.CancellationToken,
    name: Name,
    params: HostRequests[Name]['params'],
  ): Promise<AnswerOf<Name>> {
    const client = await this.#running();
    return client.sendRequest<AnswerOf<Name>>(methodOf(name), params, token);
  }

  /** Notifies the server if it runs; one that starts later gets everything at its start. */
  notify(name: HostNotification): void {
    this.#notifyRunning(methodOf(name));
  }

  /** Whether a request failed because the process ended, which the person was told. */
  hasDied(error: unknown): boolean {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    return typeof code === 'number' && connectionGone.has(code);
  }

  /** Ends the process and everything that it runs. The next request starts another. */
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

  /** Registered once per client, which keeps it over restarts of the process and owns it. */
  #listen(client: LanguageClient, name: keyof ServerNotifications): void {
    client.onNotification(methodOf(name), (message: unknown) =>
      this.#emitters.get(name)?.fire(message),
    );
  }

  #notifyRunning(method: string, params?: object): void {
    this.#client
      ?.then((client) => client.sendNotification(method, params))
      .catch((error: unknown) => this.log.warn(`${method}: ${String(error)}`));
  }

  #running(): Promise<LanguageClient> {
    if (this.#client) return this.#client;
    const launched = this.#launch();
    this.#client = launched;
    // After a failed start, the next request tries again.
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
    for (const name of this.#emitters.keys()) this.#listen(client, name);
    await withDeadline(client.start(), startWaitMs, serverText);
    return client;
  }

  #options(): ServerOptions {
    return {
      ...(this.storageUri ? { storageFolder: this.storageUri.fsPath } : {}),
      trusted: vscode.workspace.isTrusted,
      overlay: overlaySettings(),
      hasWhy: true,
      hasBench: true,
      savedRuns: keptRunsSettings(),
    };
  }

  #sendSettings(): void {
    const settings = { [settingsSection]: { ...overlaySettings(), savedRuns: keptRunsSettings() } };
    this.#notifyRunning('workspace/didChangeConfiguration', { settings });
  }
}

/** The client is nine tenths of the code that the extension could load, so it is a bundle of its own. */
function loadProgram(folder: vscode.Uri, name: string): typeof languageClient {
  const path = vscode.Uri.joinPath(folder, name).fsPath;
  return createRequire(path)(path) as typeof languageClient;
}
