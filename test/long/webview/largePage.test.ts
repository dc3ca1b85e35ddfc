import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderHtmlPage } from '../../../src/engine/profile/htmlPage.ts';
import { launchBrowser } from '../../support/browser.ts';
import { largeProfile } from '../../support/largeRun.ts';
import { assertNoTroubles, openPage, pageAssets, settled } from '../../support/openPage.ts';
import { reportOf } from '../../support/sampleRun.ts';

test('of a million call-tree nodes what is wide enough to see is drawn', async () => {
  const profile = largeProfile(1_000_000);
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
