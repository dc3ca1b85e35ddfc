import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { FlameModel } from '../../src/analysis/flame/flameModel.ts';
import { renderHtmlPage } from '../../src/engine/profile/htmlPage.ts';
import { launchBrowser } from '../support/browser.ts';
import { byteReport } from '../support/byteRun.ts';
import { packTree } from '../../src/shared/flamePack.ts';
import { assertNoTroubles, drawnFrames, openPage, pageAssets } from '../support/openPage.ts';
import { reportOf } from '../support/sampleRun.ts';
import { profileFromText } from '../support/textProfile.ts';
import { inViewHost } from './viewHost.ts';

/** The flamegraph of a run of allocations, in the panel and in a saved page. */

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

const allocated = profileFromText(`
  route:9  route:9   route:9   emit:1@node
  rows:30  rows:30   toJson:2@lib
           fill:3@lib
`);
const report = byteReport(allocated, 8000);
const time = profileFromText(`
  route:9  admin:20
`);

/** The table is drawn after the picture. */
async function rowsOf(page: Page): Promise<string[]> {
  const rows = page.locator('.allocations tbody tr');
  await rows.first().waitFor();
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent).join(' | ')),
  );
}

const drawnBytes = [
  'all bytes of a request 8.00 kB',
  '  route 6.00 kB',
  '  (no visible frame) 2.00 kB',
  '    rows 4.00 kB',
];
const listedBytes = [
  'main.js:30 | rows | 4.00 kB | 50.0 %',
  'main.js:9 | route | 2.00 kB | 25.0 %',
  ' | no function of yours on the stack | 2.00 kB | 25.0 %',
];

test('the switch leads to the bytes and back, and each frame and row to its code', async () => {
  const owner = new FlameModel(time, reportOf(time), '/app');
  await inViewHost(browser, owner, async (host) => {
    const { page } = host;
    const picture = (name: string) => page.getByRole('radio', { name, exact: true });
    await host.show();
    assert.equal(await picture('Bytes').count(), 0, 'no run of allocations yet');
    await host.send({ ...host.profile(), other: 'bytes' });
    await host.answer(await host.query());
    await picture('Bytes').check();
    const choose = (await host.posted()).filter(({ type }) => type === 'choose');
    assert.deepEqual(choose, [{ type: 'choose', processes: null, samples: 'bytes' }]);

    const bytes = new FlameModel(allocated, report, '/app');
    const shown = { ...host.profile(), report, ...bytes.shares(), other: 'time' as const };
    await host.send(shown);
    const asked = await host.query();
    assert.equal(asked.query.samples, 'bytes');
    const tree = packTree(bytes.query(asked.query));
    await host.send({ type: 'tree', requestId: asked.requestId, tree });
    assert.deepEqual(await drawnFrames(page), drawnBytes);
    assert.deepEqual(await rowsOf(page), listedBytes);
    assert.ok(await picture('Bytes').isChecked());
    assert.equal(await page.getByText('not optimized').count(), 0, 'tiers are not known');

    await host.posted();
    await page.locator('.allocations .place-button').first().click();
    await host.frame('rows').click();
    await page.waitForFunction(
      () => window.posted.filter(({ type }) => type === 'reveal').length === 2,
    );
    const reveals = (await host.posted()).filter((message) => message.type === 'reveal');
    assert.deepEqual(
      reveals.map(({ file, line }) => `${file}:${line}`),
      ['/app/main.js:30', '/app/main.js:30'],
    );
    assert.match(await page.locator('.selected').innerText(), /self 4\.00 kB \(50\.0 %\)/);

    await picture('CPU').check();
    const back = (await host.posted()).filter(({ type }) => type === 'choose');
    assert.deepEqual(back, [{ type: 'choose', processes: null }]);
  });
});

test('a view that showed bytes when it was hidden asks for them again', async () => {
  const owner = new FlameModel(time, reportOf(time), '/app');
  const stored = { picture: 'bytes' };
  await inViewHost(
    browser,
    owner,
    async (host) => {
      const [ready] = await host.posted();
      assert.ok(ready?.type === 'ready' && ready.samples === 'bytes');
      // The session's run of allocations is gone.
      await host.show();
      assert.equal(await host.page.locator('.allocations').count(), 0);
      assert.deepEqual((await drawnFrames(host.page))[0], 'all on-CPU samples 100 %');
    },
    stored,
  );
});

test('a saved page of a run of allocations has the bytes by callee, by caller and as a table', async () => {
  const extras = { assetsFolder: pageAssets, baseFolder: '/app', sourceOf: () => null };
  await using opened = await openPage(browser, renderHtmlPage(allocated, report, extras));
  const { page } = opened;
  assert.deepEqual(await drawnFrames(page), drawnBytes);
  assert.deepEqual(await rowsOf(page), listedBytes);
  assert.equal(await page.locator('.picture-switch').isVisible(), false, 'nothing else is in it');
  await page.getByRole('radio', { name: 'Callers' }).check();
  assert.deepEqual(await drawnFrames(page), [
    'all bytes of a request 8.00 kB',
    '  rows 4.00 kB',
    '  route 2.00 kB',
    '  (no visible frame) 2.00 kB',
    '    route 4.00 kB',
  ]);
  await page.locator('.toggle[data-name="deps"]').click();
  await page.getByText('fill 2.00 kB').waitFor();
  await page.locator('g.frame[aria-label^="rows,"]').first().hover();
  assert.match(await page.locator('.tip').innerText(), /total\s+2\.00 kB · 25\.0 % per request/);
  assertNoTroubles(opened);
});
