import * as vscode from 'vscode';

/**
 * The group for a new page of this kind: the one that has a page of ours, else one beside the code. A
 * tab of this kind that VS Code has not brought back yet, after a reload, is closed for it.
 */
export async function columnForView(viewType: string): Promise<vscode.ViewColumn> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const own = tabs.find((tab) => isOf(tab, 'hotframe.'));
  const old = tabs.filter((tab) => isOf(tab, viewType));
  if (old.length > 0) await vscode.window.tabGroups.close(old, true);
  return own?.group.viewColumn ?? vscode.ViewColumn.Beside;
}

/** VS Code writes something of its own before the name of the kind. */
function isOf({ input }: vscode.Tab, viewType: string): boolean {
  return input instanceof vscode.TabInputWebview && input.viewType.includes(viewType);
}
