import { isCollection } from './isCollection.ts';
import type { Profile } from './profile.ts';

/** Share of on-CPU samples in which V8 collected garbage. */
export function gcShare(profile: Profile): number {
  let onCpu = 0;
  let gc = 0;
  for (const node of profile.samples.node) {
    if (node < 0) continue;
    onCpu++;
    if (isCollection(profile, node)) gc++;
  }
  return onCpu === 0 ? 0 : gc / onCpu;
}
