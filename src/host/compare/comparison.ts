import * as vscode from 'vscode';
import type { ComparedPaths, FromComparison, ToComparison } from '../../shared/compareWire.ts';
import type { LanguageServer } from '../core/languageServer.ts';
import type { ProfileExport } from '../runs/profileExport.ts';
import { ViewPanel } from '../panels/viewPanel.ts';

/** The page of what was compared last. */
export class Comparison extends ViewPanel<FromComparison, ToComparison> {
  /** Requests of the page wait for it. */
  #compared: Promise<string | null> = Promise.resolve(null);

  constructor(
    extensionUri: vscode.Uri,
    server: LanguageServer,
    private readonly exporting: ProfileExport,
    log: vscode.LogOutputChannel,
  ) {
    super('comparison', extensionUri, server, log);
    this.store.add(server.on('comparisonChanged', () => this.take({ type: 'ready' })));
  }

  /** Compares runs and shows the result; if they can't be compared, says why. */
  async compare(paths: ComparedPaths): Promise<void> {
    const { problem } = await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Window, title: 'Comparing runs' },
      () => this.server.ask('compare', paths),
    );
    if (problem !== null) {
      // Not awaited: there is nothing to answer.
      void vscode.window.showErrorMessage(problem);
      return;
    }
    await this.show();
  }

  show(): Promise<void> {
    return this.open(false);
  }

  protected override restore(state: unknown): void {
    const paths = pathsOf(state);
    if (!paths) return;
    const question = { ...paths, keepsShown: true };
    this.#compared = this.server.ask('compare', question).then(({ problem }) => problem);
  }

  protected async receive(message: FromComparison): Promise<void> {
    switch (message.type) {
      case 'ready':
        return this.#bringUpToDate(message);
      case 'query':
      case 'changes':
      case 'search':
        return this.#forward(message);
      case 'reveal':
        return this.reveal(message);
      case 'save':
        return this.exporting.saveSvg(message.text);
      default:
        message satisfies never;
    }
  }

  /** Tells the page, if there is one, what is compared now. */
  async #bringUpToDate(message: FromComparison): Promise<void> {
    const compared = this.#compared;
    this.#compared = Promise.resolve(null);
    const problem = await compared;
    if (!this.isOpen) return;
    if (problem === null) await this.#forward(message);
    else this.post({ type: 'failed', message: problem });
  }

  async #forward(message: FromComparison): Promise<void> {
    this.post(...(await this.server.ask('compareView', { message })).messages);
  }

  protected sayFailed(sentence: string, message: FromComparison): void {
    if (message.type === 'ready') this.post({ type: 'failed', message: sentence });
    if (!('requestId' in message)) return;
    this.post({ type: 'queryFailed', requestId: message.requestId, message: sentence });
  }
}

/** The state that the page has kept of what it showed. */
function pathsOf(state: unknown): ComparedPaths | null {
  if (typeof state !== 'object' || state === null || !('paths' in state)) return null;
  const { base, head } = (state.paths ?? {}) as Partial<Record<string, unknown>>;
  return areTexts(base) && areTexts(head) ? { base, head } : null;
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
