import * as vscode from 'vscode';
import type { ComparedPaths, FromComparison, ToComparison } from '../../shared/compareWire.ts';
import { DisposableStore } from '../disposableStore.ts';
import type { Flamegraph } from '../flamegraph.ts';
import type { LanguageServer } from '../languageServer.ts';
import type { ProfileExport } from '../runs/profileExport.ts';
import { revealPlace } from '../revealPlace.ts';
import { ViewPanel } from '../viewPanel.ts';

/**
 * The page of a comparison beside the editor: at most one, opened by a command, or brought back by
 * VS Code after a reload. It carries messages between the page and the server.
 */
export class Comparison implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #store = new DisposableStore();
  #panel: ViewPanel<FromComparison, ToComparison> | null = null;
  /** What the page asks for waits for it. */
  #compared: Promise<string | null> = Promise.resolve(null);

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly server: LanguageServer,
    private readonly exporting: ProfileExport,
    private readonly flamegraph: Flamegraph,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#store.add(vscode.window.registerWebviewPanelSerializer(viewType, this));
    this.#store.add(server.on('comparisonChanged', () => this.#receive({ type: 'ready' })));
  }

  /** Compares runs and shows what came out; where they can't be compared, says why. */
  async compare(paths: ComparedPaths): Promise<void> {
    const { problem } = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: 'Comparing runs' },
      () => this.server.ask('compare', paths),
    );
    if (problem !== null) {
      // Not waited for: there is nothing to answer.
      void vscode.window.showErrorMessage(problem);
      return;
    }
    this.show();
  }

  /** Shows what the server has compared last. */
  show(): void {
    if (this.#panel) {
      return this.#panel.show(false);
    }
    // A tab beside the flamegraph, so that the code keeps its room.
    const viewColumn = this.flamegraph.viewColumn ?? vscode.ViewColumn.Beside;
    const place = { viewColumn, preserveFocus: true };
    this.#adopt(vscode.window.createWebviewPanel(viewType, 'Comparison', place));
  }

  deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const paths = pathsOf(state);
    if (paths) {
      const question = { ...paths, keepsShown: true };
      this.#compared = this.server.ask('compare', question).then(({ problem }) => problem);
    }
    this.#adopt(panel);
    return Promise.resolve();
  }

  dispose(): void {
    this.#panel?.dispose();
    this.#store.dispose();
  }

  #adopt(webviewPanel: vscode.WebviewPanel): void {
    this.#panel?.close();
    const panel = new ViewPanel<FromComparison, ToComparison>(
      webviewPanel,
      this.extensionUri,
      'comparison',
      (message) => this.#receive(message),
    );
    this.#panel = panel;
    panel.onClosed = () => {
      if (this.#panel === panel) this.#panel = null;
    };
  }

  #receive(message: FromComparison): void {
    this.#answer(message).catch((error: unknown) => {
      this.log.error(`Comparison, ${message.type}: ${String(error)}`);
      this.#sayFailed(message, error);
    });
  }

  async #answer(message: FromComparison): Promise<void> {
    switch (message.type) {
      case 'ready':
        return this.#bringUpToDate(message);
      case 'query':
      case 'changes':
      case 'search':
        return this.#forward(message);
      case 'reveal':
        return revealPlace(message, this.#panel?.viewColumn, this.server);
      case 'save':
        return this.exporting.saveSvg(message.text);
      default:
        message satisfies never;
    }
  }

  /** Where there is a page: what is compared now. */
  async #bringUpToDate(message: FromComparison): Promise<void> {
    const compared = this.#compared;
    this.#compared = Promise.resolve(null);
    const problem = await compared;
    if (!this.#panel) return;
    if (problem === null) await this.#forward(message);
    else this.#panel.post({ type: 'failed', message: problem });
  }

  async #forward(message: FromComparison): Promise<void> {
    for (const answer of (await this.server.ask('compareView', { message })).messages)
      this.#panel?.post(answer);
  }

  /** Every question gets an answer, or the page would wait for ever. */
  #sayFailed(message: FromComparison, error: unknown): void {
    const sentence = error instanceof Error ? error.message : String(error);
    if (message.type === 'ready') this.#panel?.post({ type: 'failed', message: sentence });
    if (!('requestId' in message)) return;
    const { requestId } = message;
    this.#panel?.post({ type: 'queryFailed', requestId, message: sentence });
  }
}

const viewType = 'hotframe.comparison';

/** What the page has kept of what it showed. */
function pathsOf(state: unknown): ComparedPaths | null {
  if (typeof state !== 'object' || state === null || !('paths' in state)) return null;
  const { base, head } = (state.paths ?? {}) as Partial<Record<string, unknown>>;
  return areTexts(base) && areTexts(head) ? { base, head } : null;
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
