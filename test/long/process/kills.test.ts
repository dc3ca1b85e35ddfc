import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kill, victims } from '../../soak/kills.ts';

// Processes are found through /proc.
const skip = process.platform !== 'linux';

for (const victim of victims) {
  test(
    `nothing survives the ${victim} that is killed, and the next run works`,
    { skip },
    async () => {
      const { outcomes } = await kill(victim, 2, 7);
      const times = Object.values(outcomes).reduce((sum, each) => sum + each, 0);
      assert.equal(times, 2);
    },
  );
}
