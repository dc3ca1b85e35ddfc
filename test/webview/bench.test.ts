import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { BenchReport } from '../../src/shared/bench.ts';
import type { FromBench, ToBench } from '../../src/shared/benchPanelWire.ts';
import { benchReport, comparedReport } from '../support/benchReports.ts';
import { launchBrowser } from '../support/browser.ts';
import { hostileNames } from '../support/hostileRun.ts';
import { assertNoTroubles, openPage } from '../support/openPage.ts';
import { takePicture } from '../support/picture.ts';
import { hostPage } from './viewHost.ts';

/** The page of the panel "Benchmark". */

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

async function shown(report: BenchReport | null, act: (page: Page) => Promise<void>) {
  await using opened = await openPage(browser, hostPage('bench', null, {}));
  const { page } = opened;
  const bench = report && { report, baseFolder: '/app' };
  const message: ToBench = { type: 'bench', bench };
  await page.evaluate((data) => window.postMessage(data, '*'), message);
  if (report) await page.getByRole('heading', { level: 1 }).waitFor();
  await act(page);
  assertNoTroubles(opened);
}

async function said(page: Page): Promise<FromBench[]> {
  return (await page.evaluate(() => window.posted.splice(0) as unknown)) as FromBench[];
}

test('says the verdict first, leads to the code and to the server, and keeps itself', () =>
  shown({ ...comparedReport(), written: ['/app/b.mjs'] }, async (page) => {
    await takePicture(page, 'benchmark compared', true);
    const answer = page.locator('.bench-answer');
    assert.equal(await answer.innerText(), 'Faster: 48–52 % less CPU time per call.');
    const gain = await page.getByRole('region', { name: 'What a request gains' }).innerText();
    assert.match(gain, /CPU time of a request \(its calls are 40\.0.% of it\): .29.%/);
    await said(page);
    for (const name of ['src/prices.js:3', 'Measure on the Server', 'b.mjs', /^Write/]) {
      await page.getByRole('button', { name }).click();
    }
    assert.deepEqual(await said(page), [
      { type: 'reveal' },
      { type: 'measure' },
      { type: 'open', file: '/app/b.mjs' },
      { type: 'write' },
    ]);
    const stored = (await page.evaluate(() => window.stored)) as { bench: { baseFolder: string } };
    assert.equal(stored.bench.baseFolder, '/app');
  }));

test('says how the gain of another function is known', () =>
  shown(
    {
      ...comparedReport(),
      comparison: { ...comparedReport().comparison!, judged: 'rival' },
    },
    async (page) => {
      const gain = await page.getByRole('region', { name: 'What a request gains' }).innerText();
      assert.match(gain, /let the server call the other function/);
      assert.equal(await page.getByRole('button', { name: 'Measure on the Server' }).count(), 0);
    },
  ));

test('shows names and values of any kind as text alone, within its width', async () => {
  const strange = [...hostileNames, 'x'.repeat(3_000)];
  for (const name of strange) {
    const report = benchReport();
    const told = {
      ...report,
      function: { ...report.function, name, file: `/app/${name}.js` },
      rival: { ...report.measured, words: name, deopts: [{ reason: name, line: 1, count: 1 }] },
      answers: {
        calls: 2,
        isUnsteady: false,
        holdsFunctions: false,
        differing: 1,
        differences: [`call 1: ${name}`],
      },
      written: [`/app/${name}.mjs`],
      notes: [name],
    };
    await shown(told, async (page) => {
      assert.equal(await page.locator('img, body script[src]').count(), 0);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.ok(wide <= 0, `${wide} px too wide with ${name.slice(0, 40)}`);
      const rows = await page.getByRole('region').allInnerTexts();
      assert.ok(rows.some((text) => text.includes('call 1: ')));
    });
  }
});

test('says what to do while it has nothing', () =>
  shown(null, async (page) => {
    await page.getByText('Nothing is measured yet.').waitFor();
  }));
