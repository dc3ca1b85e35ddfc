import { chargeAwaits } from '../../src/analysis/awaits/chargeAwaits.ts';
import type { Profile } from '../../src/analysis/profile/profile.ts';
import { profileFromStacks } from './sampleRun.ts';

/**
 * A handler that waits for a query: of 100 samples 20 are on its line 3, and 60 in the driver and 20
 * in Node.js's HTTP with none of its lines on the stack. The 60 are charged to line 4, which awaits
 * the query.
 */
export function awaitProfile(): Profile {
  const measured = profileFromStacks([
    [20, '*handle:3/app.js'],
    [60, '*onPacket:10@driver', '*readRow:20@driver'],
    [20, '*resOnFinish:30/_http_server@node'],
  ]);
  const learned = profileFromStacks([
    [60, '*onPacket:10@driver', '*readRow:20@driver'],
    [20, '*resOnFinish:30/_http_server@node'],
    [1, '*handle:4/app.js'],
  ]);
  for (const { functions } of [measured, learned]) {
    functions.find(({ name }) => name === 'handle')!.line = 2;
  }
  const line4 = learned.samples.node.at(-1)!;
  const causes = Int32Array.from(learned.samples.node, (_, sample) => (sample < 60 ? line4 : -1));
  // The last one is there for its frame alone.
  learned.samples.node[80] = -1;
  return chargeAwaits(measured, { profile: learned, causes });
}
