import * as vscode from 'vscode';
import { isSamePath } from '../../shared/filePaths.ts';
import {
  readFunctionRef,
  type FromWhy,
  type FunctionRef,
  type ToWhy,
  type Why,
  type WhySubject,
} from '../../shared/whyWire.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import type { LoadedProfile } from '../core/loadedProfile.ts';
import { ViewPanel } from '../panels/viewPanel.ts';

/** Sent by the panel itself, not by the page: the profile or the text has changed. */
type Refresh = { type: 'refresh' };

/** The panel "Why" of one function, which follows the profile that is shown. */
export class WhyPanel extends ViewPanel<FromWhy | Refresh, ToWhy> {
  #of: FunctionRef | null = null;
  /** The number of the last question: answers to earlier ones are dropped. */
  #question = 0;
  /** The last message to the page as JSON: the page is not drawn anew for the same. */
  #told = '';

  constructor(
    extensionUri: vscode.Uri,
    server: LanguageServer,
    profile: LoadedProfile,
    log: vscode.LogOutputChannel,
  ) {
    super('why', extensionUri, server, log);
    this.store.add(profile.onDidChange(() => this.#refresh()));
    // The text of the function may differ from what ran now, or no longer differ.
    this.store.add(
      server.on('fileLinesChanged', ({ uri }) => {
        if (isSamePath(vscode.Uri.parse(uri).fsPath, this.#of?.file ?? '')) this.#refresh();
      }),
    );
  }

  /** Shows the panel with the focus, so that a person who asked by the keyboard goes on there. */
  async show(why: Why): Promise<void> {
    this.#question += 1;
    this.#keep(why);
    await this.open(true);
    this.#tell(why);
  }

  protected override restore(state: unknown): void {
    const of = typeof state === 'object' && state !== null && 'of' in state ? state.of : null;
    this.#of = readFunctionRef(of);
  }

  /** A tab has little room. */
  protected override get tabTitle(): string {
    return this.#of ? `Why: ${this.#of.name}` : 'Why';
  }

  #refresh(): void {
    if (this.isOpen) this.take({ type: 'refresh' });
  }

  protected async receive(message: FromWhy | Refresh): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#told = '';
        return this.#ask();
      case 'refresh':
        return this.#ask();
      case 'ask':
        this.#of = message.of;
        return this.#ask();
      case 'reveal':
        return this.reveal({ ...message, takeFocus: true });
      case 'profile':
        await vscode.commands.executeCommand('hotframe.profileServer');
        return;
      default:
        message satisfies never;
    }
  }

  async #ask(): Promise<void> {
    const question = ++this.#question;
    const subject: WhySubject = this.#of ? { kind: 'function', of: this.#of } : { kind: 'none' };
    const { why } = await this.server.ask('why', { subject });
    if (question !== this.#question) return;
    this.#keep(why);
    this.#tell(why);
  }

  #tell(why: Why): void {
    const text = JSON.stringify(why);
    if (text === this.#told) return;
    this.#told = text;
    this.post({ type: 'why', why });
  }

  #keep(why: Why): void {
    // A function without samples in this run may have some in the next, so it stays the subject.
    if (why.kind === 'function') this.#of = why.report;
    else if (why.kind === 'no-samples') this.#of = why.of;
    this.updateTitle();
  }

  protected sayFailed(message: string): void {
    this.#told = '';
    this.post({ type: 'failed', message });
  }
}
