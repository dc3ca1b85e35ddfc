import * as vscode from 'vscode';
import type { ProfileSummary } from '../../shared/linesWire.ts';
import { StoreOwner } from './disposableStore.ts';
import type { LanguageServer } from './languageServer.ts';

export class LoadedProfile extends StoreOwner {
  readonly #changed = this.store.add(new vscode.EventEmitter<ProfileSummary | null>());
  readonly onDidChange = this.#changed.event;
  #current: ProfileSummary | null = null;

  constructor(server: LanguageServer) {
    super();
    this.store.add(server.on('profileChanged', ({ profile }) => this.#set(profile)));
  }

  get current(): ProfileSummary | null {
    return this.#current;
  }

  #set(profile: ProfileSummary | null): void {
    this.#current = profile;
    void vscode.commands.executeCommand('setContext', 'hotframe.hasProfile', profile !== null);
    this.#changed.fire(profile);
  }
}
