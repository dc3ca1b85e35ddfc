import { MessagePort } from 'node:worker_threads';
import type { LearnedPosts } from '../../shared/learningWire.ts';
import type { Contexts } from './contexts.ts';

/**
 * Counts the messages that libraries post to other threads, by the context that they post in. Work of a
 * thread's own code is that thread's, but what a pool does there around it is caused by who posts.
 */
export class PostedMessages {
  readonly #counts = new Map<string, LearnedPosts>();

  constructor(private readonly contexts: Pick<Contexts, 'here'>) {}

  /** Counts until the returned function is called. */
  watch(): () => void {
    const owner = MessagePort.prototype;
    const original = Object.getOwnPropertyDescriptor(owner, 'postMessage');
    if (typeof original?.value !== 'function' || !original.configurable) return () => {};
    const count = () => this.#count();
    const post = original.value as (...given: unknown[]) => void;
    const counted = function postMessage(this: MessagePort, ...given: unknown[]): void {
      count();
      return Reflect.apply(post, this, given);
    };
    Object.defineProperty(owner, 'postMessage', { ...original, value: counted });
    return () => {
      // Somebody else may have wrapped it meanwhile.
      if (owner.postMessage === counted) Object.defineProperty(owner, 'postMessage', original);
    };
  }

  results(): LearnedPosts[] {
    return [...this.#counts.values()];
  }

  #count(): void {
    const { context, library } = this.contexts.here();
    if (library === '') return;
    const key = `${context}:${library}`;
    const known = this.#counts.get(key);
    if (known) known.count++;
    else this.#counts.set(key, { library, context, count: 1 });
  }
}
