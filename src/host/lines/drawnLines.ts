import * as vscode from 'vscode';
import type { EditorLine } from '../../shared/linesWire.ts';
import { StoreOwner } from '../core/disposableStore.ts';

/**
 * Remembers what each editor shows, to draw only changes. VS Code moves decorations while a person
 * types, so edits within lines need no drawing; in a file with hundreds of decorations, each
 * drawing costs the typing a frame.
 */
export class DrawnLines extends StoreOwner {
  readonly #shown = new WeakMap<vscode.TextEditor, string>();

  constructor() {
    super();
    this.store.add(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.every(isInsideLine)) return;
        for (const editor of vscode.window.visibleTextEditors) {
          if (editor.document === document) this.#shown.delete(editor);
        }
      }),
    );
  }

  /** Whether the editor already shows exactly this. If not, it counts as shown from now on. */
  hasDrawn(editor: vscode.TextEditor, lines: readonly EditorLine[], settings: string): boolean {
    const wanted = JSON.stringify([settings, lines]);
    if (this.#shown.get(editor) === wanted) return true;
    this.#shown.set(editor, wanted);
    return false;
  }
}

/** An edit at a line's start does not count, because decorations there could end up after the typed text. */
function isInsideLine({ range, text }: vscode.TextDocumentContentChangeEvent): boolean {
  return range.isSingleLine && range.start.character > 0 && !/[\n\r]/.test(text);
}
