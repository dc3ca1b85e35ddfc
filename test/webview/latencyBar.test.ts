import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { FlameModel } from '../../src/analysis/flame/flameModel.ts';
import { renderHtmlPage } from '../../src/engine/profile/htmlPage.ts';
import type { RequestTimes } from '../../src/shared/requestTimes.ts';
import { launchBrowser } from '../support/browser.ts';
import { assertNoTroubles, openPage, pageAssets, settled } from '../support/openPage.ts';
import { requestTimes, wait, waitingLine } from '../support/requestTimes.ts';
import { reportOf } from '../support/sampleRun.ts';
import { shopRun } from '../support/shopRun.ts';
import { profileFromText } from '../support/textProfile.ts';
import { inViewHost, type HostOptions, type ViewHost } from './viewHost.ts';

/** Where the time of a request goes, above the flamegraph and in the hot lines. */

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

function ownerOf(requests: RequestTimes | null): FlameModel {
  const profile = profileFromText(`
    main:1    main:1    main:1
    route:9   route:9   admin:20
    parse:30  parse:30
  `);
  const learned = requests ? { ...profile, requests } : profile;
  return new FlameModel(learned, reportOf(learned), '/app');
}

const inHost = (
  requests: RequestTimes | null,
  act: (host: ViewHost) => Promise<void>,
  options?: HostOptions,
) => inViewHost(browser, ownerOf(requests), act, null, options);

const latency = '.latency';
const header = (host: ViewHost) => host.page.locator('th').allInnerTexts();

test('the head says where the time of a request goes, and has its parts as text and as a bar', async () => {
  await inHost(requestTimes(), async (host) => {
    await host.show();
    const { page } = host;
    assert.equal(
      await page.locator(`${latency} p`).innerText(),
      'A request takes 24 ms: 20 ms wait at main.js:31 (postgres), 2 ms queue, 1.6 ms CPU.',
    );
    assert.deepEqual(await page.locator(`${latency} li`).allInnerTexts(), [
      'wait 20 ms',
      'CPU 1.6 ms',
      'garbage collection 0.01 ms',
      'queue 2 ms',
      'outside of the server 0 ms',
    ]);
    const pieces = await page.locator(`${latency}-bar span`).evaluateAll((spans) => {
      const whole = spans[0]!.parentElement!.getBoundingClientRect().width;
      return spans.map((span) => ({
        share: span.getBoundingClientRect().width / whole,
        part: span.getAttribute('data-part'),
        title: span.getAttribute('title'),
        background: getComputedStyle(span).background,
      }));
    });
    assert.deepEqual(
      pieces.map(({ part }) => part),
      ['wait', 'cpu', 'gc', 'queue'],
      'without what takes no time',
    );
    assert.ok(Math.abs(pieces[0]!.share - 20.39 / 24) < 0.01);
    assert.equal(
      pieces[0]!.title,
      'wait 20 ms, 85.0 %: It waited for something outside of JavaScript',
    );
    const looks = new Set(pieces.map(({ background }) => background));
    assert.equal(looks.size, pieces.length, 'each piece has a look of its own');
  });
});

test('the head says how far the figures can be trusted', async () => {
  await inHost(requestTimes({ sampled: 12 }), async (host) => {
    await host.show();
    const words = await host.page.locator(`${latency} p`).innerText();
    assert.match(words, /CPU\. Only 12 requests were followed, so these figures are rough\.$/);
  });
});

test('without followed requests, neither the bar nor the column of waits is there', async () => {
  await inHost(null, async (host) => {
    await host.show();
    await host.page.locator('tbody tr').first().waitFor();
    assert.equal(await host.page.locator(latency).count(), 0);
    assert.ok(!(await header(host)).includes('Waits'));
  });
});

test('another run without followed requests takes the bar away', async () => {
  await inHost(requestTimes(), async (host) => {
    await host.show();
    assert.equal(await host.page.locator(latency).count(), 1);
    const { requests: _, ...report } = host.profile().report;
    await host.send({ ...host.profile(), report, requestSentences: [] });
    await host.answer(await host.query());
    await host.page.locator(latency).waitFor({ state: 'detached' });
  });
});

