import * as vscode from 'vscode';

/** Tells a person who asked for something of a profile that there is none, and offers the ways to one. */
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
