import * as vscode from 'vscode';
import type { Failure, ServerChoice } from '../../shared/failure.ts';
import { failureButtons, failureWords, type FailureButton } from './failureWords.ts';
import { editorColumn, openPlace } from '../openPlace.ts';

/** What a person may do about a failed run beside the commands that there are for it. */
export interface FailureRemedies {
  readonly isScenario: boolean;
  showOutput(): void;
  again(durationS?: number): Promise<void>;
  chooseServer(choices: readonly ServerChoice[]): Promise<void>;
}

/** Says a failure with the buttons that help with it. Cancelling is silent. */
export async function showFailure(failure: Failure, remedies: FailureRemedies): Promise<void> {
  if (failure.kind === 'cancelled') return;
  const buttons = failureButtons(failure, remedies.isScenario);
  const choice = await vscode.window.showErrorMessage(failureWords(failure), ...buttons);
  if (choice) await act(choice, failure, remedies);
}

async function act(
  { action }: FailureButton,
  { choices = [], place, enoughS }: Failure,
  remedies: FailureRemedies,
): Promise<void> {
  switch (action) {
    case 'Show Output':
      return remedies.showOutput();
    case 'Choose Server…':
      return remedies.chooseServer(choices);
    case 'Try Again':
      return remedies.again();
    case 'Measure Longer':
      return remedies.again(enoughS);
    case 'Go to Line':
      if (!place) return;
      return openPlace(vscode.Uri.file(place.file), place.line, {
        viewColumn: editorColumn(),
        takeFocus: true,
      });
    case 'Choose Another Process…':
      await vscode.commands.executeCommand('hotframe.attach');
      return;
    case 'Open Settings':
      await vscode.commands.executeCommand('workbench.action.openSettings', 'hotframe.');
      return;
    case 'Choose Another Command':
      await vscode.commands.executeCommand('hotframe.chooseCommand');
      return;
    case 'Choose Another URL…':
      await vscode.commands.executeCommand('hotframe.chooseUrl');
      return;
    case 'Change Options':
      await vscode.commands.executeCommand('hotframe.profileWithOptions');
      return;
    case 'Open Scenario File':
    case 'Create Scenario File':
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
