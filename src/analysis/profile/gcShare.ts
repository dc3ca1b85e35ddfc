import type { Profile } from './profile.ts';

/** Share of on-CPU samples in which V8 collected garbage. */
export function gcShare({ functions, frames, nodes, samples }: Profile): number {
  let onCpu = 0;
  let gc = 0;
  for (const node of samples.node) {
    if (node < 0) continue;
    onCpu++;
    const frame = nodes.frame[node]!;
    if (frame >= 0 && functions[frames.function[frame]!]!.area === 'gc') gc++;
  }
  return onCpu === 0 ? 0 : gc / onCpu;
}
