import * as vscode from 'vscode';
import type { LanguageServer } from '../core/languageServer.ts';
import { openPlace } from './openPlace.ts';
import { revealModeSetting } from '../core/settings.ts';

/** A place that a view asks to be shown; `line` and `column` are 1-based, `file` absolute or `node:…`. */
export interface RevealedPlace {
  file: string;
  line: number;
  column: number;
  /** The state of a comparison that the place belongs to; absent: it belongs to the profile that is shown. */
  side?: 'base' | 'head';
  /** Asked for by a double click or a modifier key. */
  takeFocus: boolean;
}

/** Shows a place of a view's frame or row in an editor beside the view, as the settings say. */
export async function revealPlace(
  { file, line, column, side, takeFocus }: RevealedPlace,
  ownColumn: vscode.ViewColumn | undefined,
  server: LanguageServer,
): Promise<void> {
  const mode = revealModeSetting();
  if (mode === 'onDoubleClick' && !takeFocus) return;
  if (file.startsWith('node:')) {
    vscode.window.setStatusBarMessage(`${file} is inside Node.js and has no file to open`, 5_000);
    return;
  }
  const options = {
    viewColumn: revealColumn(ownColumn),
    takeFocus: takeFocus || mode === 'moveFocus',
    ...(column > 1 ? { column } : {}),
  };
  await openPlace({ uri: vscode.Uri.file(file), line, side }, options, server);
}

/** The column in which text is edited; the one beside the view if there is no editor yet. */
export function revealColumn(own: vscode.ViewColumn | undefined): vscode.ViewColumn {
  const beside = vscode.window.visibleTextEditors
    .map(({ viewColumn }) => viewColumn)
    .find((column) => column !== undefined && column !== own);
  if (beside !== undefined) return beside;
  return own === vscode.ViewColumn.One ? vscode.ViewColumn.Two : vscode.ViewColumn.One;
}
