import * as vscode from 'vscode';

/** Where something of a profile was asked for and there is none: says so, with the ways to one. */
export async function offerProfile(): Promise<void> {
  const choice = await vscode.window.showInformationMessage(
    'There is no profile yet: profile your server, or open a saved profile.',
    'Profile Server',
    'Open Profile…',
  );
  if (!choice) return;
  const isRun = choice === 'Profile Server';
  await vscode.commands.executeCommand(isRun ? 'hotframe.profileServer' : 'hotframe.openProfile');
}
