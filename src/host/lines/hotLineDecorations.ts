import * as vscode from 'vscode';
import type { EditorLine } from '../../shared/linesWire.ts';
import { largerShare, shownHeat, type ShownShares } from '../../shared/shownTimes.ts';
import type { DecorationTypes, LabelKind } from './decorationTypes.ts';
import { StoreOwner } from '../core/disposableStore.ts';
import { DrawnLines } from './drawnLines.ts';
import { gutterText } from './gutterIcon.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import { isMarked, lineLabels } from '../core/lineLabels.ts';
import { hotLinesEnabled, labelPositionSetting, settingsSection } from '../core/settings.ts';
import type { LoadedProfile } from '../core/loadedProfile.ts';

/**
 * Draws the hot lines in every visible editor of a file, including the right side of a diff. VS
 * Code moves decorations while a person types; the server says when to ask again.
 */
export class HotLineDecorations extends StoreOwner {
  /** The number of the last request by URI, so that late answers are dropped. */
  readonly #questions = new Map<string, number>();
  #question = 0;
  /** The decoration types in use per editor, to clear those that are not drawn again. */
  readonly #drawn = new WeakMap<vscode.TextEditor, Set<vscode.TextEditorDecorationType>>();
  readonly #drawnLines = this.store.add(new DrawnLines());

  constructor(
    private readonly server: LanguageServer,
    private readonly profile: LoadedProfile,
    private readonly types: DecorationTypes,
    private readonly log: vscode.LogOutputChannel,
  ) {
    super();
    this.store.add(profile.onDidChange(() => this.#drawAll()));
    this.store.add(server.on('comparisonChanged', () => this.#drawAll()));
    this.store.add(server.on('fileLinesChanged', ({ uri }) => this.#drawUri(uri)));
    this.store.add(vscode.window.onDidChangeVisibleTextEditors(() => this.#drawAll()));
    this.store.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration(settingsSection)) this.#drawAll();
      }),
    );
  }

  #drawAll(): void {
    const uris = new Set(fileEditors().map(({ document }) => document.uri.toString()));
    for (const uri of uris) this.#drawUri(uri);
  }

  /** `uri` may be spelled differently than VS Code does. */
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
    const asked = performance.now();
    const lines = isWanted
      ? (await this.server.ask('fileLines', { uri: uri.toString() })).lines
      : [];
    if (this.#questions.get(key) !== question) return;
    const answered = performance.now();
    const position = labelPositionSetting();
    const editors = editorsOf(key).filter(
      (editor) => !this.#drawnLines.hasDrawn(editor, lines, position),
    );
    for (const editor of editors) this.#apply(editor, lines);
    const drawnMs = performance.now() - answered;
    this.log.trace(
      `${lines.length} hot lines of ${key}: answered in ${(answered - asked).toFixed(1)} ms, drawn in ${editors.length} editors in ${drawnMs.toFixed(1)} ms`,
    );
  }

  #apply(editor: vscode.TextEditor, lines: EditorLine[]): void {
    const drawn = new Map<vscode.TextEditorDecorationType, Drawn>();
    const add = (type: vscode.TextEditorDecorationType, option: Drawn[number]) => {
      const known = drawn.get(type);
      if (known) known.push(option);
      else drawn.set(type, [option]);
    };
    const position = labelPositionSetting();
    const { document } = editor;
    const there = lines.filter(({ line }) => line <= document.lineCount);
    for (const line of there) this.#drawLine(document.lineAt(line.line - 1).range, line, add);
    if (position === 'start' && there.length > 0) {
      drawn.set(this.types.gap, linesWithout(document, there));
    }
    for (const type of this.#drawn.get(editor) ?? []) {
      if (!drawn.has(type)) editor.setDecorations(type, []);
    }
    for (const [type, options] of drawn) editor.setDecorations(type, options);
    this.#drawn.set(editor, new Set(drawn.keys()));
  }

  #drawLine(
    range: vscode.Range,
    line: EditorLine,
    add: (type: vscode.TextEditorDecorationType, option: vscode.DecorationOptions) => void,
  ): void {
    const { types } = this;
    const shares = sharesOf(line);
    const heat = shownHeat(shares);
    const kind = labelKind(line);
    if (kind === 'stale') {
      add(types.stale, { range });
    } else {
      add(types.heat[heat], { range });
      const icon = { text: gutterText(largerShare(shares)), heat, isMarked: isMarked(line) };
      add(types.icon(icon), { range: startOf(range) });
    }
    const { before, after } = lineLabels(line, labelPositionSetting());
    if (before !== '') {
      const renderOptions = { before: { contentText: before } };
      add(types.before[kind], { range: startOf(range), renderOptions });
    }
    if (after !== '') {
      const renderOptions = { after: { contentText: after } };
      add(types.after[kind], { range: new vscode.Range(range.end, range.end), renderOptions });
    }
  }
}

type Drawn = vscode.DecorationOptions[];

function startOf({ start }: vscode.Range): vscode.Range {
  return new vscode.Range(start, start);
}

function linesWithout(document: vscode.TextDocument, lines: readonly EditorLine[]): Drawn {
  const taken = new Set(lines.map(({ line }) => line));
  return Array.from({ length: document.lineCount }, (_, at) => at)
    .filter((at) => !taken.has(at + 1))
    .map((at) => ({ range: new vscode.Range(at, 0, at, 0) }));
}

function sharesOf({ self, showsCpu, waitShare }: EditorLine): ShownShares {
  return { cpu: showsCpu ? self : 0, wait: waitShare };
}

function labelKind(line: EditorLine): LabelKind {
  if (line.stale) return 'stale';
  if (!line.showsCpu) return 'wait';
  const { difference } = line;
  if (difference?.isBeyondNoise && difference.before) {
    return difference.changeShare < 0 ? 'less' : 'more';
  }
  return isMarked(line) ? 'marked' : 'plain';
}

function fileEditors(): vscode.TextEditor[] {
  return vscode.window.visibleTextEditors.filter(({ document }) => document.uri.scheme === 'file');
}

function editorsOf(uri: string): vscode.TextEditor[] {
  return fileEditors().filter(({ document }) => document.uri.toString() === uri);
}
