import { isCollection } from './isCollection.ts';
import type { Profile } from './profile.ts';

/** By route the share of the on-CPU samples, and the share of its own in which V8 collected garbage. */
export function routeCpu(profile: Profile, count: number): { share: number; gcShare: number }[] {
  const { samples } = profile;
  const own = new Float64Array(count);
  const gc = new Float64Array(count);
  let onCpu = 0;
  samples.node.forEach((node, sample) => {
    if (node < 0) return;
    onCpu++;
    const route = samples.route?.[sample] ?? -1;
    if (route < 0) return;
    own[route]!++;
    if (isCollection(profile, node)) gc[route]!++;
  });
  return Array.from(own, (samplesOfRoute, route) => ({
    share: onCpu === 0 ? 0 : samplesOfRoute / onCpu,
    gcShare: samplesOfRoute === 0 ? 0 : gc[route]! / samplesOfRoute,
  }));
}
