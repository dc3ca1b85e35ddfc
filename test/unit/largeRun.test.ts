import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { FlameModel } from '../../src/analysis/flame/flameModel.ts';
import type { Profile } from '../../src/analysis/profile/profile.ts';
import { openSavedRun, saveRun } from '../../src/analysis/saved/savedRun.ts';
import { openProfiles } from '../../src/engine/import/openProfiles.ts';
import type { FlameNode } from '../../src/shared/flameNode.ts';
import type { Report } from '../../src/shared/report.ts';
import { areas } from '../../src/shared/vocabulary.ts';
import { largeProfile } from '../support/largeRun.ts';
import { reportOf } from '../support/sampleRun.ts';

/** What keeps a large run from being slow, without a clock: test/bench has the times. */

const nodes = 150_000;
/** The most that a view draws (flameDraw.ts), with the root. */
const maxFrames = 2501;
/** Of JSON, on the way to a view: 2,500 frames at some 600 characters each. */
const maxCharacters = 1_700_000;

let profile: Profile;
let report: Report;
let saved: string;

before(() => {
  profile = largeProfile(nodes);
  report = reportOf(profile);
  saved = saveRun(profile, report);
});

function count(node: FlameNode): number {
  return node.children.reduce((sum, child) => sum + count(child), 1);
}

for (const inverted of [false, true]) {
  test(`sends a view no more than it can draw, ${inverted ? 'inverted' : 'callers first'}`, () => {
    assert.equal(profile.nodes.parent.length, nodes);
    const model = new FlameModel(profile, report, '/app');
    // As narrow as can be asked for: the limit has to hold by itself.
    const query = { visibility: { areas: [...areas], packages: [] }, inverted, minShare: 0 };
    const root = model.query(query);
    assert.ok(count(root) > maxFrames / 2, `${count(root)} frames`);
    assert.ok(count(root) <= maxFrames, `${count(root)} frames`);
    assert.ok(JSON.stringify(root).length <= maxCharacters, `${JSON.stringify(root).length}`);

    const widest = root.children[0]!;
    const zoomed = model.query({ ...query, rootId: widest.id });
    assert.equal(zoomed.samples, widest.samples);
    assert.ok(count(zoomed) <= maxFrames, `${count(zoomed)} frames`);
  });
}

test('reads of a saved run only the part that is ours', () => {
  const seam = saved.lastIndexOf(',"hotframe":');
  assert.ok(saved.length - seam < saved.length / 10, 'the standard part is most of the file');
  // Not even JSON, and nobody minds.
  const opened = openSavedRun(`${'?'.repeat(seam)}${saved.slice(seam)}`);
  assert.deepEqual(opened.profile, profile);
});

test('reads of a saved run on disk only its end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hotframe-large-'));
  try {
    const seam = saved.lastIndexOf(',"hotframe":');
    const file = join(folder, 'large.cpuprofile');
    writeFileSync(file, `{${'?'.repeat(seam - 1)}${saved.slice(seam)}`);
    const shares: number[] = [];
    const options = { workspaceFolders: [], areas: ['app' as const] };
    const onProgress = (share: number) => shares.push(share);
    const opened = await openProfiles([file], { ...options, onProgress });
    assert.deepEqual(opened.profile, profile);
    assert.deepEqual(shares, [1]);
    // Damaged there, it is refused as a whole.
    writeFileSync(file, saved.slice(0, -1000));
    await assert.rejects(openProfiles([file], options), /cut off or of another kind/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('reads a saved run too whose keys another program has put in another order', () => {
  const { hotframe, ...standard } = JSON.parse(saved) as { hotframe: unknown };
  const opened = openSavedRun(JSON.stringify({ hotframe, ...standard }));
  assert.deepEqual(opened.profile, profile);
});
