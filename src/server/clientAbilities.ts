import type { InitializeParams } from 'vscode-languageserver/node';

/** What the client said it can do beyond the plain protocol. */
export class ClientAbilities {
  registers = false;
  refreshesCodeLens = false;
  refreshesInlayHints = false;
  tellsFolders = false;
  /** The folder that a client has open which tells no others. */
  rootUri: string | null = null;

  learn({ capabilities: { workspace }, rootUri }: InitializeParams): void {
    this.rootUri = rootUri;
    this.registers = workspace?.didChangeConfiguration?.dynamicRegistration === true;
    this.refreshesCodeLens = workspace?.codeLens?.refreshSupport === true;
    this.tellsFolders = workspace?.workspaceFolders === true;
    this.refreshesInlayHints = workspace?.inlayHint?.refreshSupport === true;
  }
}