test('the hot lines have a column of waits, with what they wait for, that sorts them', async () => {
  const files = Array.from({ length: 8 }, (_, at) => wait(`fs read${at}`, 0.1, { kind: 'fs' }));
  const lines = [
    ...requestTimes().lines,
    waitingLine('/app/main.js', 20, ...files),
    waitingLine('/app/main.js', 50, wait('redis SET', 0.05)),
  ];
  await inHost(requestTimes({ lines }), async (host) => {
    await host.show();
    const { page } = host;
    const rows = page.locator('tbody tr');
    await rows.first().waitFor();
    await page.locator('th').getByRole('button', { name: 'Waits' }).click();
    assert.equal(await page.locator('th.waits').getAttribute('aria-sort'), 'descending');
    const shown = await rows.evaluateAll((all) =>
      all.map((row) =>
        ['.place', '.self', '.waits'].map((cell) => row.querySelector(cell)!.textContent),
      ),
    );
    assert.deepEqual(shown.slice(0, 4), [
      ['main.js:31', '0 %', '20 ms'],
      ['main.js:20', '33.3 %', '0.8 ms'],
      ['main.js:9', '0 %', '0.39 ms'],
      ['main.js:30', '66.7 %', ''],
    ]);
    assert.ok(!shown.some(([place]) => place === 'main.js:50'), 'too little to be shown');
    const title = (at: number) => rows.nth(at).locator('td.waits').getAttribute('title');
    assert.equal(
      await title(0),
      `83.3 % of the 24 ms that a request takes
20 ms · postgres 127.0.0.1:5432 SELECT … FROM orders · ×8 · p50 2.4 ms · p99 9.1 ms`,
    );
    assert.match((await title(1))!, /fs read5 · p50[^\n]*\nand 2 more$/);
    assert.equal(await title(3), null);
  });
});

for (const width of [280, 480, 760, 1_200]) {
  test(`nothing of the bar is cut at ${width} px`, async () => {
    const file = `/app/${'aVeryLongNameWithoutABreak'.repeat(3)}.js`;
    const lines = [waitingLine(file, 31, wait('postgres db:5432 SELECT', 20))];
    await inHost(
      requestTimes({ lines, sampled: 3 }),
      async (host) => {
        await host.show();
        const cut = await host.page.locator(`${latency}, ${latency} *`).evaluateAll((all) =>
          all
            .filter((each) => {
              const { left, right } = each.getBoundingClientRect();
              return left < 0 || right > innerWidth || each.scrollWidth > each.clientWidth + 1;
            })
            // An inline box has no width of its own.
            .filter((each) => getComputedStyle(each).display !== 'inline')
            .map((each) => `${each.tagName} ${each.className} ${each.textContent}`),
        );
        assert.deepEqual(cut, []);
        const bar = await host.page.locator(`${latency}-bar`).boundingBox();
        assert.ok(bar!.width >= 150);
      },
      { viewport: { width, height: 700 } },
    );
  });
}

const heights: [width: number, height: number, atMost: number][] = [
  [450, 800, 0.5],
  [700, 850, 0.4],
  [1400, 900, 0.25],
];
for (const [width, height, atMost] of heights) {
  test(`a saved page of ${width} × ${height} has it above the graph, with hostile names as text`, async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const { profile } = shopRun();
    profile.requests = requestTimes({
      parts: { cpu: 3.6, gc: 0.9, queue: 4, wait: 14, outside: 1.5 },
      lines: [waitingLine(`/app/${hostile}.js`, 3, wait(hostile, 14))],
    });
    const options = { assetsFolder: pageAssets, baseFolder: '/app', sourceOf: () => null };
    const html = renderHtmlPage(profile, reportOf(profile), options);
    await using opened = await openPage(browser, html, { viewport: { width, height } });
    const { page } = opened;
    await settled(page);
    const bottom = (box: { y: number; height: number } | null) => box!.y + box!.height;
    const above = bottom(await page.locator(latency).boundingBox());
    const graph = (await page.locator('.graph g.frame').first().boundingBox())!.y;
    assert.ok(above < graph);
    assert.ok(graph < height * atMost, `the graph begins at ${graph} px of ${height}`);
    assert.ok((await page.locator(`${latency} p`).innerText()).includes(`${hostile}.js:3`));
    const title = await page.locator('td.waits[title]').first().getAttribute('title');
    assert.ok(title!.includes(`14 ms · ${hostile}`));
    assert.equal(await page.locator('img').count(), 0);
    assertNoTroubles(opened);
  });
}
