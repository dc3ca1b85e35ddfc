import * as vscode from 'vscode';
import { StoreOwner } from '../core/disposableStore.ts';
import type { Flamegraph } from './flamegraph.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import type { LoadedProfile } from '../core/loadedProfile.ts';

const restMs = 120;

/** Lets the frames of the function under the editor's cursor stand out in the flamegraph. */
export class CursorHighlight extends StoreOwner {
  #timer: NodeJS.Timeout | undefined;
  #question = 0;

  constructor(
    private readonly server: LanguageServer,
    private readonly profile: LoadedProfile,
    private readonly flamegraph: Flamegraph,
    private readonly log: vscode.LogOutputChannel,
  ) {
    super();
    this.store.add(
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.#rest(textEditor)),
    );
    this.store.add({ dispose: () => clearTimeout(this.#timer) });
  }

  /** Not for every line that the cursor runs over. */
  #rest(editor: vscode.TextEditor): void {
    clearTimeout(this.#timer);
    if (!this.profile.current || !this.flamegraph.isVisible) return;
    if (editor.document.uri.scheme !== 'file') return;
    this.#timer = setTimeout(() => {
      void this.#ask(editor).catch((error: unknown) => {
        this.log.warn(`Functions at the cursor: ${String(error)}`);
      });
    }, restMs);
  }

  async #ask(editor: vscode.TextEditor): Promise<void> {
    const question = ++this.#question;
    const line = editor.selection.active.line + 1;
    const uri = editor.document.uri.toString();
    const { functionIds } = await this.server.ask('functionsAt', { uri, line });
    if (question === this.#question) this.flamegraph.highlight(functionIds);
  }
}
