import * as vscode from 'vscode';
import type { FromView, ToView } from '../../shared/flameWire.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import type { ProfileExport } from '../runs/profileExport.ts';
import { offerProfile } from '../panels/offerProfile.ts';
import type { LoadedProfile } from '../core/loadedProfile.ts';
import { ViewPanel } from '../panels/viewPanel.ts';

/** The flamegraph of the profile that is shown; it may be in the tab of the profile's file. */
export class Flamegraph extends ViewPanel<FromView, ToView> {
  #highlighted: number[] = [];
  /** The first query of the view when it was loaded; null if it is not yet. */
  #ready: Extract<FromView, { type: 'ready' }> | null = null;
  /** A person asks about the function of a frame. */
  onWhy: (functionId: number) => Promise<void> = () => Promise.resolve();
  /** A person dropped files on it. */
  onDrop: (uris: vscode.Uri[]) => Promise<unknown> = () => Promise.resolve();
  /** It was opened for a profile that is still to come, and of what; null: it was not. */
  #expected: 'run' | 'file' | null = null;
  /** The next page that loads is to show the run of allocations. */
  #opensBytes = false;
  #hasAllocations = false;
  /** The file whose tab it is in; null if it has a panel of its own. */
  #editorPath: string | null = null;

  constructor(
    extensionUri: vscode.Uri,
    server: LanguageServer,
    private readonly profile: LoadedProfile,
    private readonly exporting: ProfileExport,
    log: vscode.LogOutputChannel,
  ) {
    super('flamegraph', extensionUri, server, log);
    this.store.add(profile.onDidChange(() => this.#profileChanged()));
    this.store.add(
      server.on('allocationsChanged', ({ allocations }) => {
        const isCleared = this.#hasAllocations && allocations === null;
        this.#hasAllocations = allocations !== null;
        if (isCleared) this.#profileChanged();
      }),
    );
  }

  /** A run shows it beside what is being edited; who asks for it by a command gets the keyboard there. */
  async show({ takeFocus }: { takeFocus: boolean } = { takeFocus: false }): Promise<void> {
    await this.server.start();
    const { current } = this.profile;
    if (!current && !this.#hasAllocations && !this.isOpen) return void offerProfile();
    if (current && this.#expected && this.isOpen) this.#profileChanged();
    await this.open(takeFocus);
  }

  /** Shows the last run of allocations; the tab of a file shows that file alone. */
  async showBytes({ takeFocus }: { takeFocus: boolean } = { takeFocus: false }): Promise<void> {
    if (this.#editorPath !== null) this.close();
    if (this.isVisible && this.#ready) {
      this.take({ type: 'choose', processes: null, samples: 'bytes' });
    } else this.#opensBytes = true;
    await this.open(takeFocus);
  }

  /**
   * The server is warming up: opens the page, where none is open, so that the profile has only to be
   * drawn when it comes. Not later: it would take CPU time from what is measured.
   */
  async expect(what: 'run' | 'file' = 'run'): Promise<void> {
    if (this.isOpen || this.#expected) return;
    this.#expected = what;
    await this.open(false, () => this.#expected !== null && !this.isOpen);
  }

  /**
   * Shows what is being opened. The page takes as long to load as a large profile, so both are done
   * at once; if nothing is opened, the new page closes again.
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
    this.close();
  }

  /** @param editorPath the file that the panel is the tab of, which is what is shown */
  override adopt(panel: vscode.WebviewPanel, editorPath: string | null = null): void {
    this.#editorPath = editorPath;
    this.#ready = null;
    super.adopt(panel);
  }

  highlight(functionIds: number[]): void {
    if (functionIds.join() === this.#highlighted.join()) return;
    this.#highlighted = functionIds;
    this.post({ type: 'highlight', functionIds });
  }

  #profileChanged(): void {
    const { current } = this.profile;
    this.#expected = null;
    if (!current) return this.close();
    if (this.isOpen && this.#editorPath !== null && this.#editorPath !== current.path) {
      // The tab of a file shows that file alone.
      this.close();
      void this.show();
      return;
    }
    // A view that is not loaded yet asks when it is.
    if (this.#ready) this.take(this.#ready);
  }

  protected async receive(message: FromView): Promise<void> {
    switch (message.type) {
      case 'ready':
        if (!this.isOpen) return;
        // A later profile is asked for without a picture: the choices in the view may be others by then.
        this.#ready = this.#expected ? message : { type: 'ready' };
        if (this.#expected === 'run') this.post({ type: 'expected' });
        if (this.#expected) return;
        await this.#forward(this.#opensBytes ? { ...message, samples: 'bytes' } : message);
        this.#opensBytes = false;
        if (this.#highlighted.length > 0) {
          this.post({ type: 'highlight', functionIds: this.#highlighted });
        }
        return;
      case 'query':
      case 'search':
      case 'lines':
      case 'waits':
      case 'choose':
        return this.#forward(message);
      case 'reveal':
        return this.reveal(message);
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
    this.post(...(await this.server.ask('view', { message })).messages);
  }

  protected sayFailed(sentence: string, message: FromView): void {
    if (!('requestId' in message)) return;
    this.post({ type: 'queryFailed', requestId: message.requestId, message: sentence });
  }
}
