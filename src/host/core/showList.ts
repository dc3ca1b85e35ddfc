import * as vscode from 'vscode';

/**
 * Shows a list to choose from until it is answered or left with Escape. VS Code may give the keyboard back
 * to a view a moment late after F1 (microsoft/vscode#75209), which would close the list at once.
 */
export function showList<Item extends vscode.QuickPickItem>(
  items: readonly Item[] | Promise<Item[]>,
  options: vscode.QuickPickOptions,
): Thenable<Item | undefined> {
  return vscode.window.showQuickPick(items, { ...options, ignoreFocusOut: true });
}
