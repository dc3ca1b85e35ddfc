import * as vscode from 'vscode';
import { plainText } from '../../shared/plainText.ts';
import { DisposableStore } from '../disposableStore.ts';
import type { LanguageServer } from '../languageServer.ts';

/** What the target prints, in a channel of its own that is made with the first run. */
export class ServerOutput implements vscode.Disposable {
  readonly #store = new DisposableStore();
  #channel: vscode.OutputChannel | null = null;

  constructor(server: LanguageServer) {
    this.#store.add(server.on('output', ({ text }) => this.#made().append(plainText(text))));
  }

  /** A new run's output begins. */
  begin(command: string): void {
    this.#made().clear();
    this.#made().appendLine(`> ${command}`);
  }

  show(): void {
    this.#made().show(true);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #made(): vscode.OutputChannel {
    this.#channel ??= this.#store.add(vscode.window.createOutputChannel('Hotframe: Server'));
    return this.#channel;
  }
}
