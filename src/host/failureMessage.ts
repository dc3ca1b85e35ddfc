import * as vscode from 'vscode';
import type { Failure } from '../shared/failure.ts';
import type { ServerOutput } from './serverOutput.ts';
import { failureActions, failureWords, type FailureAction } from './failureWords.ts';

/** Says a failure with the buttons that help with it. Cancelling is silent. */
export async function showFailure(failure: Failure, output: ServerOutput): Promise<void> {
  if (failure.kind === 'cancelled') return;
  const actions = failureActions(failure.kind);
  const choice = await vscode.window.showErrorMessage(failureWords(failure), ...actions);
  if (choice) await act(choice, failure, output);
}

async function act(
  action: FailureAction,
  { choices }: Failure,
  output: ServerOutput,
): Promise<void> {
  switch (action) {
    case 'Show Output':
      return output.show();
    case 'Open Settings':
      await vscode.commands.executeCommand('workbench.action.openSettings', 'hotframe.');
      return;
    case 'Choose Another Command':
      await vscode.commands.executeCommand('hotframe.chooseCommand');
      return;
    case 'Choose Another URL…':
      await vscode.commands.executeCommand('hotframe.chooseUrl');
      return;
    case 'Choose Server…':
      await vscode.commands.executeCommand('hotframe.chooseUrl', choices);
      return;
    case 'Change Options':
      await vscode.commands.executeCommand('hotframe.profileWithOptions');
      return;
    case 'Open Scenario File':
      await vscode.commands.executeCommand('hotframe.createScenario');
      return;
    case 'Stop It':
      await vscode.commands.executeCommand('hotframe.stop');
      return;
    case 'Manage Workspace Trust':
      await vscode.commands.executeCommand('workbench.trust.manage');
      return;
    case 'Show Log':
      await vscode.commands.executeCommand('hotframe.showLog');
      return;
  }
}
