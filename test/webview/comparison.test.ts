import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import type { ComparisonCache } from '../../src/server/compare/comparisonCache.ts';
import { launchBrowser } from '../support/browser.ts';
import { comparedShop } from '../support/comparedRuns.ts';
import { takePicture } from '../support/picture.ts';
import { requestTimes, wait, waitingLine } from '../support/requestTimes.ts';
import { inComparisonHost, type ComparisonHost } from './comparisonHost.ts';

/** The page of a comparison, with the server's own answers on the other side of messages. */

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

const shop = comparedShop();

type Options = Parameters<typeof inComparisonHost>[3];

async function inPage(
  act: (host: ComparisonHost) => Promise<void>,
  { held = shop, ...options }: Options & { held?: ComparisonCache } = {},
): Promise<void> {
  await inComparisonHost(
    browser,
    held,
    async (host) => {
      await host.answerAll();
      await host.drawn();
      await act(host);
    },
    options,
  );
}

const rowsOf = (host: ComparisonHost, name: 'Functions' | 'Lines' | 'Waits' | 'Routes') =>
  host.page.locator(`.changes[aria-label^="${name}"] tbody tr`);

test('says the verdict with an icon, and the figures with their intervals', async () => {
  await inPage(async ({ page }) => {
    const heading = page.getByRole('heading', { level: 1 });
    assert.match(await heading.innerText(), /^Faster: \d+–\d+ % less CPU time per request\.$/);
    assert.equal(await heading.locator('svg').count(), 1);
    assert.equal(await page.locator('[data-verdict="faster"]').count(), 1);
    const cells = await page.locator('.metrics tbody tr').first().locator('th, td').allInnerTexts();
    assert.match(
      cells.join(' | '),
      /^CPU per request \| 43\d µs \| 3[78]\d µs \| −1\d % better \| −/,
    );
    await page.getByText('6 runs before and 6 now, 6 pairs of neighbours in time.').waitFor();
    const plot = await page.getByRole('img', { name: /^CPU per request, change/ }).ariaSnapshot();
    assert.match(plot, /6 pairs from −[\d.]+ % to −[\d.]+ %, the interval is −/);
  });
});

test('frames are as wide as now, or as before, and red or blue by what they cost more or less', async () => {
  await inPage(async (host) => {
    const tone = (name: string) => host.frame(name).getAttribute('data-tone');
    const width = async (name: string) =>
      (await host.frame(name).locator('rect').boundingBox())!.width;
    assert.equal(await tone('priceWithTax'), 'less4');
    assert.equal(await tone('formatMoney'), 'more4');
    assert.equal(await tone('addTotals'), 'same');
    assert.ok((await width('formatMoney')) > (await width('priceWithTax')));
    assert.equal(await host.frame('legacyFormat').count(), 0);
    const labels = await host.labels();
    assert.ok(
      labels.some((label) => /^▼ priceWithTax −9\d\.\d µs$/.test(label)),
      labels.join('\n'),
    );
    assert.ok(labels.some((label) => /^addTotals (59|6\d)\.\d µs$/.test(label)));

    await host.page.getByRole('radio', { name: 'before' }).check();
    await host.frame('legacyFormat').waitFor();
    assert.equal(await host.frame('formatMoney').count(), 0);
    assert.ok((await width('priceWithTax')) > 3 * (await width('legacyFormat')));
    // By the keyboard, from anywhere.
    await host.page.keyboard.press('w');
    await host.frame('formatMoney').waitFor();
  });
});

