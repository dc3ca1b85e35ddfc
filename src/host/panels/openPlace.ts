import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { LanguageServer } from '../core/languageServer.ts';

/** A line (1-based) as it ran. */
export interface RanPlace {
  uri: vscode.Uri;
  line: number;
  /** The state of the comparison that it is of; absent: the profile that is shown. */
  side?: 'base' | 'head' | undefined;
}

export interface OpenPlaceOptions {
  viewColumn: vscode.ViewColumn;
  takeFocus: boolean;
  /** 1-based; absent: the line's first word. */
  column?: number;
}

/** The column in which text is edited now, which is never that of the flamegraph. */
export function editorColumn(): vscode.ViewColumn {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  return editor?.viewColumn ?? vscode.ViewColumn.One;
}

/** The current line of a line that ran. */
export async function currentLine(
  { uri, line, side }: RanPlace,
  server: LanguageServer,
): Promise<number> {
  const question = { uri: uri.toString(), line, ...(side ? { side } : {}) };
  return (await server.ask('currentLine', question)).line;
}

/**
 * Opens a place where it is now; if that fails, says why and what to do. Every click that leads to
 * code which ran comes by here.
 */
export async function openPlace(
  place: RanPlace,
  { viewColumn, takeFocus, column }: OpenPlaceOptions,
  server: LanguageServer,
): Promise<void> {
  const { uri } = place;
  // A profile may be anybody's: to open the file is to ask the machine that it names.
  if (uri.scheme === 'file' && uri.authority !== '' && !vscode.workspace.getWorkspaceFolder(uri)) {
    void vscode.window.showWarningMessage(
      `${basename(uri.fsPath)} is not opened: the profile has it on another machine (${uri.authority}), in no folder that is open here.`,
    );
    return;
  }
  const line = await currentLine(place, server);
  let document: vscode.TextDocument;
  try {
    document = await vscode.workspace.openTextDocument(uri);
  } catch {
    void sayGone(basename(uri.fsPath));
    return;
  }
  const at = document.lineAt(Math.min(Math.max(line, 1), document.lineCount) - 1);
  const character = column === undefined ? at.firstNonWhitespaceCharacterIndex : column - 1;
  const position = new vscode.Position(at.lineNumber, Math.min(character, at.text.length));
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn,
    preserveFocus: !takeFocus,
    preview: true,
    selection: new vscode.Range(position, position),
  });
  editor.revealRange(at.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

async function sayGone(name: string): Promise<void> {
  const choice = await vscode.window.showWarningMessage(
    `${name} can't be opened: it is not there any more, or can't be read. Run again for a profile of the files as they are.`,
    'Profile Server Again',
  );
  if (choice) await vscode.commands.executeCommand('hotframe.profileAgain');
}
