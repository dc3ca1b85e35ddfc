import type { InitializeParams } from 'vscode-languageserver/node';

/** The abilities of a client beyond the basic protocol. */
export class ClientAbilities {
  registers = false;
  refreshesCodeLens = false;
  refreshesInlayHints = false;
  tellsFolders = false;
  /** The open folder of a client that does not report workspace folders. */
  rootUri: string | null = null;

  learn({ capabilities: { workspace }, rootUri }: InitializeParams): void {
    this.rootUri = rootUri;
    this.registers = workspace?.didChangeConfiguration?.dynamicRegistration === true;
    this.refreshesCodeLens = workspace?.codeLens?.refreshSupport === true;
    this.tellsFolders = workspace?.workspaceFolders === true;
    this.refreshesInlayHints = workspace?.inlayHint?.refreshSupport === true;
  }
}