test('what has no width here is listed, and leads to where it has one', async () => {
  await inPage(async (host) => {
    const strip = host.page.locator('.only-in');
    assert.match(await strip.innerText(), /^Only before:\s+legacyFormat \d+\.\d µs$/);
    await strip.getByRole('button', { name: 'legacyFormat' }).click();
    await host.page.locator('g.frame[data-current]').waitFor();
    assert.match(
      (await host.page.locator('g.frame[data-current]').getAttribute('aria-label'))!,
      /^legacyFormat, .*less, before .*, now 0 µs of a request, gone/,
    );
    assert.match(await strip.innerText(), /^Only now:\s+formatMoney/);
    const [reveal] = await host.said('reveal');
    assert.deepEqual(
      { ...reveal, column: 0 },
      {
        ...{ type: 'reveal', side: 'base', file: '/app/main.js', line: 10, column: 0 },
        takeFocus: false,
      },
    );
  });
});

test('lists functions and lines by what they cost more or less, and each row opens its code', async () => {
  await inPage(async (host) => {
    const functions = await rowsOf(host, 'Functions').allInnerTexts();
    assert.match(functions[0]!, /▼ −9\d\.\d µs\s+−6\d %.*priceWithTax\s+main\.js:/s);
    assert.match(functions[1]!, /▲ \+\d\d\.\d µs.*formatMoney\s*new/s);
    assert.match(functions[2]!, /▼ −\d\d\.\d µs.*legacyFormat\s*gone/s);
    assert.equal(functions.length, 3, functions.join('\n'));
    const lines = await rowsOf(host, 'Lines').allInnerTexts();
    assert.ok(
      lines.some((line) => line.includes('const parts = String(order.total);')),
      lines.join('\n'),
    );

    await rowsOf(host, 'Functions').nth(1).getByRole('button').click();
    assert.equal((await host.said('reveal'))[0]?.takeFocus, false);
    assert.equal(await host.frame('formatMoney').getAttribute('data-lit'), '');
    // By the keyboard: down to the next row, Enter opens it.
    await host.page.keyboard.press('ArrowDown');
    await host.page.keyboard.press('Enter');
    await host.page.locator('tr[data-lit]', { hasText: 'legacyFormat' }).waitFor();
    await rowsOf(host, 'Functions').nth(1).dblclick();
    assert.equal((await host.said('reveal')).at(-1)?.takeFocus, true);
  });
});

test('lists where requests wait longer or shorter, and a row opens its line', async () => {
  const held = comparedShop(6, (report, side, profile) => {
    const line = waitingLine(
      '/app/main.js',
      2,
      wait('postgres db:5432 SELECT', { base: 20, head: 12 }[side]),
    );
    profile.requests = requestTimes({ lines: [line] });
    report.requests = profile.requests;
  });
  await inPage(
    async (host) => {
      const row = rowsOf(host, 'Waits').first();
      const cells = (await row.locator('td').allInnerTexts()).map((text) => text.trim());
      assert.match(
        cells.join(' | '),
        /^▼ −8\.00 ms −40 % \| .* \| 20\.0 ms \| 12\.0 ms \| postgres db/,
      );
      await row.click();
      const [reveal] = await host.said('reveal');
      assert.deepEqual([reveal?.side, reveal?.file, reveal?.line], ['head', '/app/main.js', 2]);
    },
    { held },
  );
  await inPage(async (host) => {
    assert.equal(await host.page.locator('.changes[aria-label^="Waits"]').isVisible(), false);
  });
});

test('says which route has changed, in the verdict too, and has no link where there is no place', async () => {
  const held = comparedShop(6, (report, side) => {
    const route = { requests: 100, meanMs: 30, cpuShare: 0.5, lines: [], sampled: 900 };
    const parts = { cpu: 2, gc: 0, queue: 0, outside: 1 };
    report.routes = [
      {
        ...{ ...route, route: 'GET /orders/:id', cpuMicrosPerRequest: 2000 },
        parts: { ...parts, wait: { base: 20, head: 12 }[side] },
      },
      {
        ...{ ...route, route: 'GET /users', cpuMicrosPerRequest: 1000 },
        parts: { ...parts, wait: 5 },
      },
    ];
  });
  await inPage(
    async (host) => {
      const heading = await host.page.getByRole('heading', { level: 1 }).innerText();
      assert.match(heading, /Of the routes, GET \/orders\/:id waits .* less\.$/);
      const rows = rowsOf(host, 'Routes');
      assert.equal(await rows.count(), 1);
      assert.match(await rows.innerText(), /▼ −8\.00 ms.*GET \/orders\/:id\s+wait$/s);
      assert.equal(await rows.getByRole('button').count(), 0);
      await takePicture(host.page, 'comparison routes', true);
    },
    { held },
  );
  await inPage(async (host) => {
    assert.equal(await host.page.locator('.changes[aria-label^="Routes"]').isVisible(), false);
  });
});

