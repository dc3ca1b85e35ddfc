import * as vscode from 'vscode';
import { DisposableStore } from './disposableStore.ts';
import { viewMarkup } from './viewMarkup.ts';

/** One panel with a page of ours: its messages as they come. */
export class ViewPanel<From, To> implements vscode.Disposable {
  readonly #store = new DisposableStore();
  /** Told once, when the panel is gone, and with it all of this. */
  onClosed: () => void = () => undefined;

  constructor(
    private readonly panel: vscode.WebviewPanel,
    extensionUri: vscode.Uri,
    /** Its script and style in dist/page. */
    page: keyof typeof pageTitles,
    onMessage: (message: From) => void,
  ) {
    const assets = vscode.Uri.joinPath(extensionUri, 'dist', 'page');
    const { webview } = panel;
    const uriOf = (name: string) =>
      webview.asWebviewUri(vscode.Uri.joinPath(assets, name)).toString();
    this.#store.add(webview.onDidReceiveMessage(onMessage));
    this.#store.add(
      panel.onDidDispose(() => {
        this.onClosed();
        this.dispose();
      }),
    );
    panel.iconPath = vscode.Uri.joinPath(extensionUri, 'media', 'heat5.svg');
    webview.options = { enableScripts: true, localResourceRoots: [assets] };
    webview.html = viewMarkup({
      title: pageTitles[page],
      cspSource: webview.cspSource,
      nonce: newNonce(),
      scriptUri: uriOf(`${page}.js`),
      styleUri: uriOf(`${page}.css`),
    });
  }

  get viewColumn(): vscode.ViewColumn | undefined {
    return this.panel.viewColumn;
  }

  get isVisible(): boolean {
    return this.panel.visible;
  }

  /** What comes while the panel is hidden is lost: the view asks again when it is shown. */
  post(message: To): void {
    void this.panel.webview.postMessage(message);
  }

  /** Where it is in sight already nothing moves, which might close a list that a person has open. */
  show(takeFocus: boolean): void {
    if (takeFocus || !this.panel.visible) this.panel.reveal(undefined, !takeFocus);
  }

  /** Of its tab. */
  setTitle(title: string): void {
    this.panel.title = title;
  }

  close(): void {
    this.panel.dispose();
  }

  dispose(): void {
    this.#store.dispose();
  }
}

/** Of the pages themselves: that of a tab may have a function's name in it. */
const pageTitles = { main: 'Flamegraph', comparison: 'Comparison', why: 'Why' } as const;

function newNonce(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
}
