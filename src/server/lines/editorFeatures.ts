import { CodeLensRefreshRequest, type CodeLens, type Connection } from 'vscode-languageserver/node';
import type { ServerOptions } from '../../shared/lspOptions.ts';
import type { ClientAbilities } from '../core/clientAbilities.ts';
import { pathOfUri } from '../core/fileUris.ts';
import { allocationLenses } from './allocationLenses.ts';
import { codeLenses } from './codeLenses.ts';
import { Diagnostics } from './diagnostics.ts';
import type { EditorFiles } from './editorFiles.ts';
import type { Handlers } from '../core/handlers.ts';
import type { HotLines } from './hotLines.ts';
import { hoverAt } from './hover.ts';
import { inlayHints } from './inlayHints.ts';
import { RouteLenses } from './routeLenses.ts';
import type { CurrentAllocations } from '../memory/currentAllocations.ts';
import type { CurrentProfile } from '../profile/currentProfile.ts';
import { whyActions } from './whyLinks.ts';

/**
 * When to ask VS Code again to refresh lenses. It asks for them a moment after a refresh request,
 * but drops that if the editor loses focus meanwhile, as it does when the flamegraph opens at the
 * end of a run. So the request is repeated while the editor lacks some lenses.
 */
const askAgainMs = [1_000, 2_000, 4_000, 8_000];

/** The overlay over standard LSP, for any editor: hover, code lens, inlay hints, diagnostics. */
export class EditorFeatures {
  readonly #diagnostics: Diagnostics;
  readonly #routeLenses: RouteLenses;
  /** The lenses each uri was last answered with. */
  readonly #lensesTold = new Map<string, string>();
  #askingAgain: NodeJS.Timeout | undefined;

  constructor(
    private readonly connection: Connection,
    readonly client: ClientAbilities,
    currentProfile: CurrentProfile,
    private readonly files: EditorFiles,
    private readonly hotLines: HotLines,
    private readonly allocations: CurrentAllocations,
    private readonly options: () => Pick<ServerOptions, 'overlay' | 'hasWhy' | 'hasBench'>,
  ) {
    this.#routeLenses = new RouteLenses(files);
    this.#diagnostics = new Diagnostics(connection, currentProfile, files, () => options().overlay);
    currentProfile.onDidChange(() => this.refresh());
    allocations.onDidChange(() => this.refresh());
    files.onDidChange((uri) => {
      this.#diagnostics.publish(uri);
      this.#refreshLenses(uri);
    });
  }

  wire(handlers: Handlers): void {
    const { connection, files, hotLines, options } = this;
    connection.onHover(
      handlers.answering('hover', ({ textDocument, position }) => {
        const file = files.find(textDocument.uri);
        const line = position.line + 1;
        const also = { compared: hotLines.compared(), hasWhy: this.#hasWhy };
        return file && hoverAt(file, hotLines.of(file), line, also);
      }),
    );
    connection.onCodeAction(
      handlers.answering('codeAction', ({ textDocument, range }) => {
        const file = this.#hasWhy ? files.find(textDocument.uri) : null;
        if (!file) return [];
        return whyActions(file, hotLines.of(file), range.start.line + 1, range.end.line + 1);
      }),
    );
    connection.onCodeLens(
      handlers.answering('codeLens', ({ textDocument }) => {
        const lenses = this.#lensesOf(textDocument.uri);
        this.#lensesTold.set(textDocument.uri, JSON.stringify(lenses));
        return lenses;
      }),
    );
    connection.languages.inlayHint.on(
      handlers.answering('inlayHint', ({ textDocument, range }) => {
        const file = options().overlay.inlayHints ? files.find(textDocument.uri) : null;
        return file ? inlayHints(file, hotLines.of(file), range) : [];
      }),
    );
  }

  /** Makes the editor ask for everything again, after the profile or the options changed. */
  refresh(): void {
    const { connection, client } = this;
    this.#diagnostics.publishAll();
    this.#askForLenses();
    if (client.refreshesInlayHints) connection.languages.inlayHint.refresh().catch(() => undefined);
  }

  get #hasWhy(): boolean {
    return this.options().hasWhy === true;
  }

  #lensesOf(uri: string): CodeLens[] {
    const { codeLens, routeLenses, minShare } = this.options().overlay;
    const file = codeLens ? this.files.find(uri) : null;
    const hasBench = this.options().hasBench === true;
    const also = { compared: this.hotLines.compared(), hasWhy: this.#hasWhy, hasBench, uri };
    const timed = file ? codeLenses(file, minShare, also) : [];
    const functions = [...timed, ...(codeLens ? this.#allocationLensesOf(uri) : [])];
    // Route lenses come first, so that they don't move when figures arrive.
    return [...(routeLenses ? this.#routeLenses.of(uri, functions) : []), ...functions];
  }

  #allocationLensesOf(uri: string): CodeLens[] {
    const path = pathOfUri(uri);
    const allocated = path === null ? null : this.allocations.of(path);
    const now = this.files.document(uri)?.getText();
    return allocated && now !== undefined ? allocationLenses(allocated, now) : [];
  }

  /** Editors ask by themselves during typing, but too early or too late to see its effect. */
  #refreshLenses(uri: string): void {
    if (this.#lensesTold.has(uri) && this.#lacksLenses(uri)) this.#askForLenses();
  }

  #lacksLenses(uri: string): boolean {
    return (this.#lensesTold.get(uri) ?? '[]') !== JSON.stringify(this.#lensesOf(uri));
  }

  #askForLenses([nextMs, ...laterMs] = askAgainMs): void {
    if (!this.client.refreshesCodeLens) return;
    void this.#sendRefresh();
    clearTimeout(this.#askingAgain);
    if (nextMs === undefined) return;
    this.#askingAgain = setTimeout(() => {
      if (this.files.openUris().some((uri) => this.#lacksLenses(uri))) this.#askForLenses(laterMs);
    }, nextMs).unref();
  }

  async #sendRefresh(): Promise<void> {
    try {
      await this.connection.sendRequest(CodeLensRefreshRequest.type);
    } catch {
      // The editor is gone.
    }
  }
}
