import type { Searchable } from '../../shared/flameMatch.ts';
import { flameCounts } from './flameCounts.ts';
import type { FlameView } from './flameView.ts';

/**
 * Share of on-CPU samples with a matching visible frame on the stack, and how many functions match.
 */
export function searchFlame(
  view: FlameView,
  matches: (fn: Searchable) => boolean,
): { share: number; functions: number } {
  const { profile, calls } = view;
  const { parent, frame } = profile.nodes;
  const { onCpu } = flameCounts(profile);
  const isMatch = profile.functions.map((fn, i) => calls.shown[i] === 1 && matches(fn));
  const matched = new Uint8Array(parent.length);
  const functions = new Set<number>();
  let samples = 0;
  for (let node = 1; node < parent.length; node += 1) {
    const fn = profile.frames.function[frame[node]!]!;
    if (isMatch[fn]) functions.add(fn);
    matched[node] = isMatch[fn] || matched[parent[node]!] ? 1 : 0;
    if (matched[node]) samples += calls.self[node]!;
  }
  return { share: onCpu === 0 ? 0 : samples / onCpu, functions: functions.size };
}
