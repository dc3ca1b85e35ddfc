import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import type { Tier } from '../../../src/shared/vocabulary.ts';
import { testedLines } from '../../support/nodeVersions.ts';
import { profileTiers } from '../../shares/profileTiers.ts';

/** What the server writes ten times a second. */
interface Snapshot {
  requests: number;
  /** By function, what V8's `%GetOptimizationStatus` gives. */
  status: Record<string, number>;
}

/** `neverSettles` changes its tier many times a second, and the last snapshot is up to 0.1 s old. */
const restless = 'neverSettles';
/** The window may end between two snapshots. */
const lastSnapshots = 3;
const minCompared = 7;

describe('the last tier is the one that V8 itself says', () => {
  for (const major of testedLines().filter((each) => each >= 20)) {
    test(`on Node ${major}`, async (context) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'status-'));
      const file = path.join(folder, 'status.ndjson');
      try {
        const { report } = await profileTiers(major, { env: { STATUS_FILE: file } });
        assert.equal(report.failure, null, report.failure?.message);
        const snapshots = readFileSync(file, 'utf8')
          .split('\n')
          .filter((line) => line.endsWith('}'))
          .map((line) => JSON.parse(line) as Snapshot)
          .slice(-lastSnapshots);
        assert.equal(snapshots.length, lastSnapshots);
        let compared = 0;
        for (const name of Object.keys(snapshots[0]!.status)) {
          const story = report.functions.find((each) => each.name === name)?.story;
          if (!story || name === restless) continue;
          compared++;
          const said = snapshots.map(({ status }) => tierOfStatus(status[name]!, major));
          context.diagnostic(`${name}: V8 ${said.join(', ')}; report ${story.lastTier}`);
          assert.ok(
            said.some((tier) => tier === story.lastTier),
            `${name}: V8 says ${said.join(', ')}, the report ${story.lastTier}: ${JSON.stringify(story.changes)}`,
          );
        }
        assert.ok(compared >= minCompared, `${compared} functions were compared`);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }
});

/** From the bits of V8's `OptimizationStatus` (runtime.h); the newest line has one bit less below them. */
function tierOfStatus(status: number, major: number): Tier {
  const shift = major >= 26 ? 1 : 0;
  const has = (bit: number) => (status & (1 << (bit - shift))) !== 0;
  assert.equal(status & 1, 1, 'a function');
  if (has(6)) return 'turbofan';
  if (has(5)) return 'maglev';
  if (has(15)) return 'sparkplug';
  assert.ok(has(7), `neither compiled nor interpreted: ${status.toString(2)}`);
  return 'ignition';
}
