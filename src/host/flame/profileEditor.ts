import * as vscode from 'vscode';
import type { Flamegraph } from './flamegraph.ts';
import type { ProfileOpener } from '../runs/openProfile.ts';

const viewType = 'hotframe.profile';

/**
 * **Open With… → Hotframe**: the flamegraph of a file in the tab of that file. It is never the default
 * editor of anything.
 */
export class ProfileEditor implements vscode.CustomReadonlyEditorProvider, vscode.Disposable {
  readonly #registration: vscode.Disposable;

  constructor(
    private readonly opener: ProfileOpener,
    private readonly flamegraph: Flamegraph,
  ) {
    this.#registration = vscode.window.registerCustomEditorProvider(viewType, this);
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  async resolveCustomEditor(
    { uri }: vscode.CustomDocument,
    panel: vscode.WebviewPanel,
  ): Promise<void> {
    // The tab stays empty until it is read, and goes where it can't be.
    if (await this.opener.show([uri])) this.flamegraph.adopt(panel, uri.fsPath);
    else panel.dispose();
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
