import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { FlameModel } from '../../src/analysis/flame/flameModel.ts';
import { renderHtmlPage } from '../../src/engine/profile/htmlPage.ts';
import type { RequestTimes, SerialAwaits } from '../../src/shared/requestTimes.ts';
import { launchBrowser } from '../support/browser.ts';
import { assertNoTroubles, openPage, pageAssets, settled } from '../support/openPage.ts';
import { takePicture } from '../support/picture.ts';
import { requestTimes, waitPicture } from '../support/requestTimes.ts';
import { reportOf } from '../support/sampleRun.ts';
import { profileFromText } from '../support/textProfile.ts';
import { inViewHost, type HostOptions, type ViewHost } from './viewHost.ts';

/** What requests wait for, in the place of the flamegraph. */

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

function profileWith(requests: RequestTimes | null) {
  const profile = profileFromText(`
    main:1    main:1
    route:9   admin:20
  `);
  return requests ? { ...profile, requests } : profile;
}

const serialAwaits: SerialAwaits[] = [
  {
    ...{ file: '/app/main.js', functionName: 'handle', firstLine: 31, secondLine: 34 },
    ...{ firstMs: 12, secondMs: 8 },
  },
];

const waiting = requestTimes({ picture: waitPicture(), serialAwaits });

async function inWaits(
  requests: RequestTimes | null,
  act: (host: ViewHost) => Promise<void>,
  options?: HostOptions,
): Promise<void> {
  const profile = profileWith(requests);
  const owner = new FlameModel(profile, reportOf(profile), '/app');
  await inViewHost(
    browser,
    owner,
    async (host) => {
      await host.answerAll();
      await host.page.getByRole('radio', { name: 'Waits' }).check({ force: true });
      await host.page.locator('.waits-view > *').first().waitFor();
      await act(host);
    },
    null,
    options,
  );
}

const labels = (host: ViewHost) =>
  host.page
    .locator('.waits-view g.frame')
    .evaluateAll((all) => all.map((frame) => frame.getAttribute('aria-label')));

test('the switch leads from the flamegraph of CPU time to that of waits, and back', async () => {
  await inWaits(waiting, async (host) => {
    const query = '⏱ postgres 127.0.0.1:5432 SELECT … FROM orders';
    assert.deepEqual(
      (await labels(host)).toSorted(),
      [
        'all waits, 20 ms a request',
        'handle:31, 12 ms a request, main.js:31',
        'handle:34, 8 ms a request, main.js:34',
        'loadOrders:52, 8 ms a request, main.js:52',
        '⏱ timer, 0.4 ms a request',
        `${query}, 12 ms a request, main.js:31`,
        `${query}, 8 ms a request, main.js:52`,
      ].toSorted(),
    );
    const { page } = host;
    assert.equal(await page.locator('.toggles').isVisible(), false);
    assert.equal(await page.locator('.graph').first().isVisible(), false);
    assert.match(
      await page.locator('.waits-serial').innerText(),
      /^main\.js:31 and main\.js:34 wait/,
    );
    await page.getByRole('radio', { name: 'CPU', exact: true }).check({ force: true });
    assert.equal(await page.locator('.waits-view').isVisible(), false);
    assert.equal(await page.locator('.graph').first().isVisible(), true);
  });
});

test('a frame of waits zooms and leads to its line, by click and by Enter, and Escape zooms out', async () => {
  await inWaits(waiting, async (host) => {
    const { page } = host;
    const frame = (name: string) => page.locator(`.waits-view g.frame[aria-label^="${name}"]`);
    await frame('handle:34').click();
    await page.waitForFunction(() => window.said.some(({ type }) => type === 'reveal'));
    assert.equal(await frame('handle:31').count(), 0);
    await page.keyboard.press('Escape');
    await frame('handle:31').waitFor();
    await frame('⏱ postgres').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      () => window.said.filter(({ type }) => type === 'reveal').length === 2,
    );
    const revealed = await host.said('reveal');
    assert.deepEqual(
      revealed.map(({ file, line }) => `${file}:${line}`),
      ['/app/main.js:34', '/app/main.js:31'],
    );
    assert.match(
      await page.locator('.waits-view .selected').innerText(),
      /12 ms a request · 58\.8 % of all waits/,
    );
  });
});

