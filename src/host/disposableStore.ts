import type { Disposable } from 'vscode';

/** Owns what lives as long as it does; the last that came is the first that goes. */
export class DisposableStore implements Disposable {
  readonly #owned: Disposable[] = [];
  #isDisposed = false;

  /** What comes too late goes at once. */
  add<T extends Disposable>(disposable: T): T {
    if (this.#isDisposed) disposable.dispose();
    else this.#owned.push(disposable);
    return disposable;
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const disposable of this.#owned.splice(0).reverse()) disposable.dispose();
  }
}