test('all changes are shown when asked for, as what they are: perhaps noise', async () => {
  await inPage(async (host) => {
    await host.page
      .getByRole('button', { name: /^Show all \d+$/ })
      .first()
      .click();
    const renamed = rowsOf(host, 'Functions').filter({ hasText: 'renamed from sumTotals' });
    assert.match(await renamed.innerText(), /[△▽]/);
    assert.equal(await host.page.getByRole('radio', { name: 'All changes' }).isChecked(), true);
    assert.equal(await host.frame('addTotals').getAttribute('data-marker'), '');
    await host.page.locator('.legend').getByText('△▽ may be noise').waitFor();
    await host.page.getByRole('button', { name: 'Only those beyond the noise' }).first().click();
    await renamed.waitFor({ state: 'detached' });
  });
});

test('the tooltip has before, now, the change and its interval', async () => {
  await inPage(async (host) => {
    await host.frame('priceWithTax').hover();
    const tip = host.page.getByRole('tooltip');
    await tip.waitFor();
    const text = await tip.innerText();
    assert.match(text, /priceWithTax\s+main\.js:7/);
    assert.match(text, /its text was changed/);
    assert.match(text, /1[45]\d µs → 5\d\.\d µs a request/);
    assert.match(text, /−9\d\.\d µs, −6\d %/);
    assert.match(
      text,
      /▼ With callees between −\d+(\.\d)? µs and −\d+(\.\d)? µs, beyond the noise\./,
    );
  });
});

test('a name that wants to be HTML is text', async () => {
  await inPage(async (host) => {
    await host.page.getByRole('radio', { name: 'All changes' }).check();
    await rowsOf(host, 'Functions').filter({ hasText: `<b>"evil'` }).waitFor();
    assert.ok((await host.labels()).some((label) => label.includes(`<b>"evil`)));
    assert.equal(await host.page.locator('b').count(), 0);
  });
});

test('zooms, comes back, and finds what is searched for', async () => {
  await inPage(async (host) => {
    await host.frame('listOrders').click();
    await host.page.getByRole('button', { name: 'Reset zoom' }).waitFor();
    await host.page.keyboard.press('Escape');
    await host.page.getByText('Click a frame to zoom in').waitFor();
    await host.page.keyboard.press('/');
    await host.page.keyboard.type('money');
    const words = host.page.locator('.search output');
    await words.filter({ hasText: 'in 1 function' }).waitFor();
    assert.match(await words.innerText(), /^0 µs → 7\d\.\d µs in 1 function$/);
    assert.equal(await host.frame('formatMoney').getAttribute('data-match'), '');
  });
});

test('other areas have their own frames and changes', async () => {
  await inPage(async (host) => {
    await host.page.locator('.toggle[data-name="deps"]').click();
    await host.frame('render').waitFor();
    assert.deepEqual((await host.said('changes')).at(-1)?.visibility.areas, ['app', 'deps']);
    await host.page
      .getByRole('button', { name: /^Show all/ })
      .first()
      .click();
    await rowsOf(host, 'Functions').filter({ hasText: 'render' }).waitFor();
  });
});

