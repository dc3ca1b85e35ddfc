import { noRoute, type Profile } from '../profile/profile.ts';
import { noCause, type CauseShares } from './causeTree.ts';
import type { PackagePosts } from './learnedWork.ts';
import type { Origins } from './origins.ts';

/**
 * Tells which lines have a pool work in its threads. A function of the user's that runs there has its
 * time itself, but what the pool does around it, as to send the result, is caused by the lines that had
 * the same package post from the main thread, by the number of messages.
 *
 *   main thread   report:12 ─ run (piscina) ─ postMessage ×300    other:20 ─ run ─ postMessage ×100
 *   a worker      onMessage (piscina) ─ postMessage: 3 of 4 samples for report:12
 */
export class PostingLines {
  /** By process and package. */
  readonly #posts = new Map<string, CauseShares>();
  readonly #joined = new Map<CauseShares, Map<object, CauseShares>>();

  constructor(
    private readonly profile: Pick<Profile, 'functions' | 'frames' | 'nodes' | 'isolates'>,
    posts: readonly PackagePosts[],
    origins: Origins,
  ) {
    const byPackage = new Map<string, PackagePosts[]>();
    for (const each of posts) {
      const key = `${each.pid}:${each.package}`;
      byPackage.set(key, [...(byPackage.get(key) ?? []), each]);
    }
    for (const [key, all] of byPackage) {
      const samples = all.reduce((sum, { count }) => sum + count, 0);
      const shares = new Map<number, number>();
      for (const { cause, count } of all) {
        const origin = origins.of(cause, noRoute);
        shares.set(origin, (shares.get(origin) ?? 0) + count / samples);
      }
      this.#posts.set(key, { shares, samples, estimate: shares });
    }
  }

  get isEmpty(): boolean {
    return this.#posts.size === 0;
  }

  /**
   * The causes of an isolate's stack; `found` are those that are known without its messages.
   *
   * @param outermost its outermost package
   */
  causesOf(found: CauseShares, outermost: string, isolate: number): CauseShares {
    const { pid, threadId } = this.profile.isolates[isolate]!;
    const unknown = found.shares.get(noCause) ?? 0;
    if (threadId === 0 || unknown === 0 || this.isEmpty) return found;
    const posts = this.#posts.get(`${pid}:${outermost}`);
    return posts ? this.#join(found, unknown, posts) : found;
  }

  #join(found: CauseShares, unknown: number, posts: CauseShares): CauseShares {
    let joined = this.#joined.get(posts);
    if (!joined) this.#joined.set(posts, (joined = new Map()));
    let known = joined.get(found.estimate);
    if (!known) {
      const shares = new Map(found.shares);
      shares.delete(noCause);
      for (const [cause, share] of posts.shares) {
        shares.set(cause, (shares.get(cause) ?? 0) + share * unknown);
      }
      const samples = found.samples + posts.samples;
      joined.set(found.estimate, (known = { shares, samples, estimate: {} }));
    }
    return known;
  }

  /** Empty if the stack has none. */
  outermostPackage(node: number): string {
    const { functions, frames, nodes } = this.profile;
    let found = '';
    for (let up = node; up > 0; up = nodes.parent[up]!) {
      const fn = functions[frames.function[nodes.frame[up]!]!]!;
      if (fn.package !== '') found = fn.package;
    }
    return found;
  }
}
