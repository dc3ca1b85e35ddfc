import * as vscode from 'vscode';
import { plainText } from '../../shared/plainText.ts';
import { StoreOwner } from '../core/disposableStore.ts';
import type { LanguageServer } from '../core/languageServer.ts';

/** The target's output, in a channel that the first run creates. */
export class ServerOutput extends StoreOwner {
  #channel: vscode.OutputChannel | null = null;

  constructor(server: LanguageServer) {
    super();
    this.store.add(server.on('output', ({ text }) => this.#made().append(plainText(text))));
  }

  begin(command: string): void {
    this.#made().clear();
    this.#made().appendLine(`> ${command}`);
  }

  show(): void {
    this.#made().show(true);
  }

  #made(): vscode.OutputChannel {
    this.#channel ??= this.store.add(vscode.window.createOutputChannel('Hotframe: Server'));
    return this.#channel;
  }
}
