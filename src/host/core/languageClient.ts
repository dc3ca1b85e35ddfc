import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  RevealOutputChannelOn,
  TransportKind,
} from 'vscode-languageclient/node';
import { type ServerOptions, whyCommand } from '../../shared/lspOptions.ts';

export interface ClientSetUp {
  module: string;
  log: vscode.LogOutputChannel;
  options(): ServerOptions;
  /** The server has died for the second time and is not restarted. */
  onGivenUp(): void;
}

const languages = ['javascript', 'javascriptreact', 'typescript', 'typescriptreact'];

/**
 * Wraps vscode-languageclient, whose sharp edges are:
 * - It is most of the extension's code, so this file is a bundle of its own
 *   (dist/languageClient.cjs), loaded for the first request.
 * - Its own error handler restarts the server four times and says so only in the log.
 * - It shows its output channel on errors unless told never to.
 */
export function createClient(setUp: ClientSetUp): LanguageClient {
  let restarts = 0;
  return new LanguageClient(
    'hotframe',
    'Hotframe',
    { module: setUp.module, transport: TransportKind.ipc },
    {
      documentSelector: languages.map((language) => ({ scheme: 'file', language })),
      outputChannel: setUp.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      diagnosticCollectionName: 'hotframe',
      // A hover quotes names from the profile, so its links may run only this command.
      markdown: { isTrusted: { enabledCommands: [whyCommand] } },
      initializationOptions: () => setUp.options(),
      initializationFailedHandler: () => false,
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue, handled: true }),
        closed: () => {
          restarts += 1;
          if (restarts === 1) {
            sayRestarted(setUp.log);
            return { action: CloseAction.Restart, handled: true };
          }
          setUp.onGivenUp();
          sayGivenUp(setUp.log);
          return { action: CloseAction.DoNotRestart, handled: true };
        },
      },
    },
  );
}

function sayRestarted(log: vscode.LogOutputChannel): void {
  const sentence =
    "Hotframe's language server ended unexpectedly and was started again. Saved runs are kept; what was under way is lost.";
  void vscode.window.showWarningMessage(sentence, 'Show Log').then((choice) => {
    if (choice) log.show();
  });
}

function sayGivenUp(log: vscode.LogOutputChannel): void {
  const sentence =
    "Hotframe's language server ended unexpectedly for the second time. Its log says why; the next Hotframe command starts it again.";
  void vscode.window.showErrorMessage(sentence, 'Show Log').then((choice) => {
    if (choice) log.show();
  });
}
