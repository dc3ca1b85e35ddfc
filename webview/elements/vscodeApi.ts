import type { FromView } from '../../src/shared/flameWire.ts';

/** The API of a webview, from VS Code or from the saved page's own script. It can be acquired only once. */
export interface VsCodeApi<Message = FromView> {
  postMessage(message: Message): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare global {
  function acquireVsCodeApi<Message = FromView>(): VsCodeApi<Message>;
}
