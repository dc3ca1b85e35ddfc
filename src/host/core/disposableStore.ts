import type { Disposable } from 'vscode';

/** Disposes everything added to it, in reverse order. */
export class DisposableStore implements Disposable {
  readonly #owned: Disposable[] = [];
  #isDisposed = false;

  /** Disposes the argument at once if the store is disposed already. */
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

/** A part whose store is disposed with it. */
export abstract class StoreOwner implements Disposable {
  protected readonly store = new DisposableStore();

  dispose(): void {
    this.store.dispose();
  }
}
