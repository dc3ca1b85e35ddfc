import * as vscode from 'vscode';
import type { FromView, ToView } from '../shared/flameWire.ts';
import { DisposableStore } from './disposableStore.ts';
import type { LanguageServer } from './languageServer.ts';
import type { ProfileExport } from './runs/profileExport.ts';
import { offerProfile } from './offerProfile.ts';
import { revealPlace } from './revealPlace.ts';
import type { ShownProfile } from './shownProfile.ts';
import { ViewPanel } from './viewPanel.ts';
import { columnForView } from './viewsColumn.ts';

/**
 * The flamegraph beside the editor: at most one panel, opened by a run or a command, or brought back
 * by VS Code after a reload. It carries messages between the view and the server.
 */
export class Flamegraph implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #store = new DisposableStore();
  #panel: ViewPanel<FromView, ToView> | null = null;
  #highlighted: number[] = [];
  /** What the view asked for when it was loaded; null where it is not yet. */
  #ready: Extract<FromView, { type: 'ready' }> | null = null;
  /** A person asks about the function of a frame. */
  onWhy: (functionId: number) => Promise<void> = () => Promise.resolve();
  /** A person dropped files on it. */
  onDrop: (uris: vscode.Uri[]) => Promise<unknown> = () => Promise.resolve();
  /** It was opened for a profile that is still to come, and of what; null: it was not. */
  #expected: 'run' | 'file' | null = null;
  /** The file whose tab it is in; null where it has a panel of its own. */
  #editorPath: string | null = null;

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly server: LanguageServer,
    private readonly profile: ShownProfile,
    private readonly exporting: ProfileExport,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#store.add(profile.onDidChange(() => this.#profileChanged()));
    this.#store.add(vscode.window.registerWebviewPanelSerializer(flamegraphViewType, this));
  }

  /** Where it is; undefined where it is not open. */
  get viewColumn(): vscode.ViewColumn | undefined {
    return this.#panel?.viewColumn;
  }

  get isVisible(): boolean {
    return this.#panel?.isVisible ?? false;
  }

  /** A run shows it beside what is being edited; who asks for it by a command gets the keyboard there. */
  async show({ takeFocus }: { takeFocus: boolean } = { takeFocus: false }): Promise<void> {
    await this.server.start();
    if (this.#panel) {
      if (this.#expected && this.profile.current) this.#profileChanged();
      return this.#panel.show(takeFocus);
    }
    if (!this.profile.current) {
      void offerProfile();
      return;
    }
    await this.#openPanel(takeFocus, () => true);
  }

  /**
   * The server is warming up: opens the page, where none is open, so that the profile has only to be
   * drawn when it comes. Not later: it would take CPU time from what is measured.
   */
  async expect(what: 'run' | 'file' = 'run'): Promise<void> {
    if (this.#isOpen || this.#expected) return;
    this.#expected = what;
    await this.#openPanel(false, () => this.#expected !== null && !this.#isOpen);
  }

  /**
   * Shows what is being opened. The page takes as long to load as a large profile, so both are done
   * at once; where nothing is opened the new page goes again.
   * @param opening true: it is shown
   */
  async showOpened(opening: Promise<boolean>): Promise<void> {
    // Its failure is for whoever awaits it below.
    opening.catch(() => undefined);
    let isOpened = false;
    try {
      await this.expect('file');
      isOpened = await opening;
    } finally {
      if (!isOpened) this.expectNoMore();
    }
    if (isOpened) await this.show();
  }

  /** Closes what was opened for a profile that did not come. */
  expectNoMore(): void {
    if (!this.#expected) return;
    this.#expected = null;
    this.#panel?.close();
  }

  deserializeWebviewPanel(panel: vscode.WebviewPanel): Promise<void> {
    this.#adopt(panel);
    return Promise.resolve();
  }

  /** Takes the tab of a profile's file, which is what is shown. */
  adoptEditor(panel: vscode.WebviewPanel, path: string): void {
    this.#adopt(panel, path);
  }

  /** Frames of these functions stand out. */
  highlight(functionIds: number[]): void {
    if (functionIds.join() === this.#highlighted.join()) return;
    this.#highlighted = functionIds;
    this.#post({ type: 'highlight', functionIds });
  }

  dispose(): void {
    this.#panel?.dispose();
    this.#store.dispose();
  }

  get #isOpen(): boolean {
    return this.#panel !== null;
  }

  /** @param isWanted whether it still is, once there is a place for it */
  async #openPanel(takeFocus: boolean, isWanted: () => boolean): Promise<void> {
    const viewColumn = await columnForView(flamegraphViewType);
    if (!isWanted()) return;
    const place = { viewColumn, preserveFocus: !takeFocus };
    this.#adopt(vscode.window.createWebviewPanel(flamegraphViewType, 'Flamegraph', place));
  }

  #adopt(webviewPanel: vscode.WebviewPanel, editorPath: string | null = null): void {
    this.#panel?.close();
    this.#editorPath = editorPath;
    this.#ready = null;
    const panel = new ViewPanel<FromView, ToView>(
      webviewPanel,
      this.extensionUri,
      'main',
      (message) => {
        void this.#receive(message).catch((error: unknown) => {
          this.log.error(`Flamegraph, ${message.type}: ${String(error)}`);
          this.#sayFailed(message, error);
        });
      },
    );
    this.#panel = panel;
    panel.onClosed = () => {
      if (this.#panel === panel) this.#panel = null;
    };
  }

  #profileChanged(): void {
    const { current } = this.profile;
    this.#expected = null;
    if (!current) return this.#panel?.close();
    if (this.#panel && this.#editorPath !== null && this.#editorPath !== current.path) {
      // The tab of a file shows that file alone.
      this.#panel.close();
      void this.show();
      return;
    }
    // A view that is not loaded yet asks when it is.
    if (!this.#ready) return;
    void this.#receive(this.#ready).catch((error: unknown) => {
      this.log.error(`Flamegraph of the new profile: ${String(error)}`);
    });
  }

  async #receive(message: FromView): Promise<void> {
    switch (message.type) {
      case 'ready':
        if (!this.#panel) return;
        // A later profile is asked for without a picture: the choices in the view may be others by then.
        this.#ready = this.#expected ? message : { type: 'ready' };
        if (this.#expected === 'run') this.#post({ type: 'expected' });
        if (this.#expected) return;
        await this.#forward(message);
        if (this.#highlighted.length > 0) {
          this.#post({ type: 'highlight', functionIds: this.#highlighted });
        }
        return;
      case 'query':
      case 'search':
      case 'lines':
      case 'choose':
        return this.#forward(message);
      case 'reveal':
        return revealPlace(message, this.#panel?.viewColumn, this.server);
      case 'open':
        await this.onDrop(message.uris.map((uri) => vscode.Uri.parse(uri)));
        return;
      case 'why':
        return this.onWhy(message.functionId);
      case 'save':
        if (message.kind === 'svg') return this.exporting.saveSvg(message.text);
        if (message.kind === 'html') return this.exporting.savePage();
        return this.exporting.saveProfile();
      default:
        message satisfies never;
    }
  }

  async #forward(message: FromView): Promise<void> {
    for (const answer of (await this.server.ask('view', { message })).messages) this.#post(answer);
  }

  #post(message: ToView): void {
    this.#panel?.post(message);
  }

  /** Every question gets an answer, or the view would wait for ever. */
  #sayFailed(message: FromView, error: unknown): void {
    if (!('requestId' in message)) return;
    const sentence = error instanceof Error ? error.message : String(error);
    this.#post({ type: 'queryFailed', requestId: message.requestId, message: sentence });
  }
}

const flamegraphViewType = 'hotframe.flamegraph';
