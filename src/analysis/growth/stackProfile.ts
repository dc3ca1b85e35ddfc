import type { OpenHandle } from '../../shared/growth.ts';
import { ForeignFrames, type ForeignProfile } from '../import/foreignProfile.ts';
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
  for (const { stack, count } of handles) {
    let node = 0;
    for (const { name, url, line, column } of stack.toReversed()) {
      const fn = frames.function(name, url, 0, 0);
      frames.functions[fn]!.within ??= line;
      parents.push(node);
      node = frameOfNode.push(frames.frame(fn, line, column)) - 1;
    }
    for (let each = 0; each < count && node > 0; each++) samples.push(node);
  }
  return {
    functions: frames.functions,
    frames: frames.table(),
    nodes: { parent: Int32Array.from(parents), frame: Int32Array.from(frameOfNode) },
    samples: { node: Int32Array.from(samples), timeMicros: new Float64Array(samples.length) },
    isolate,
    windowMs: 0,
    intervalMicros: 1000,
    notes: [],
  };
}
