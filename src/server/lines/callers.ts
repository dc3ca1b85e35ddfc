import { flameCounts } from '../../analysis/flame/flameCounts.ts';
import type { Profile, ProfileFunction } from '../../analysis/profile/profile.ts';

export interface Caller {
  function: ProfileFunction;
  line: number;
  /** Share (0…1) of on-CPU samples that came through this call. */
  share: number;
}

/** Callers, largest share first. A sample counts at the outermost call; builtins are skipped. */
export function callersOf(profile: Profile, functionId: number, max: number): Caller[] {
  const { functions, frames, nodes } = profile;
  const { onCpu, total } = flameCounts(profile);
  const isInside = new Uint8Array(nodes.parent.length);
  const byFrame = new Map<string, Caller>();
  for (let node = 1; node < isInside.length; node++) {
    const parent = nodes.parent[node]!;
    const isOwn = frames.function[nodes.frame[node]!] === functionId;
    isInside[node] = isOwn || isInside[parent] === 1 ? 1 : 0;
    if (!isOwn || isInside[parent] === 1) continue;
    for (let up = parent; up > 0; up = nodes.parent[up]!) {
      const frame = nodes.frame[up]!;
      const caller = functions[frames.function[frame]!]!;
      if (caller.file === '') continue;
      const line = frames.line[frame]!;
      const key = `${frames.function[frame]}:${line}`;
      const known = byFrame.get(key) ?? { function: caller, line, share: 0 };
      known.share += total[node]! / onCpu;
      byFrame.set(key, known);
      break;
    }
  }
  return [...byFrame.values()].sort((a, b) => b.share - a.share).slice(0, max);
}
