import type { QuickOptions, Watched } from '../process/engineHarness.ts';
import { profileZoo } from '../process/profileZoo.ts';
import { tiersServer } from '../support/zoo.ts';

/** V8 goes by what has run, not by the clock: with fewer it may still be at compiling. */
const minRequests = 150;
const load = { durationS: 4, warmupS: 2, connections: 2 };

/** A run of the server `tiers`; again, for longer, where the machine let it answer too few requests. */
export async function profileTiers(major: number, options: QuickOptions = {}): Promise<Watched> {
  const server = tiersServer(major);
  const quick = await profileZoo(server, major, load, options);
  const requests = quick.report.load?.requests ?? minRequests;
  if (requests >= minRequests) return quick;
  const longer = Math.min(4, Math.max(2, (1.5 * minRequests) / Math.max(1, requests)));
  const { durationS, warmupS } = load;
  return profileZoo(
    server,
    major,
    { ...load, durationS: durationS * longer, warmupS: warmupS * longer },
    options,
  );
}
