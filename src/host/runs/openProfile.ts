import { basename } from 'node:path';
import * as vscode from 'vscode';
import type { AnswerOf } from '../../shared/lspWire.ts';
import type { LanguageServer } from '../core/languageServer.ts';

/** Profiles that open faster than this show no notification. */
const quickMs = 500;

const kinds = {
  Profiles: ['cpuprofile', 'hotframe', 'log', 'pb', 'pprof', 'gz', 'json'],
  'All Files': ['*'],
};

/** Opens profiles that were chosen, named by a menu, or dropped. */
export class ProfileOpener {
  constructor(
    private readonly server: LanguageServer,
    private readonly log: vscode.LogOutputChannel,
    /** Shows the opened profile once the promise resolves to true. */
    private readonly showOpened: (opening: Promise<boolean>) => Promise<void>,
  ) {}

  /** Opens the files of a menu, or asks for them. */
  async open(uri?: vscode.Uri, all?: vscode.Uri[]): Promise<void> {
    const named = all && all.length > 0 ? all : uri ? [uri] : await this.#chooseFiles();
    if (named) await this.showOpened(this.show(named));
  }

  async drop(uris: vscode.Uri[]): Promise<void> {
    if (uris.length > 0) await this.show(uris);
    else {
      void vscode.window
        .showInformationMessage(
          'What was dropped has no place on the disk: drag it from the Explorer with Shift held, or use Open Profile….',
          'Open Profile…',
        )
        .then((choice) => choice && vscode.commands.executeCommand('hotframe.openProfile'));
    }
  }

  async openFolder(): Promise<void> {
    this.#startEarly();
    const chosen = await vscode.window.showOpenDialog({
      title: 'Open Profile Folder',
      openLabel: 'Open Profile',
      canSelectFiles: false,
      canSelectFolders: true,
      ...defaultUri(),
    });
    if (chosen) await this.showOpened(this.show(chosen));
  }

  /** Shows the files of one run, or a folder; true if it is shown. Problems are shown to the person. */
  async show(uris: readonly vscode.Uri[]): Promise<boolean> {
    const other = uris.find(({ scheme }) => scheme !== 'file');
    if (other) {
      void vscode.window.showErrorMessage(
        `${basename(other.path)} can't be opened: it is no file on this machine's disk.`,
      );
      return false;
    }
    const paths = uris.map(({ fsPath }) => fsPath);
    const { problem, isCancelled } = await this.#opened(paths);
    if (problem === null) return isCancelled !== true;
    this.log.warn(`${paths.join(', ')}: ${problem}`);
    // Not awaited, because a tab that waits for its profile must close.
    void vscode.window.showErrorMessage(problem, 'Open Another…').then((choice) => {
      if (choice) void vscode.commands.executeCommand('hotframe.openProfile');
    });
    return false;
  }

  #chooseFiles(): Thenable<vscode.Uri[] | undefined> {
    this.#startEarly();
    return vscode.window.showOpenDialog({
      title: 'Open Profile',
      openLabel: 'Open Profile',
      canSelectMany: true,
      filters: kinds,
      ...defaultUri(),
    });
  }

  /** Starts the server while a person chooses. Errors show up at the first request. */
  #startEarly(): void {
    this.server.start().catch(() => undefined);
  }

  /** Large profiles show their progress and can be cancelled. */
  async #opened(paths: string[]) {
    const cancellation = new vscode.CancellationTokenSource();
    const [path = '', ...morePaths] = paths;
    const opening = this.server.askUntil(cancellation.token, 'open', { path, morePaths });
    try {
      const isQuick = await vscode.window.withProgress(
        { location: vscode.ProgressLocation.Window, title: `Opening ${titleOf(paths)}…` },
        () => Promise.race([opening.then(() => true), soon()]),
      );
      if (isQuick) return await opening;
      return await vscode.window.withProgress(
        {
          location: vscode.ProgressLocation.Notification,
          title: `Opening ${titleOf(paths)}`,
          cancellable: true,
        },
        (progress, token) => this.#watched(opening, progress, token, cancellation),
      );
    } finally {
      cancellation.dispose();
    }
  }

  async #watched(
    opening: Promise<AnswerOf<'open'>>,
    progress: vscode.Progress<{ message?: string; increment?: number }>,
    token: vscode.CancellationToken,
    cancellation: vscode.CancellationTokenSource,
  ) {
    let last = 0;
    const watches = [
      token.onCancellationRequested(() => cancellation.cancel()),
      this.server.on('openProgress', ({ share }) => {
        const message = share < 1 ? `${Math.floor(share * 100)} % read` : 'Putting it together…';
        progress.report({ message, increment: (share - last) * 100 });
        last = share;
      }),
    ];
    try {
      return await opening;
    } finally {
      for (const watch of watches) watch.dispose();
    }
  }
}

function titleOf(paths: readonly string[]): string {
  const [first = ''] = paths;
  const more = paths.length - 1;
  return more > 0 ? `${basename(first)} and ${more} more` : basename(first);
}

function defaultUri(): { defaultUri?: vscode.Uri } {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return folder ? { defaultUri: folder } : {};
}

function soon(): Promise<false> {
  return new Promise((resolve) => setTimeout(() => resolve(false), quickMs));
}
