import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Profile } from '../../../src/analysis/profile/profile.ts';
import { renderHtmlPage } from '../../../src/engine/profile/htmlPage.ts';
import { launchBrowser } from '../../support/browser.ts';
import { assertNoTroubles, openPage, pageAssets, settled } from '../../support/openPage.ts';
import { reportOf } from '../../support/sampleRun.ts';
import { profileFromText } from '../../support/textProfile.ts';

test('of a million call-tree nodes what is wide enough to see is drawn', async () => {
  const profile = millionNodes();
  const report = reportOf(profile);
  const html = renderHtmlPage(
    profile,
    { ...report, lines: report.lines.slice(0, 1000) },
    { assetsFolder: pageAssets, baseFolder: '/app', sourceOf: () => null },
  );
  await using browser = await launchBrowser();
  await using opened = await openPage(browser, html);
  const { page } = opened;
  const area = (name: string) => page.locator(`.toggle[data-name="${name}"]`);
  const drawn = async () => {
    await settled(page);
    return page.locator('g.frame').count();
  };
  const few = (count: number) => assert.ok(count > 10 && count < 5_000, `${count} frames`);
  few(await drawn());
  await area('deps').click();
  await area('core').click();
  few(await drawn());
  const third = page.locator('g.frame').nth(3);
  const before = (await third.boundingBox())!.width;
  await third.click();
  few(await drawn());
  const zoomed = (await page.locator('g.frame').nth(3).boundingBox())!.width;
  assert.ok(zoomed > before, `${before} px, then ${zoomed}`);
  assertNoTroubles(opened);
});

/** A random tree of plausible shape, always the same. */
function millionNodes(): Profile {
  let seed = 7;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed % below;
  };
  const kinds = [
    { area: 'app', package: '', folder: '/app/src' },
    { area: 'deps', package: 'express', folder: '/app/node_modules/express' },
    { area: 'core', package: '', folder: 'node:internal' },
  ] as const;
  const functionCount = 3000;
  const frameCount = 12_000;
  const nodeCount = 1_000_000;
  const sampleCount = 300_000;
  const profile = profileFromText('main:1');
  profile.functions = Array.from({ length: functionCount }, (_, i) => {
    const { area, package: name, folder } = kinds[i % kinds.length]!;
    const file = `${folder}/file${i % 97}.js`;
    return { name: `fn${i}`, file, line: 1 + i, column: 1, area, package: name };
  });
  profile.frames = {
    function: Int32Array.from({ length: frameCount }, (_, i) => i % functionCount),
    line: Int32Array.from({ length: frameCount }, (_, i) => 1 + (i % functionCount) + (i >> 12)),
    column: new Int32Array(frameCount).fill(1),
    tier: Uint8Array.from({ length: frameCount }, (_, i) => 1 + (i % 4)),
    exact: new Uint8Array(frameCount).fill(1),
  };
  const parent = new Int32Array(nodeCount).fill(-1);
  const frame = new Int32Array(nodeCount).fill(-1);
  const depth = new Int32Array(nodeCount);
  for (let node = 1; node < nodeCount; node += 1) {
    let above = random(random(node) + 1);
    while (depth[above]! > 40) above = parent[above]!;
    parent[node] = above;
    depth[node] = depth[above]! + 1;
    frame[node] = random(frameCount);
  }
  profile.nodes = { parent, frame };
  profile.samples = {
    node: Int32Array.from({ length: sampleCount }, () => 1 + random(nodeCount - 1)),
    timeMicros: Float64Array.from({ length: sampleCount }, (_, i) => i * 33),
    isolate: new Uint16Array(sampleCount),
  };
  return profile;
}
