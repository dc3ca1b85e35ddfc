import type { CancellationToken, Connection } from 'vscode-languageserver/node';
import { realFolder } from '../../engine/files/realFolder.ts';
import { openBeside } from '../../engine/import/openBeside.ts';
import type { OpenedProfile } from '../../engine/import/openProfiles.ts';
import type { ClientAbilities } from '../core/clientAbilities.ts';
import { pathOfUri } from '../core/fileUris.ts';
import { tellHost } from '../core/tellHost.ts';

const progressEveryMs = 100;

/** How to find the editor's folders: whether it reports them, and the one it was started in. */
export type FolderTeller = Pick<ClientAbilities, 'tellsFolders' | 'rootUri'>;

/** An opened profile with the folders that were open. */
export type OpenedInEditor = OpenedProfile & { workspaceFolders: string[] };

/** Opens one profile at a time; the user or a newer request can cancel it. */
export class ProfileOpening {
  #newest: AbortController | null = null;

  constructor(
    private readonly connection: Connection,
    private readonly client: FolderTeller,
  ) {}

  /** Returns null if cancelled or superseded. Throws a RunFileError if it can't be opened. */
  async open(paths: string[], token?: CancellationToken): Promise<OpenedInEditor | null> {
    this.#newest?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    this.#newest = controller;
    const watch = token?.onCancellationRequested(() => controller.abort());
    if (token?.isCancellationRequested) controller.abort();
    try {
      const workspaceFolders = await this.workspaceFolders();
      const opening = { paths, workspaceFolders, areas: ['app' as const] };
      const opened = await openBeside(opening, signal, this.#teller());
      return signal.aborted ? null : { ...opened, workspaceFolders };
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      watch?.dispose();
    }
  }

  #teller(): (share: number) => void {
    let last = 0;
    return (share) => {
      const now = performance.now();
      if (now - last < progressEveryMs) return;
      last = now;
      void tellHost(this.connection, 'openProgress', { share });
    };
  }

  /** Real paths, as in profiles; empty if the editor does not report folders. */
  async workspaceFolders(): Promise<string[]> {
    const { tellsFolders, rootUri } = this.client;
    const folders = tellsFolders
      ? await this.connection.workspace.getWorkspaceFolders().catch(() => null)
      : [{ uri: rootUri ?? '' }];
    return (folders ?? []).flatMap(({ uri }) => {
      const path = pathOfUri(uri);
      return path === null ? [] : [realFolder(path)];
    });
  }
}
