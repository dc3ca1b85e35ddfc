import { areas, type Area } from '../shared/vocabulary.ts';
import type { Profile } from './profile.ts';

/** On-CPU samples by call-tree node: the same for every visibility, so counted once a profile. */
export interface FlameCounts {
  onCpu: number;
  /** Samples whose innermost frame is the node. */
  innermost: Int32Array;
  /** Samples in the node and all below it. */
  total: Int32Array;
}

const countsOfProfile = new WeakMap<Profile, FlameCounts>();

export function flameCounts(profile: Profile): FlameCounts {
  const known = countsOfProfile.get(profile);
  if (known) return known;
  const { parent } = profile.nodes;
  const innermost = new Int32Array(parent.length);
  let onCpu = 0;
  for (const node of profile.samples.node) {
    if (node < 0) continue;
    innermost[node]! += 1;
    onCpu += 1;
  }
  const total = innermost.slice();
  for (let node = total.length - 1; node > 0; node -= 1) total[parent[node]!]! += total[node]!;
  const counts = { onCpu, innermost, total };
  countsOfProfile.set(profile, counts);
  return counts;
}

/** Share of on-CPU samples whose innermost frame is of the area. */
export function areaShares(profile: Profile): Record<Area, number> {
  const { onCpu, innermost } = flameCounts(profile);
  const shares = Object.fromEntries(areas.map((area) => [area, 0])) as Record<Area, number>;
  if (onCpu === 0) return shares;
  for (let node = 1; node < innermost.length; node += 1) {
    const samples = innermost[node]!;
    if (samples === 0) continue;
    const fn = profile.frames.function[profile.nodes.frame[node]!]!;
    shares[profile.functions[fn]!.area] += samples / onCpu;
  }
  return shares;
}
