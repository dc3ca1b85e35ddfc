import * as vscode from 'vscode';
import { DisposableStore } from '../core/disposableStore.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import { revealPlace, type RevealedPlace } from './revealPlace.ts';
import { viewMarkup } from './viewMarkup.ts';
import { columnForView } from './viewsColumn.ts';

/** Its script and style in dist/page, and the title of the page: that of a tab may have a function's name in it. */
const views = {
  flamegraph: { page: 'main', title: 'Flamegraph' },
  comparison: { page: 'comparison', title: 'Comparison' },
  why: { page: 'why', title: 'Why' },
  bench: { page: 'bench', title: 'Benchmark' },
} as const;

/**
 * A view beside the editor: at most one panel with a page of ours, opened by a run or a command, or
 * brought back by VS Code after a reload. It carries messages between the page and the server.
 */
export abstract class ViewPanel<From extends { type: string }, To>
  implements vscode.Disposable, vscode.WebviewPanelSerializer
{
  protected readonly store = new DisposableStore();
  readonly #viewType: string;
  #panel: vscode.WebviewPanel | null = null;

  constructor(
    private readonly view: keyof typeof views,
    private readonly extensionUri: vscode.Uri,
    protected readonly server: LanguageServer,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#viewType = `hotframe.${view}`;
    this.store.add(vscode.window.registerWebviewPanelSerializer(this.#viewType, this));
  }

  /** The column of the panel; undefined if it is not open. */
  get viewColumn(): vscode.ViewColumn | undefined {
    return this.#panel?.viewColumn;
  }

  get isVisible(): boolean {
    return this.#panel?.visible ?? false;
  }

  deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    this.restore(state);
    this.adopt(panel);
    return Promise.resolve();
  }

  dispose(): void {
    this.#panel?.dispose();
    this.store.dispose();
  }

  protected get isOpen(): boolean {
    return this.#panel !== null;
  }

  /** Does what a message of the page asks for. */
  protected abstract receive(message: From): Promise<void>;

  /** Tells the page that its message failed: each question gets an answer, or the page would wait for ever. */
  protected abstract sayFailed(sentence: string, message: From): void;

  /** A panel comes back after a reload, with what its page had kept. */
  protected restore(_state: unknown): void {}

  /** Receives a message of the page, or one that stands for it. */
  protected take(message: From): void {
    this.receive(message).catch((error: unknown) => {
      this.log.error(`${views[this.view].title}, ${message.type}: ${String(error)}`);
      this.sayFailed(error instanceof Error ? error.message : String(error), message);
    });
  }

  /** Messages to a hidden panel are lost: the page asks again when it is shown. */
  protected post(...messages: To[]): void {
    for (const message of messages) void this.#panel?.webview.postMessage(message);
  }

  /** Shows a place of the page in an editor beside it. */
  protected reveal(place: RevealedPlace): Promise<void> {
    return revealPlace(place, this.viewColumn, this.server);
  }

  /**
   * Shows the panel that there is, else a new one in a tab beside those of ours, so that the code keeps
   * its room.
   *
   * @param isWanted whether a new one still is, once there is a place for it
   */
  protected async open(takeFocus: boolean, isWanted = () => true): Promise<void> {
    // A panel that is in sight stays as it is: to reveal it could close a list that a person has open.
    if (this.#panel?.visible && !takeFocus) return;
    if (this.#panel) return this.#panel.reveal(undefined, !takeFocus);
    const viewColumn = await columnForView(this.#viewType);
    if (!isWanted()) return;
    const place = { viewColumn, preserveFocus: !takeFocus };
    this.adopt(vscode.window.createWebviewPanel(this.#viewType, this.tabTitle, place));
  }

  protected get tabTitle(): string {
    return views[this.view].title;
  }

  protected updateTitle(): void {
    if (this.#panel) this.#panel.title = this.tabTitle;
  }

  protected close(): void {
    this.#panel?.dispose();
  }

  /** Puts the page into a panel, which takes the place of the one before. */
  protected adopt(panel: vscode.WebviewPanel): void {
    this.close();
    this.#panel = panel;
    const { page, title } = views[this.view];
    const assets = vscode.Uri.joinPath(this.extensionUri, 'dist', 'page');
    const { webview } = panel;
    const uriOf = (name: string) =>
      webview.asWebviewUri(vscode.Uri.joinPath(assets, name)).toString();
    const ofPanel = new DisposableStore();
    ofPanel.add(webview.onDidReceiveMessage((message: From) => this.take(message)));
    ofPanel.add(
      panel.onDidDispose(() => {
        if (this.#panel === panel) this.#panel = null;
        ofPanel.dispose();
      }),
    );
    panel.iconPath = vscode.Uri.joinPath(this.extensionUri, 'media', 'heat5.svg');
    webview.options = { enableScripts: true, localResourceRoots: [assets] };
    webview.html = viewMarkup({
      title,
      cspSource: webview.cspSource,
      nonce: newNonce(),
      scriptUri: uriOf(`${page}.js`),
      styleUri: uriOf(`${page}.css`),
    });
  }
}

function newNonce(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
}
