import assert from 'node:assert/strict';
import { collapsedText } from '../../src/analysis/export/collapsed.ts';
import { flameSvg } from '../../src/analysis/export/flameSvg.ts';
import { pprofBytes } from '../../src/analysis/export/pprof.ts';
import { speedscopeText } from '../../src/analysis/export/speedscope.ts';
import { FlameModel } from '../../src/analysis/flame/flameModel.ts';
import type { Profile } from '../../src/analysis/profile/profile.ts';
import { openSavedRun, saveRun, type SavedRun } from '../../src/analysis/saved/savedRun.ts';
import { lineTexts } from '../../src/engine/profile/lineTexts.ts';
import { packTree, unpackTree } from '../../src/shared/flamePack.ts';
import type { Report } from '../../src/shared/report.ts';
import { areas } from '../../src/shared/vocabulary.ts';

/** Asks of a profile what the views and the outputs ask, and checks what must hold of any. */
export function useProfile(profile: Profile, report: Report): void {
  const owner = new FlameModel(profile, report, '/app');
  owner.shares();
  owner.lineFunctions();
  for (const inverted of [false, true]) {
    for (const visible of [['app'] as const, areas]) {
      const visibility = { areas: [...visible], packages: [] };
      const root = unpackTree(packTree(owner.query({ visibility, inverted, minShare: 0.001 })));
      const first = root.children[0];
      if (first) owner.query({ visibility, inverted, minShare: 0.001, rootId: first.id });
      assertShare(owner.search(visibility, 'a').share);
    }
  }
  lineTexts(report, (file) => profile.sources.get(file) ?? null);
  collapsedText(profile, report, '/app');
  pprofBytes(profile, report);
  JSON.parse(speedscopeText(profile, report));
  flameSvg(profile, report, '/app');
  let again: SavedRun;
  try {
    again = openSavedRun(saveRun(profile, report));
  } catch (error) {
    // What was read must not be refused later, not even in a sentence.
    throw new TypeError(`its saved run can't be opened: ${String(error)}`);
  }
  assert.equal(again.profile.samples.node.length, profile.samples.node.length);
}

/** What must hold of the figures of samples. */
export function checkFigures(report: Report): void {
  const { lines, functions, sampling } = report;
  for (const { file, line, self, own, total } of lines) {
    assert.ok(Number.isInteger(line) && line > 0 && typeof file === 'string');
    for (const share of [self, own, total]) assertShare(share);
  }
  for (const { name, line, self, own, total } of functions) {
    assert.ok(Number.isInteger(line) && line >= 0 && typeof name === 'string');
    for (const share of [self, own, total]) assertShare(share);
  }
  if (!sampling || sampling.onCpu === 0) return;
  const whole = lines.reduce((sum, { self }) => sum + self, 0);
  // A line that is not known has no entry.
  assert.ok(whole + sampling.unattributedShare < 1 + 1e-6, `all shares are ${whole}`);
}

function assertShare(share: number): void {
  assert.ok(share >= 0 && share <= 1 + 1e-9, `a share of ${share}`);
}
