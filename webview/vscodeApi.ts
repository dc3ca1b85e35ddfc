import type { FromView } from '../src/shared/flameWire.ts';

/** What VS Code gives a webview, or the saved page's own script in its place. Can be acquired once. */
export interface VsCodeApi<Message = FromView> {
  postMessage(message: Message): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare global {
  function acquireVsCodeApi<Message = FromView>(): VsCodeApi<Message>;
}