test('one run each is no verdict, and nothing is coloured as if it were', async () => {
  await inPage(
    async (host) => {
      const sentence = await host.page.getByRole('heading', { level: 1 }).innerText();
      assert.match(sentence, /^Cannot tell: one run does not show/);
      await host.page
        .getByText('Which functions changed cannot be told from so few runs.')
        .waitFor();
      assert.equal(await host.page.locator('g.frame:not([data-tone="same"])').count(), 0);
      await host.page
        .getByRole('button', { name: /^Show all/ })
        .first()
        .click();
      assert.match(await rowsOf(host, 'Functions').first().innerText(), /▽ −.*not known/s);
    },
    { held: comparedShop(1) },
  );
});

test('what makes the runs not comparable stands below the verdict', async () => {
  const held = comparedShop(4, (report, side) => {
    if (side === 'head') report.target!.node = '24.1.0';
  });
  await inPage(
    async ({ page }) => {
      const warning = page.getByRole('list', { name: 'Warnings' });
      assert.match(await warning.innerText(), /Node\.js 22\.11\.0.*Node\.js 24\.1\.0/);
    },
    { held },
  );
});

test('runs without a sample, and nothing to compare, have their sentences', async () => {
  await inComparisonHost(browser, null, async (host) => {
    await host.answerAll();
    await host.page.getByText('Nothing is compared yet.').waitFor();
    assert.equal(await host.page.locator('.toolbar').isVisible(), false);
    await host.send({ type: 'failed', message: 'run.hotframe can’t be opened.' });
    await host.page.getByText('run.hotframe can’t be opened.').waitFor();
  });
  const idle = comparedShop(4, (report) => (report.load = null));
  await inComparisonHost(browser, idle, async (host) => {
    await host.answerAll();
    await host.page.getByText('Cannot tell: the runs of one side have no figures').waitFor();
    await host.page.getByText('The runs of now have no samples.').waitFor();
  });
});

test('the choices survive a reload, and so does what was compared', async () => {
  let stored: unknown;
  await inPage(async (host) => {
    await host.page.getByRole('radio', { name: 'before' }).check();
    await host.frame('listOrders').click();
    await host.page.getByRole('button', { name: 'Reset zoom' }).waitFor();
    stored = await host.page.evaluate(() => window.stored);
  });
  assert.equal((stored as { paths: { base: string[] } }).paths.base.length, 6);
  await inPage(
    async (host) => {
      assert.equal(await host.page.getByRole('radio', { name: 'before' }).isChecked(), true);
      await host.page.getByRole('button', { name: 'Reset zoom' }).waitFor();
      await host.frame('legacyFormat').waitFor();
    },
    { stored },
  );
});

for (const bodyClass of ['vscode-light', 'vscode-dark', 'vscode-high-contrast']) {
  test(`every text on a colour can be read in ${bodyClass}`, async () => {
    await inPage(
      async ({ page }) => {
        await page.locator('.legend-tone').first().waitFor();
        const contrasts = await page.locator('.legend-tone').evaluateAll((tones) =>
          tones.map((tone) => {
            const { color, backgroundColor } = getComputedStyle(tone);
            const [text, back] = [color, backgroundColor].map((each) => {
              const parts = each.match(/\d+(\.\d+)?/g)!.slice(0, 3);
              const [r, g, b] = parts.map((part) => {
                const value = Number(part) / 255;
                return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
              });
              return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
            });
            const [light, dark] = [Math.max(text!, back!), Math.min(text!, back!)];
            return (light + 0.05) / (dark + 0.05);
          }),
        );
        assert.equal(contrasts.length, 9);
        assert.ok(
          Math.min(...contrasts) >= 4.5,
          contrasts.map((each) => each.toFixed(2)).join(' '),
        );
      },
      { bodyClass },
    );
  });
}

test('fits a narrow panel without scrolling sideways', async () => {
  await inPage(
    async ({ page }) => {
      const [scrollWidth, clientWidth] = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        return [scrollWidth, clientWidth] as const;
      });
      assert.ok(scrollWidth <= clientWidth, `${scrollWidth} in ${clientWidth}`);
    },
    { viewport: { width: 520, height: 900 } },
  );
});
