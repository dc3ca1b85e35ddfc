import type { OpenHandle } from '../../shared/growth.ts';
import { ForeignFrames, untimedProfile, type ForeignProfile } from '../import/foreignProfile.ts';
import type { ProfileIsolate } from '../profile/profile.ts';

/** Turns stacks into samples, one for each handle, so that hidden frames fold into visible callers. */
export function foreignFromStacks(
  handles: readonly OpenHandle[],
  isolate: ProfileIsolate,
): ForeignProfile {
  const frames = new ForeignFrames();
  const parents = [-1];
  const frameOfNode = [-1];
  const samples: number[] = [];
  const functions = new Map<string, number>();
  // The beginning of a function is not known: two places may be of two functions.
  const functionAt = (name: string, url: string, within: number) => {
    const key = `${within}:${url}\0${name}`;
    const known = functions.get(key);
    if (known !== undefined) return known;
    const index = frames.functions.push({ name, url, line: 0, column: 0, within }) - 1;
    functions.set(key, index);
    return index;
  };
  for (const { stack, count } of handles) {
    let node = 0;
    for (const { name, url, line, column } of stack.toReversed()) {
      parents.push(node);
      node = frameOfNode.push(frames.frame(functionAt(name, url, line), line, column)) - 1;
    }
    for (let each = 0; each < count && node > 0; each++) samples.push(node);
  }
  return untimedProfile(frames, isolate, { parent: parents, frame: frameOfNode }, samples);
}
