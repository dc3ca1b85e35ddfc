import * as vscode from 'vscode';
import { mayHaveRoutes } from '../../shared/routeSigns.ts';
import { DisposableStore } from '../disposableStore.ts';
import type { LanguageServer } from '../languageServer.ts';
import { overlaySettings } from '../settings.ts';

const languages = /^(?:java|type)script(?:react)?$/;

/**
 * Starts the language server, which has the lenses above routes, once a file that may have some is
 * looked at; in all other workspaces it stays away until a command needs it.
 */
export class RouteFiles implements vscode.Disposable {
  readonly #store = new DisposableStore();

  constructor(
    private readonly server: LanguageServer,
    private readonly log: vscode.LogOutputChannel,
  ) {
    const look = () => this.#look();
    this.#store.add(vscode.window.onDidChangeVisibleTextEditors(look));
    this.#store.add(vscode.workspace.onDidSaveTextDocument(look));
    this.#store.add(vscode.workspace.onDidChangeConfiguration(look));
    look();
  }

  dispose(): void {
    this.#store.dispose();
  }

  #look(): void {
    if (!overlaySettings().routeLenses) return;
    const hasRoutes = vscode.window.visibleTextEditors.some(
      ({ document }) =>
        document.uri.scheme === 'file' &&
        languages.test(document.languageId) &&
        mayHaveRoutes(document.getText(), document.uri.fsPath),
    );
    if (!hasRoutes) return;
    // Whoever starts it first does so for all.
    this.dispose();
    this.server
      .start()
      .catch((error: unknown) => this.log.error(`Starting for routes: ${String(error)}`));
  }
}
