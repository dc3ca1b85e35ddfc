import * as vscode from 'vscode';
import type { ProfileSummary } from '../shared/lspWire.ts';
import { DisposableStore } from './disposableStore.ts';
import type { LanguageServer } from './languageServer.ts';

/** The profile that is shown, as the server told it last. */
export class ShownProfile implements vscode.Disposable {
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new vscode.EventEmitter<ProfileSummary | null>());
  readonly onDidChange = this.#changed.event;
  #current: ProfileSummary | null = null;

  constructor(server: LanguageServer) {
    this.#store.add(server.on('profileChanged', ({ profile }) => this.#set(profile)));
  }

  get current(): ProfileSummary | null {
    return this.#current;
  }

  dispose(): void {
    this.#store.dispose();
  }

  #set(profile: ProfileSummary | null): void {
    this.#current = profile;
    void vscode.commands.executeCommand('setContext', 'hotframe.hasProfile', profile !== null);
    this.#changed.fire(profile);
  }
}