test('two requests are drawn in time, with a look for each kind of step, and a scale', async () => {
  await inWaits(waiting, async ({ page }) => {
    const headings = await page.locator('.timeline h2').allInnerTexts();
    assert.deepEqual(headings, ['A typical request (p50): 24 ms', 'A slow request (p99): 96 ms']);
    const note = await page.locator('.waits-note').last().innerText();
    assert.match(note, /Two of 420 requests that were followed after the measured window/);
    const first = page.locator('.timeline').first();
    assert.deepEqual(
      await first
        .locator('.timeline-row')
        .allInnerTexts()
        .then((all) => all.map((each) => each.split('\n')[0])),
      ['main.js:31 handle', 'main.js:34 handle', 'no line of yours', '0 ms'],
    );
    const bars = await first.locator('.timeline-bar').evaluateAll((all) =>
      all.map((bar) => {
        const { left, width, height } = bar.getBoundingClientRect();
        const track = bar.parentElement!.getBoundingClientRect();
        return {
          from: Math.round(((left - track.left) / track.width) * 100),
          share: Math.round((width / track.width) * 100),
          part: bar.getAttribute('data-part'),
          look: `${getComputedStyle(bar).backgroundImage.slice(0, 30)} ${height}`,
          label: bar.getAttribute('aria-label'),
        };
      }),
    );
    assert.deepEqual(
      bars.map(({ from, share, part }) => [from, share, part]),
      [
        [0, 25, 'cpu'],
        [25, 50, 'wait'],
        [75, 5, 'queue'],
        [80, 19, 'wait'],
        [99, 1, 'cpu'],
      ],
    );
    const looks = new Set(bars.slice(0, 3).map(({ look }) => look));
    assert.equal(looks.size, 3, 'by more than the colour');
    assert.equal(
      bars[1]!.label,
      'wait postgres 127.0.0.1:5432 SELECT … FROM orders, 12 ms, after 6 ms, main.js:31',
    );
    const marks = await first.locator('.timeline-scale .timeline-track span').allInnerTexts();
    const at = await first
      .locator('.timeline-scale .timeline-track span')
      .nth(4)
      .evaluate((mark) => {
        const track = mark.parentElement!.getBoundingClientRect();
        return (mark.getBoundingClientRect().left - track.left) / track.width;
      });
    assert.ok(Math.abs(at - 20 / 24) < 0.01);
    assert.deepEqual(marks, ['0 ms', '5 ms', '10 ms', '15 ms', '20 ms']);
  });
});

test('a timeline is one stop of the Tab key; arrow keys go along it, and Enter shows the code', async () => {
  await inWaits(waiting, async (host) => {
    const { page } = host;
    const focused = () =>
      page.evaluate(() => {
        const at = document.activeElement!;
        return at.getAttribute('aria-label') ?? at.textContent;
      });
    const first = page.locator('.timeline').first();
    assert.equal(await first.locator('[tabindex="0"]').count(), 1);
    await first.locator('[tabindex="0"]').focus();
    assert.match(await focused(), /^CPU, 6 ms/);
    await page.keyboard.press('ArrowRight');
    assert.match(await focused(), /^wait postgres/);
    assert.match(await page.locator('.timeline .tip').first().innerText(), /^wait: postgres/);
    await page.keyboard.press('ArrowDown');
    assert.equal(await focused(), 'main.js:34 handle');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    assert.match(await focused(), /^CPU, 6 ms/);
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await first.locator('.timeline-bar').nth(1).click();
    await page.waitForFunction(
      () => window.said.filter(({ type }) => type === 'reveal').length === 2,
    );
    const revealed = await host.said('reveal');
    assert.deepEqual(
      revealed.map(({ line }) => line),
      [34, 31],
      'the end has no line',
    );
  });
});

const empties: [what: string, requests: RequestTimes | null, words: RegExp][] = [
  ['no request was followed', null, /^No requests were followed/],
  [
    'nothing waits',
    requestTimes({ picture: waitPicture({ tree: { ...waitPicture().tree, children: [] } }) }),
    /^Requests wait for nothing that is outside of JavaScript\.$/,
  ],
  ['the run is an older one', requestTimes(), /^This run was saved before/],
];
for (const [what, requests, words] of empties) {
  test(`where ${what}, the view of waits says so`, async () => {
    await inWaits(requests, async ({ page }) => {
      assert.match(await page.locator('.waits-view .empty').innerText(), words);
      assert.equal(await page.locator('.waits-view g.frame').count(), 0);
    });
  });
}

for (const [width, bodyClass] of [
  [360, 'vscode-dark'],
  [1100, 'vscode-light'],
  [1100, 'vscode-high-contrast'],
] as const) {
  test(`nothing of the waits is cut at ${width} px in ${bodyClass}`, async () => {
    await inWaits(
      waiting,
      async ({ page }) => {
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        assert.equal(wide, false);
        await takePicture(page, `waits ${bodyClass} ${width}`, true);
      },
      { viewport: { width, height: 900 }, bodyClass },
    );
  });
}

test('a saved page has the view of waits, with hostile names as text', async () => {
  const hostile = '<img src=x onerror=alert(1)>';
  const picture = waitPicture();
  picture.tree.children[0]!.name = hostile;
  picture.typical!.lines[0]!.functionName = hostile;
  const profile = profileWith(requestTimes({ picture }));
  const options = { assetsFolder: pageAssets, baseFolder: '/app', sourceOf: () => null };
  await using opened = await openPage(browser, renderHtmlPage(profile, reportOf(profile), options));
  const { page } = opened;
  await settled(page);
  await page.getByRole('radio', { name: 'Waits' }).check({ force: true });
  await page.locator('.waits-view g.frame').first().waitFor();
  assert.ok((await page.locator('.timeline-label').first().innerText()).includes(hostile));
  assert.equal(await page.locator('img').count(), 0);
  await page.locator('.timeline-bar').nth(1).click();
  assert.match(await page.locator('#place').innerText(), /main\.js:31/);
  assertNoTroubles(opened);
});
