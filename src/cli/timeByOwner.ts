import type { Profile } from '../analysis/profile/profile.ts';
import type { Area } from '../shared/vocabulary.ts';

/** On-CPU time whose innermost frame is of one area, or of one package of `deps`. */
export interface OwnerShare {
  area: Area;
  /** npm package of `deps`, else empty. */
  package: string;
  /** 0…1 of the on-CPU samples; all entries together are 1. */
  share: number;
}

/** Whose code ran, by the innermost frame, largest first; empty for a profile without samples on CPU. */
export function timeByOwner(profile: Profile): OwnerShare[] {
  const samplesOfFunction = new Float64Array(profile.functions.length);
  let onCpu = 0;
  for (const node of profile.samples.node) {
    const frame = node < 0 ? -1 : (profile.nodes.frame[node] ?? -1);
    const functionIndex = frame < 0 ? -1 : (profile.frames.function[frame] ?? -1);
    if (functionIndex < 0) continue;
    onCpu++;
    samplesOfFunction[functionIndex]!++;
  }
  const owners = new Map<string, OwnerShare>();
  profile.functions.forEach((each, index) => {
    const samples = samplesOfFunction[index] ?? 0;
    if (samples === 0) return;
    const packageName = each.area === 'deps' ? each.package : '';
    const key = `${each.area}\0${packageName}`;
    const owner = owners.get(key) ?? { area: each.area, package: packageName, share: 0 };
    owner.share += samples / onCpu;
    owners.set(key, owner);
  });
  return [...owners.values()].sort((a, b) => b.share - a.share);
}
