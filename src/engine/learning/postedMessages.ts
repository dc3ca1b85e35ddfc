import { MessagePort } from 'node:worker_threads';
import { noContext, type LearnedPosts } from '../../shared/learningWire.ts';
import type { Contexts, Here } from './contexts.ts';

/** A phase of some seconds has fewer. */
const maxPosts = 200_000;

/**
 * Lists the messages that libraries post to other threads, by the context that they post in. Work of a
 * thread's own code is that thread's, but what a pool does there around it is caused by who posts.
 */
export class PostedMessages {
  /** A pool may post the next job before it resolves the promise that tells for whom the callback runs. */
  readonly #posts: Here[] = [];

  constructor(private readonly contexts: Pick<Contexts, 'here'>) {}

  /** Listens until the returned function is called. */
  watch(): () => void {
    const owner = MessagePort.prototype;
    const original = Object.getOwnPropertyDescriptor(owner, 'postMessage');
    if (typeof original?.value !== 'function' || !original.configurable) return () => {};
    const add = () => {
      if (this.#posts.length < maxPosts) this.#posts.push(this.contexts.here(heard));
    };
    const post = original.value as (...given: unknown[]) => void;
    const heard = function postMessage(this: MessagePort, ...given: unknown[]): void {
      add();
      return Reflect.apply(post, this, given);
    };
    Object.defineProperty(owner, 'postMessage', { ...original, value: heard });
    return () => {
      // Somebody else may have wrapped it meanwhile.
      if (owner.postMessage === heard) Object.defineProperty(owner, 'postMessage', original);
    };
  }

  results(): LearnedPosts[] {
    const counts = new Map<string, LearnedPosts>();
    for (const { library, context: known, callback } of this.#posts) {
      if (library === '') continue;
      const context = known === noContext ? callback.cause : known;
      const key = `${context}:${library}`;
      const there = counts.get(key);
      if (there) there.count++;
      else counts.set(key, { library, context, count: 1 });
    }
    return [...counts.values()];
  }
}
