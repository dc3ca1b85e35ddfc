import { areas, type Area } from '../../shared/vocabulary.ts';
import type { Profile } from '../profile/profile.ts';

/** On-CPU samples by call-tree node, counted once a profile as they don't depend on visibility. */
export interface FlameCounts {
  onCpu: number;
  /** Samples whose innermost frame is the node. */
  innermost: Int32Array;
  /** Samples in the node and its subtree. */
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

export interface InnermostShares {
  areaShares: Record<Area, number>;
  packageShares: Record<string, number>;
}

/** Shares of on-CPU samples by the area and package of their innermost frame. */
export function innermostShares(profile: Profile): InnermostShares {
  const { onCpu, innermost } = flameCounts(profile);
  const areaShares = Object.fromEntries(areas.map((area) => [area, 0])) as Record<Area, number>;
  const packages = new Map<string, number>();
  for (let node = 1; node < innermost.length; node += 1) {
    const samples = innermost[node]!;
    if (samples === 0) continue;
    const fn = profile.frames.function[profile.nodes.frame[node]!]!;
    const { area, package: name } = profile.functions[fn]!;
    areaShares[area] += samples / onCpu;
    if (area === 'deps') packages.set(name, (packages.get(name) ?? 0) + samples / onCpu);
  }
  return { areaShares, packageShares: Object.fromEntries(packages) };
}
