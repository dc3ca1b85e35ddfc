import { createRequire } from 'node:module';
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { lspMethods, type ServerOptions } from '../shared/lspWire.ts';
import { DisposableStore } from './disposableStore.ts';
import type * as languageClient from './languageClient.ts';
import { keptRunsSettings, overlaySettings, settingsSection } from './settings.ts';
import { withDeadline } from './withDeadline.ts';

const startWaitMs = 20_000;
const answerWaitMs = 30_000;

/** JSON-RPC's PendingResponseRejected and ConnectionInactive. */
const connectionGone = new Set([-32097, -32096]);

/**
 * The process of the language server. It is started by the first request, and told the settings.
 *
 *   none ─► starting ─► running ─(dies)─► running, once ─(dies)─► none
 */
export class ServerProcess implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #listeners: ((client: LanguageClient) => void)[] = [];
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
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.notifyRunning(lspMethods.trust)),
    );
  }

  get isStarted(): boolean {
    return this.#client !== null;
  }

  /** An event of a notification's messages; to be asked for before the process is started. */
  event<Message>(method: string): vscode.Event<Message> {
    const emitter = this.#store.add(new vscode.EventEmitter<Message>());
    // The client owns these: they are for it alone, and stay over its restart.
    this.#listeners.push((client) =>
      client.onNotification(method, (message: Message) => emitter.fire(message)),
    );
    return emitter.event;
  }

  async start(): Promise<void> {
    await this.#running();
  }

  /** @param waitMs null: no deadline, where a person watches it and can cancel */
  async ask<Answer>(
    method: string,
    question?: object,
    waitMs: number | null = answerWaitMs,
    token?: vscode.CancellationToken,
  ): Promise<Answer> {
    const client = await this.#running();
    // The client sends even an absent token, or question, as one more parameter.
    const answer = token
      ? client.sendRequest<Answer>(method, question, token)
      : question
        ? client.sendRequest<Answer>(method, question)
        : client.sendRequest<Answer>(method);
    return waitMs === null ? answer : withDeadline(answer, waitMs, "Hotframe's language server");
  }

  /** Tells the server where there is one; a new one is told all when it starts. */
  notifyRunning(method: string, params?: object): void {
    this.#client
      ?.then((client) => client.sendNotification(method, params))
      .catch((error: unknown) => this.log.warn(`${method}: ${String(error)}`));
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
    for (const listen of this.#listeners) listen(client);
    await withDeadline(client.start(), startWaitMs, "Hotframe's language server");
    return client;
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

  #sendSettings(): void {
    const settings = { [settingsSection]: { ...overlaySettings(), savedRuns: keptRunsSettings() } };
    this.notifyRunning('workspace/didChangeConfiguration', { settings });
  }
}

/** The client is nine tenths of what this extension could load: a program of its own, for the first request. */
function loadProgram(folder: vscode.Uri, name: string): typeof languageClient {
  const path = vscode.Uri.joinPath(folder, name).fsPath;
  return createRequire(path)(path) as typeof languageClient;
}
