import type { ClientCapabilities } from 'vscode-languageserver/node';

/** What the client said it can do beyond the plain protocol. */
export class ClientAbilities {
  registers = false;
  refreshesCodeLens = false;
  refreshesInlayHints = false;
  tellsFolders = false;

  learn({ workspace }: ClientCapabilities): void {
    this.registers = workspace?.didChangeConfiguration?.dynamicRegistration === true;
    this.refreshesCodeLens = workspace?.codeLens?.refreshSupport === true;
    this.tellsFolders = workspace?.workspaceFolders === true;
    this.refreshesInlayHints = workspace?.inlayHint?.refreshSupport === true;
  }
}
