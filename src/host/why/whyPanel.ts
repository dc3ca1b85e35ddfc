import * as vscode from 'vscode';
import { isSamePath } from '../../shared/filePaths.ts';
import {
  readFunctionRef,
  type FromWhy,
  type FunctionRef,
  type ToWhy,
  type Why,
  type WhySubject,
} from '../../shared/whyWire.ts';
import { DisposableStore } from '../disposableStore.ts';
import type { LanguageServer } from '../languageServer.ts';
import { revealPlace } from '../revealPlace.ts';
import type { ShownProfile } from '../shownProfile.ts';
import { ViewPanel } from '../viewPanel.ts';
import { columnForView } from '../viewsColumn.ts';

/**
 * The panel "Why" beside the editor: at most one, opened by its command or brought back by VS Code
 * after a reload. It follows the profile that is shown, and carries messages between the page and the
 * server.
 */
export class WhyPanel implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #store = new DisposableStore();
  #panel: ViewPanel<FromWhy, ToWhy> | null = null;
  #of: FunctionRef | null = null;
  /** Of several questions only the last one's answer is shown. */
  #question = 0;
  /** What the page was told last, as JSON: it is not drawn anew for the same. */
  #told = '';

  constructor(
    private readonly extensionUri: vscode.Uri,
    private readonly server: LanguageServer,
    profile: ShownProfile,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#store.add(profile.onDidChange(() => this.#refresh()));
    // Its text may be what ran no longer, or again.
    this.#store.add(
      server.on('fileLinesChanged', ({ uri }) => {
        if (isSamePath(vscode.Uri.parse(uri).fsPath, this.#of?.file ?? '')) this.#refresh();
      }),
    );
    this.#store.add(vscode.window.registerWebviewPanelSerializer(viewType, this));
  }

  /** Shows it; who asks by the keyboard goes on there. */
  async show(why: Why): Promise<void> {
    this.#question += 1;
    this.#keep(why);
    if (this.#panel) {
      this.#panel.show(true);
      this.#tell(why);
      return;
    }
    // A tab beside the flamegraph, so that the code keeps its room.
    const place = { viewColumn: await columnForView(viewType), preserveFocus: false };
    this.#adopt(vscode.window.createWebviewPanel(viewType, tabTitle(this.#of), place));
  }

  deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const of = typeof state === 'object' && state !== null && 'of' in state ? state.of : null;
    this.#of = readFunctionRef(of);
    this.#adopt(panel);
    return Promise.resolve();
  }

  dispose(): void {
    this.#panel?.dispose();
    this.#store.dispose();
  }

  #adopt(webviewPanel: vscode.WebviewPanel): void {
    this.#panel?.close();
    const panel = new ViewPanel<FromWhy, ToWhy>(
      webviewPanel,
      this.extensionUri,
      'why',
      (message) => void this.#receive(message).catch((error: unknown) => this.#sayFailed(error)),
    );
    this.#panel = panel;
    panel.onClosed = () => {
      if (this.#panel === panel) this.#panel = null;
    };
  }

  #refresh(): void {
    if (!this.#panel) return;
    this.#ask().catch((error: unknown) => this.#sayFailed(error));
  }

  async #receive(message: FromWhy): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#told = '';
        return this.#ask();
      case 'ask':
        this.#of = message.of;
        return this.#ask();
      case 'reveal':
        return revealPlace({ ...message, takeFocus: true }, this.#panel?.viewColumn, this.server);
      case 'profile':
        await vscode.commands.executeCommand('hotframe.profileServer');
        return;
      default:
        message satisfies never;
    }
  }

  async #ask(): Promise<void> {
    const question = ++this.#question;
    const subject: WhySubject = this.#of ? { kind: 'function', of: this.#of } : { kind: 'none' };
    const { why } = await this.server.ask('why', { subject });
    if (question !== this.#question) return;
    this.#keep(why);
    this.#tell(why);
  }

  #tell(why: Why): void {
    const text = JSON.stringify(why);
    if (text === this.#told) return;
    this.#told = text;
    this.#panel?.post({ type: 'why', why });
  }

  #keep(why: Why): void {
    // What has no sample in this run may have some in the next: it stays what was asked about.
    if (why.kind === 'function') this.#of = why.report;
    else if (why.kind === 'no-samples') this.#of = why.of;
    this.#panel?.setTitle(tabTitle(this.#of));
  }

  #sayFailed(error: unknown): void {
    this.log.error(`Why: ${String(error)}`);
    const message = error instanceof Error ? error.message : String(error);
    this.#told = '';
    this.#panel?.post({ type: 'failed', message });
  }
}

const viewType = 'hotframe.why';

/** It has little room. */
function tabTitle(of: FunctionRef | null): string {
  return of ? `Why: ${of.name}` : 'Why';
}
