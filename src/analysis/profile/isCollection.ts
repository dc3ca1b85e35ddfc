import type { Profile } from './profile.ts';

/** Whether V8 collected garbage in the samples with this innermost node. */
export function isCollection({ functions, frames, nodes }: Profile, node: number): boolean {
  return node > 0 && functions[frames.function[nodes.frame[node]!]!]!.area === 'gc';
}
