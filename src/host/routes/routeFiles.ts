import * as vscode from 'vscode';
import { mayHaveRoutes } from '../../shared/routeSigns.ts';
import { StoreOwner } from '../core/disposableStore.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import { overlaySettings } from '../core/settings.ts';

const languages = /^(?:java|type)script(?:react)?$/;

/**
 * Starts the language server, which provides the lenses above routes, as soon as a file that may
 * have routes is visible. In other workspaces the server does not run until a command needs it.
 */
export class RouteFiles extends StoreOwner {
  constructor(
    private readonly server: LanguageServer,
    private readonly log: vscode.LogOutputChannel,
  ) {
    super();
    const look = () => this.#look();
    this.store.add(vscode.window.onDidChangeVisibleTextEditors(look));
    this.store.add(vscode.workspace.onDidSaveTextDocument(look));
    this.store.add(vscode.workspace.onDidChangeConfiguration(look));
    look();
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
    // Once the server runs, it serves all files.
    this.dispose();
    this.server
      .start()
      .catch((error: unknown) => this.log.error(`Starting for routes: ${String(error)}`));
  }
}
