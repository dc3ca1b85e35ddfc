import { basename } from 'node:path';
import * as vscode from 'vscode';

export interface OpenPlaceOptions {
  viewColumn: vscode.ViewColumn;
  takeFocus: boolean;
  /** 1-based; absent: the line's first word. */
  column?: number;
}

/** Where text is edited now; never over the flamegraph. */
export function editorColumn(): vscode.ViewColumn {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  return editor?.viewColumn ?? vscode.ViewColumn.One;
}

/** Opens a file at a line (1-based); where it can't, says why and what to do. */
export async function openPlace(
  uri: vscode.Uri,
  line: number,
  { viewColumn, takeFocus, column }: OpenPlaceOptions,
): Promise<void> {
  // A profile may be anybody's: to open the file is to ask the machine that it names.
  if (uri.scheme === 'file' && uri.authority !== '' && !vscode.workspace.getWorkspaceFolder(uri)) {
    void vscode.window.showWarningMessage(
      `${basename(uri.fsPath)} is not opened: the profile has it on another machine (${uri.authority}), in no folder that is open here.`,
    );
    return;
  }
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
