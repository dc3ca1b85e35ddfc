import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type ClientCapabilities,
  type Hover,
  type InitializeResult,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
} from 'vscode-languageserver-protocol/node';
import { type AnswerOf, methodOf, type RequestOf } from '../../src/shared/lspWire.ts';
import type { EditorLine, ProfileSummary } from '../../src/shared/linesWire.ts';
import type { RunAnswer, RunRequest } from '../../src/shared/runWire.ts';
import type { OverlayOptions, ServerOptions } from '../../src/shared/lspOptions.ts';
import type { RunOptions } from '../../src/shared/runOptions.ts';
import type { RunState } from '../../src/shared/runState.ts';
import type { RunOrigin } from '../../src/shared/savedRuns.ts';

const root = resolve(import.meta.dirname, '../..');
export const serverFile = join(root, 'dist/server.cjs');

const deadlineMs = 30_000;

/** The server has defaults for what an editor leaves out of its overlay. */
type GivenOptions = Partial<Omit<ServerOptions, 'overlay'>> & { overlay?: Partial<OverlayOptions> };

/** An editor, as far as the language server sees one: it remembers what it was told. */
export class ServerClient {
  readonly child: ChildProcess;
  readonly connection: ProtocolConnection;
  readonly phases: RunState['phase'][] = [];
  readonly diagnostics = new Map<string, PublishDiagnosticsParams['diagnostics']>();
  readonly linesChanged: string[] = [];
  readonly logged: string[] = [];
  readonly exited: Promise<number | NodeJS.Signals>;
  profile: ProfileSummary | null = null;
  profileChanges = 0;
  progressMessages = 0;
  runsChanges = 0;
  comparisonChanges = 0;
  /** What the person was told. */
  readonly said: string[] = [];
  output = '';
  readonly #waiting = new Set<() => void>();
  readonly #versions = new Map<string, number>();

  constructor(argv = [serverFile, '--stdio']) {
    this.child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.exited = new Promise((settle) =>
      this.child.once('exit', (code, signal) => settle(code ?? signal ?? -1)),
    );
    this.connection = createProtocolConnection(
      new StreamMessageReader(this.child.stdout!),
      new StreamMessageWriter(this.child.stdin!),
    );
    this.connection.onError(() => {});
    this.#hear(methodOf('runState'), ({ state }: { state: RunState }) => {
      this.phases.push(state.phase);
    });
    this.#hear(methodOf('progress'), () => this.progressMessages++);
    this.#hear(methodOf('output'), ({ text }: { text: string }) => (this.output += text));
    this.#hear(methodOf('profileChanged'), ({ profile }: { profile: ProfileSummary | null }) => {
      this.profile = profile;
      this.profileChanges++;
    });
    this.#hear(methodOf('fileLinesChanged'), ({ uri }: { uri: string }) => {
      this.linesChanged.push(uri);
    });
    this.#hear('textDocument/publishDiagnostics', (message: PublishDiagnosticsParams) => {
      this.diagnostics.set(message.uri, message.diagnostics);
    });
    this.#hear(methodOf('runsChanged'), () => this.runsChanges++);
    this.#hear(methodOf('comparisonChanged'), () => this.comparisonChanges++);
    this.#hear('window/showMessage', ({ message }: { message: string }) => {
      this.said.push(message);
    });
    this.#hear('window/logMessage', ({ message }: { message: string }) => {
      this.logged.push(message);
    });
    this.connection.listen();
  }

  async initialize(
    { overlay, ...options }: GivenOptions = {},
    capabilities: ClientCapabilities = {},
    rootUri: string | null = null,
  ): Promise<InitializeResult> {
    const answer = await this.connection.sendRequest<InitializeResult>('initialize', {
      processId: process.pid,
      rootUri,
      capabilities,
      initializationOptions: {
        trusted: true,
        ...options,
        overlay: { routeLenses: true, ...overlay },
      },
    });
    await this.connection.sendNotification('initialized', {});
    return answer;
  }

  run(options: RunOptions, origin?: RunOrigin): Promise<RunAnswer> {
    return this.connection.sendRequest(methodOf('run'), {
      options,
      ...(origin ? { origin } : {}),
    } satisfies RunRequest);
  }

  open(path: string): Promise<AnswerOf<'open'>> {
    return this.connection.sendRequest(methodOf('open'), { path });
  }

  compare(question: RequestOf<'compare'>): Promise<AnswerOf<'compare'>> {
    return this.connection.sendRequest(methodOf('compare'), question);
  }

  async lines(uri: string): Promise<EditorLine[]> {
    const answer: AnswerOf<'fileLines'> = await this.connection.sendRequest(methodOf('fileLines'), {
      uri,
    });
    return answer.lines;
  }

  hover(uri: string, line: number): Promise<Hover | null> {
    const position = { line: line - 1, character: 2 };
    return this.connection.sendRequest('textDocument/hover', { textDocument: { uri }, position });
  }

  async openDocument(uri: string, text: string): Promise<void> {
    this.#versions.set(uri, 1);
    await this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'javascript', version: 1, text },
    });
  }

  /** Replaces the lines from `line` (1-based) on, and waits until the server says that they moved. */
  async edit(uri: string, line: number, count: number, text: string): Promise<void> {
    const version = (this.#versions.get(uri) ?? 0) + 1;
    this.#versions.set(uri, version);
    const before = this.linesChanged.length;
    const range = {
      start: { line: line - 1, character: 0 },
      end: { line: line - 1 + count, character: 0 },
    };
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ range, text }],
    });
    await this.until('fileLinesChanged', () => this.linesChanged.length > before);
  }

  notify(method: string): Promise<void> {
    return this.connection.sendNotification(method);
  }

  /** Waits for what the server says; the deadline is a failure. */
  async until(what: string, holds: () => boolean): Promise<void> {
    if (holds()) return;
    await new Promise<void>((settle, reject) => {
      const look = (): void => {
        if (!holds()) return;
        clearTimeout(timer);
        this.#waiting.delete(look);
        settle();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(look);
        reject(new Error(`${what} within ${deadlineMs} ms; logged: ${this.logged.join('\n')}`));
      }, deadlineMs);
      this.#waiting.add(look);
    });
  }

  /** Ends as an editor does that is closed. */
  async close(): Promise<void> {
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    assert.equal(await this.exited, 0);
    this.connection.dispose();
  }

  #hear<T>(method: string, listener: (message: T) => void): void {
    this.connection.onNotification(method, (message: T) => {
      listener(message);
      for (const look of this.#waiting) look();
    });
  }
}

/** Gives a test a client, which is gone after it however it ends. */
export async function withClient(body: (client: ServerClient) => Promise<void>): Promise<void> {
  const client = new ServerClient();
  try {
    await body(client);
  } finally {
    client.child.kill('SIGKILL');
    await client.exited;
  }
}

export function uriOf(...path: string[]): string {
  return pathToFileURL(join(...path)).href;
}
