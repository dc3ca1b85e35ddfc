import * as vscode from 'vscode';
import type { EditorLine } from '../shared/lspWire.ts';
import type { DecorationTypes, LabelKind } from './decorationTypes.ts';
import { DisposableStore } from './disposableStore.ts';
import { heatStep } from './heat.ts';
import type { LanguageServer } from './languageServer.ts';
import { hotLinesEnabled, settingsSection } from './settings.ts';
import type { ShownProfile } from './shownProfile.ts';

/**
 * Draws the hot lines in every visible editor of a file, the right side of a diff among them.
 * VS Code moves what is drawn while a person types; the server says when to ask again.
 */
export class HotLineDecorations implements vscode.Disposable {
  readonly #store = new DisposableStore();
  /** By uri: the number of the last question, so that a late answer is dropped. */
  readonly #questions = new Map<string, number>();
  #question = 0;

  constructor(
    private readonly server: LanguageServer,
    private readonly profile: ShownProfile,
    private readonly types: DecorationTypes,
    private readonly log: vscode.LogOutputChannel,
  ) {
    this.#store.add(profile.onDidChange(() => this.#drawAll()));
    this.#store.add(server.onFileLinesChanged(({ uri }) => this.#drawUri(uri)));
    this.#store.add(vscode.window.onDidChangeVisibleTextEditors(() => this.#drawAll()));
    this.#store.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settingsSection)) this.#drawAll();
      }),
    );
  }

  dispose(): void {
    this.#store.dispose();
  }

  #drawAll(): void {
    const uris = new Set(fileEditors().map(({ document }) => document.uri.toString()));
    for (const uri of uris) this.#drawUri(uri);
  }

  /** `uri` may be written otherwise than VS Code does. */
  #drawUri(uri: string): void {
    const parsed = vscode.Uri.parse(uri);
    void this.#draw(parsed).catch((error: unknown) => {
      this.log.error(`Hot lines of ${uri}: ${String(error)}`);
    });
  }

  async #draw(uri: vscode.Uri): Promise<void> {
    const key = uri.toString();
    const question = ++this.#question;
    this.#questions.set(key, question);
    const isWanted = this.profile.current !== null && hotLinesEnabled();
    if (editorsOf(key).length === 0) {
      this.#questions.delete(key);
      return;
    }
    const lines = isWanted ? await this.server.fileLines(uri) : [];
    if (this.#questions.get(key) !== question) return;
    for (const editor of editorsOf(key)) this.#apply(editor, lines);
  }

  #apply(editor: vscode.TextEditor, lines: EditorLine[]): void {
    const { types } = this;
    const options = new Map<vscode.TextEditorDecorationType, vscode.DecorationOptions[]>(
      types.all.map((type) => [type, []]),
    );
    for (const line of lines) {
      if (line.line > editor.document.lineCount) continue;
      const { range } = editor.document.lineAt(line.line - 1);
      const heat = line.stale ? types.stale : types.heat[heatStep(line.self)];
      options.get(heat)!.push({ range });
      options.get(types.labels[labelKind(line)])!.push({
        range: new vscode.Range(range.end, range.end),
        renderOptions: { after: { contentText: line.label } },
      });
    }
    for (const [type, each] of options) editor.setDecorations(type, each);
  }
}

/** A function's marker is told on one of its lines; the others are not to look like it. */
function labelKind({ stale, marker, label }: EditorLine): LabelKind {
  if (stale) return 'stale';
  return marker !== null && label.includes('⚠') ? 'marked' : 'plain';
}

function fileEditors(): vscode.TextEditor[] {
  return vscode.window.visibleTextEditors.filter(({ document }) => document.uri.scheme === 'file');
}

function editorsOf(uri: string): vscode.TextEditor[] {
  return fileEditors().filter(({ document }) => document.uri.toString() === uri);
}
