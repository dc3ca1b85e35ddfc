import * as vscode from 'vscode';
import type { EditorLine } from '../../shared/lspWire.ts';
import { DisposableStore } from '../disposableStore.ts';

/**
 * Remembers what each editor shows. VS Code moves that itself while a person types, so as long as
 * text changed only inside of lines, the same lines need not be drawn again: each drawing costs the
 * typing a frame in a file with hundreds of them.
 */
export class DrawnLines implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #shown = new WeakMap<vscode.TextEditor, string>();

  constructor() {
    this.#store.add(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.every(isInsideLine)) return;
        for (const editor of vscode.window.visibleTextEditors) {
          if (editor.document === document) this.#shown.delete(editor);
        }
      }),
    );
  }

  /** Whether the editor shows exactly this already; if not, it is taken for shown from now on. */
  hasDrawn(editor: vscode.TextEditor, lines: readonly EditorLine[], settings: string): boolean {
    const wanted = JSON.stringify([settings, lines]);
    if (this.#shown.get(editor) === wanted) return true;
    this.#shown.set(editor, wanted);
    return false;
  }

  dispose(): void {
    this.#store.dispose();
  }
}

/** At a line's start what stands before it could end up behind what was typed. */
function isInsideLine({ range, text }: vscode.TextDocumentContentChangeEvent): boolean {
  return range.isSingleLine && range.start.character > 0 && !/[\n\r]/.test(text);
}
