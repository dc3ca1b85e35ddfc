import * as vscode from 'vscode';
import {
  CloseAction,
  ErrorAction,
  LanguageClient,
  RevealOutputChannelOn,
  TransportKind,
} from 'vscode-languageclient/node';
import { whyCommand, type ServerOptions } from '../shared/lspWire.ts';

export interface ClientSetUp {
  /** Path of the server's program. */
  module: string;
  log: vscode.LogOutputChannel;
  /** Asked at each start. */
  options(): ServerOptions;
  /** The server died again and is not restarted. */
  onGivenUp(): void;
}

const languages = ['javascript', 'javascriptreact', 'typescript', 'typescriptreact'];

/**
 * Wraps vscode-languageclient, whose sharp edges are:
 * - it is most of what the extension would load, so this file is a program of its own
 *   (dist/languageClient.cjs), loaded for the first request;
 * - its own error handler restarts four times and says so only in the log;
 * - it shows its output channel on errors unless told never to.
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
      // Names in a hover are a profile's: no link of theirs may run anything else.
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
