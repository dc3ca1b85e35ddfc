import { isCollection } from '../profile/isCollection.ts';
import type { Profile } from '../profile/profile.ts';
import { noCause } from './causeTree.ts';
import { underUser } from './stacks.ts';

/** It began between callbacks, for the garbage of all of them. */
export const anyCause = -2;

/**
 * V8 samples garbage collection without a stack, and the learner knows only the context that it began
 * in. If code of the user's ran right before in the same context, the collection is that code's, and
 * nobody knows its line: of what has caused the context, it is not. V8 also puts collections off until no
 * JavaScript runs.
 *
 *   samples   render ─ join   (gc)   (gc)   parse ─ readRow   (gc)                (gc)
 *   context   1               1      1      2                 2                   none
 *   cause                     none   none                     that of context 2   any
 */
export function withoutOwnCollections(learned: Profile, causes: Int32Array): Int32Array {
  const users = underUser(learned);
  const found = Int32Array.from(causes);
  let isOwn = false;
  learned.samples.node.forEach((node, sample) => {
    if (!isCollection(learned, node)) {
      isOwn = node > 0 && users[node] === 1;
      return;
    }
    isOwn &&= causes[sample] === causes[sample - 1];
    if (isOwn) found[sample] = noCause;
    else if (causes[sample] === noCause) found[sample] = anyCause;
  });
  return found;
}
