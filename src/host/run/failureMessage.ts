import * as vscode from 'vscode';
import type { Failure, ServerChoice } from '../../shared/failure.ts';
import { failureButtons, failureNotice, type FailureButton } from './failureNotice.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import { editorColumn, openPlace } from '../panels/openPlace.ts';

/** Actions for a failed run that no command offers. */
export interface FailureRemedies {
  readonly isScenario: boolean;
  readonly server: LanguageServer;
  showOutput(): void;
  again(durationS?: number): Promise<void>;
  chooseServer(choices: readonly ServerChoice[]): Promise<void>;
}

/** Shows a failure with the buttons that help with it. Cancelling is silent. */
export async function showFailure(failure: Failure, remedies: FailureRemedies): Promise<void> {
  if (failure.kind === 'cancelled') return;
  const buttons = failureButtons(failure, remedies.isScenario);
  const choice = await vscode.window.showErrorMessage(failureNotice(failure), ...buttons);
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
      return openPlace(
        { uri: vscode.Uri.file(place.file), line: place.line },
        { viewColumn: editorColumn(), takeFocus: true },
        remedies.server,
      );
    default: {
      const [command, ...words] = commandOf[action];
      await vscode.commands.executeCommand(command, ...words);
    }
  }
}

type OwnAction = 'Show Output' | 'Choose Server…' | 'Try Again' | 'Measure Longer' | 'Go to Line';

const commandOf: Readonly<
  Record<Exclude<FailureButton['action'], OwnAction>, [command: string, ...words: string[]]>
> = {
  'Choose Another Process…': ['hotframe.attach'],
  'Open Settings': ['workbench.action.openSettings', 'hotframe.'],
  'Choose Another Command': ['hotframe.chooseCommand'],
  'Choose Another URL…': ['hotframe.chooseUrl'],
  'Change Options': ['hotframe.profileWithOptions'],
  'Open Scenario File': ['hotframe.createScenario'],
  'Create Scenario File': ['hotframe.createScenario'],
  'Stop It': ['hotframe.stop'],
  'Manage Workspace Trust': ['workbench.trust.manage'],
  'Show Log': ['hotframe.showLog'],
};
