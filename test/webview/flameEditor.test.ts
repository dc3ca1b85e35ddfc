import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { FlameModel } from '../../src/analysis/flame/flameModel.ts';
import { launchBrowser } from '../support/browser.ts';
import { drawnFrames, settled } from '../support/openPage.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';
import { shopRun } from '../support/shopRun.ts';
import { inViewHost, type ViewHost } from './viewHost.ts';

/** The view beside an editor: stepping, copying, saving, the cursor, and what survives a reload. */

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

const shop = shopRun();
const owner = new FlameModel(shop.profile, shop.report, '/app');

async function inView(
  act: (host: ViewHost) => Promise<void>,
  options: { stored?: unknown; of?: FlameModel; bodyClass?: string; style?: string } = {},
): Promise<void> {
  const { stored, of = owner, ...host } = options;
  await inViewHost(browser, of, act, stored, host);
}

/** A clipboard whose writing is the statement. */
const clipboardOf = (statement: string) =>
  `Object.defineProperty(navigator, 'clipboard', {
    value: { writeText: async (text) => { ${statement}; } },
  })`;

const said = (host: ViewHost) => host.page.locator('.stepper .said');

test('n and p step through the hottest frames, say which, and show their lines', async () => {
  await inView(async (host) => {
    await host.answerAll();
    const steps: [key: string, words: string][] = [
      ['n', '1 of 12: priceWithTax, 24.4 % self'],
      ['n', '2 of 12: renderPage, 16.7 % self'],
      ['p', '1 of 12: priceWithTax, 24.4 % self'],
      ['p', '12 of 12: audit, 0.3 % self'],
      ['n', '1 of 12: priceWithTax, 24.4 % self'],
    ];
    for (const [key, words] of steps) {
      await host.page.keyboard.press(key);
      await said(host).getByText(words, { exact: true }).waitFor();
      await settled(host.page);
      const current = await host.page.locator('g.frame[data-current]').getAttribute('aria-label');
      assert.ok(current?.startsWith(words.split(/: |, /)[1]!), current ?? '');
      const width = (await host.page.locator('g.frame[data-current] rect').boundingBox())!.width;
      assert.ok(width >= 99, `${words} is ${width} px wide`);
    }
    const reveals = await host.said('reveal');
    assert.equal(reveals.length, steps.length);
    assert.ok(reveals.every(({ takeFocus }) => !takeFocus));
    await host.page.getByRole('button', { name: 'Next hottest frame' }).click();
    await said(host).getByText('2 of 12').waitFor();
    await host.page.keyboard.press('Escape');
    assert.equal(await said(host).textContent(), '');
  });
});

test('the stepper finds frames that were too many to draw', async () => {
  const below = Array.from({ length: 260 }, (_, i) => `walk:${i + 1}`);
  const profile = profileFromStacks([
    [1, 'main:1', 'light:2'],
    [4, 'main:1', ...below, 'deep:9'],
  ]);
  await inView(
    async (host) => {
      await host.answerAll();
      assert.ok(!(await drawnFrames(host.page)).some((row) => row.includes('deep')));
      await host.page.keyboard.press('n');
      await said(host).getByText('1 of 2: deep, 80.0 % self').waitFor();
      await host.page.locator('g.frame[data-current]', { hasText: 'deep' }).waitFor();
      const box = (await host.page.locator('g.frame[data-current]').boundingBox())!;
      assert.ok(box.y > 0 && box.y < host.page.viewportSize()!.height, `at ${box.y}`);
    },
    { of: new FlameModel(profile, reportOf(profile), '/app') },
  );
});

test('the stack is copied as text, outermost first, in both directions', async () => {
  await inView(async (host) => {
    const { page } = host;
    await page.evaluate(clipboardOf('window.copied = text'));
    await host.answerAll();
    await host.frame('priceWithTax').click();
    await settled(page);
    await page.getByRole('button', { name: 'Copy stack' }).click();
    await page.locator('.selected').getByText('Copied').waitFor();
    const stack = 'listOrders (src/routes/orders.js:14)\npriceWithTax (src/pricing/tax.js:22)';
    assert.equal(await page.evaluate('window.copied'), stack);
    await page.getByRole('radio', { name: 'Callers' }).check();
    await drawnFrames(page);
    await page.locator('g.frame[aria-level="3"][aria-label^="listOrders,"]').first().focus();
    await page.keyboard.press('c');
    await page.locator('.selected').getByText('Copied').waitFor();
    assert.equal(await page.evaluate('window.copied'), stack);
  });
});

test('a stack that the clipboard refuses is text to copy by hand', async () => {
  await inView(async (host) => {
    await host.page.evaluate(clipboardOf("throw new Error('refused')"));
    await host.answerAll();
    await host.frame('listOrders').click();
    await settled(host.page);
    await host.page.keyboard.press('c');
    const stack = host.page.getByRole('textbox', { name: 'Stack' });
    assert.equal(await stack.inputValue(), 'listOrders (src/routes/orders.js:14)');
    const chosen = await host.page.evaluate(() => getSelection()?.toString());
    assert.equal(chosen, 'listOrders (src/routes/orders.js:14)');
  });
});

test('asks why a frame is not optimized, or for its tiers, by a button and by a key', async () => {
  await inView(async (host) => {
    const { page } = host;
    await host.answerAll();
    const { functions } = owner.report;
    const marked = functions.find(({ marker }) => marker !== null)!;
    await host.frame(marked.name).focus();
    await page.getByRole('button', { name: 'Why is it not optimized?' }).click();
    await host.frame('listOrders').focus();
    await page.getByRole('button', { name: 'Tiers over time' }).waitFor();
    await page.keyboard.press('y');
    const names = (await host.said('why')).map(
      ({ functionId }) => owner.profile.functions[functionId]?.name,
    );
    assert.deepEqual(names, [marked.name, 'listOrders']);
    // The whole is no function, and a saved page has no editor to show it in.
    await host.frame('all on-CPU samples').focus();
    await page.keyboard.press('y');
    await host.send({ ...host.profile(), isSavedPage: true });
    await drawnFrames(page);
    await host.frame('listOrders').focus();
    await page.getByRole('button', { name: 'Copy stack' }).waitFor();
    await page.keyboard.press('y');
    assert.equal(await page.getByRole('button', { name: 'Tiers over time' }).count(), 0);
    assert.equal((await host.said('why')).length, 2);
  });
});

test('the picture is saved as SVG of its own, and the page by its owner', async () => {
  const profile = profileFromStacks([[3, 'main:1', 'evil:2']]);
  const evil = profile.functions.find(({ name }) => name === 'evil')!;
  evil.name = '</text><script>alert(1)</script>\u0000&"';
  await inView(
    async (host) => {
      await host.answerAll();
      await host.page.getByRole('button', { name: 'Save SVG' }).click();
      await host.page.getByRole('button', { name: 'Save HTML' }).click();
      await host.page.getByRole('button', { name: 'Save Other…' }).click();
      const [svg, html, other] = await host.said('save');
      assert.deepEqual(html, { type: 'save', kind: 'html' });
      assert.deepEqual(other, { type: 'save', kind: 'other' });
      assert.ok(svg?.kind === 'svg');
      const read = await host.page.evaluate((text) => {
        const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
        const all = [...root.querySelectorAll('*')];
        return {
          root: root.tagName,
          tags: [...new Set(all.map(({ tagName }) => tagName))].sort(),
          labels: all.filter(({ tagName }) => tagName === 'text').map((node) => node.textContent),
          fills: all.map((node) => node.getAttribute('fill') ?? ''),
        };
      }, svg.text);
      assert.equal(read.root, 'svg');
      assert.deepEqual(read.tags, ['g', 'rect', 'text', 'title']);
      assert.equal(read.labels[2], '</text><script>alert(1)</script>\uFFFD&" 100 %');
      assert.ok(read.fills.every((fill) => fill === '' || fill.startsWith('rgb(')));
    },
    { of: new FlameModel(profile, reportOf(profile), '/app') },
  );
});

test("the functions under the editor's cursor stand out, and nothing else changes", async () => {
  await inView(async (host) => {
    await host.answerAll();
    const { page } = host;
    await page.getByRole('searchbox').focus();
    const before = await drawnFrames(page);
    const id = shop.profile.functions.findIndex(({ name }) => name === 'sumTotals');
    const marked = page.locator('g.frame[data-at-cursor]');
    await host.send({ type: 'highlight', functionIds: [id] });
    await marked.first().waitFor();
    assert.match((await marked.allTextContents()).join(), /^sumTotals [\d.]+ %$/);
    // The table is drawn after the picture.
    const rows = page.locator('tbody tr[data-at-cursor]');
    await rows.nth(1).waitFor();
    assert.equal(await rows.count(), 2);
    assert.deepEqual(await drawnFrames(page), before);
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'INPUT');
    await page.getByRole('radio', { name: 'Tier' }).check();
    assert.equal(await marked.count(), 1);
    await host.send({ type: 'highlight', functionIds: [] });
    await marked.first().waitFor({ state: 'detached' });
  });
});

test('zoom, search and order survive a reload; another profile resets the zoom only', async () => {
  let stored: unknown;
  let zoomed: string[] = [];
  await inView(async (host) => {
    await host.answerAll();
    await host.frame('searchProducts').click();
    await settled(host.page);
    await host.frame('matches').click();
    zoomed = await drawnFrames(host.page);
    await host.page.locator('th').getByRole('button', { name: 'Total' }).click();
    await host.page.getByRole('searchbox').fill('distance');
    await host.page.locator('output.matches', { hasText: ' in ' }).waitFor();
    stored = await host.page.evaluate(() => window.stored);
  });
  assert.ok(zoomed.length > 0 && !zoomed.some((row) => row.includes('priceWithTax')));
  const restored = async (host: ViewHost) => {
    await host.answerAll();
    assert.equal(await host.page.getByRole('searchbox').inputValue(), 'distance');
    await host.page.locator('output.matches', { hasText: '13.6 % in 1 function' }).waitFor();
    assert.equal(await host.page.locator('th.total').getAttribute('aria-sort'), 'descending');
    return drawnFrames(host.page);
  };
  await inView(async (host) => assert.deepEqual(await restored(host), zoomed), { stored });
  const another = reportOf(shop.profile);
  another.target!.pid = 1234;
  await inView(
    async (host) => {
      assert.ok((await restored(host)).some((row) => row.includes('priceWithTax')));
    },
    { stored, of: new FlameModel(shop.profile, another, '/app') },
  );
});

test('a zoom survives that the view gets another width while it is restored', async () => {
  await inView(async (host) => {
    const { page } = host;
    await host.show();
    await host.frame('searchProducts').click();
    await host.answer(await host.query());
    await settled(page);
    // The same profile again, as after the language server was started anew.
    await host.send(host.profile());
    const queries = () => page.evaluate(() => window.posted.length);
    await page.waitForFunction(() => window.posted.some(({ type }) => type === 'query'));
    const before = await queries();
    await page.setViewportSize({ width: 700, height: 700 });
    await page.waitForFunction((count) => window.posted.length > count, before);
    await host.answerAll();
    await host.frame('matches').waitFor();
    await settled(page);
    assert.ok(!(await drawnFrames(page)).some((row) => row.includes('priceWithTax')));
  });
});

test('a click leaves the keyboard in the view, and a double click means what the first one hit', async () => {
  await inView(async (host) => {
    await host.answerAll();
    const { page } = host;
    const inGraph = () => page.evaluate(() => !!document.activeElement?.closest('.graph'));
    await host.frame('distance').dblclick();
    await settled(page);
    assert.equal(await inGraph(), true);
    const reveals = await host.said('reveal');
    assert.deepEqual(
      reveals.map(({ takeFocus }) => takeFocus),
      [false, true],
    );
    assert.deepEqual({ ...reveals[0], takeFocus: true }, reveals[1]);
    await page.locator('.crumbs').getByRole('button', { name: 'searchProducts' }).click();
    await settled(page);
    assert.equal(await inGraph(), true);
    await host.frame('rank').focus();
    for (const key of ['Alt+Enter', 'Meta+Enter']) {
      await page.keyboard.press(key);
      assert.equal((await host.said('reveal')).at(-1)?.takeFocus, true, key);
    }
    await host.frame('rank').click({ modifiers: ['Meta'] });
    assert.equal((await host.said('reveal')).at(-1)?.takeFocus, true);
  });
});

test('the load is a plot with its range in words, in the colours of the theme', async () => {
  await inView(async (host) => {
    const { page } = host;
    await host.answerAll();
    const plot = page.getByRole('img', { name: /^Requests per second over 3 seconds: / });
    await plot.locator('canvas').waitFor();
    const speech = await plot.getAttribute('aria-label');
    assert.match(speech!.replace(/\s/g, ' '), /: 4.?190 to 4.?280, mean 4.?232$/);
    const latency = page.getByRole('img', { name: /^Latency over 3 seconds: / });
    assert.equal(
      await latency.getAttribute('aria-label'),
      'Latency over 3 seconds: median 2.10 ms to 2.20 ms, p99 5.10 ms to 8.40 ms',
    );
    const inked = () =>
      page.evaluate(() => {
        const plotted = document.querySelector<HTMLCanvasElement>('.plot canvas')!;
        const { width, height } = plotted;
        const copy = Object.assign(document.createElement('canvas'), { width, height });
        const context = copy.getContext('2d', { willReadFrequently: true })!;
        context.drawImage(plotted, 0, 0);
        const { data } = context.getImageData(0, 0, width, height);
        let [red, blue] = [0, 0];
        for (let i = 0; i < data.length; i += 4) {
          if (data[i + 3]! < 200) continue;
          if (data[i]! > 220 && data[i + 2]! < 40) red += 1;
          if (data[i + 2]! > 220 && data[i]! < 140) blue += 1;
        }
        return red > 50 ? 'red' : blue > 50 ? 'blue' : 'none';
      });
    assert.equal(await inked(), 'blue');
    await page.evaluate(() => {
      document.documentElement.style.setProperty('--vscode-charts-blue', 'rgb(255, 0, 0)');
    });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(0))));
    assert.equal(await inked(), 'red');
    await page.setViewportSize({ width: 700, height: 800 });
    const box = (await plot.boundingBox())!;
    assert.ok(box.width >= 200 && box.x + box.width <= 700, JSON.stringify(box));
  });
});

test('the plots share their seconds: a pointer on one tells the figures of both', async () => {
  await inView(async (host) => {
    const { page } = host;
    await host.answerAll();
    const plots = page.locator('.plot');
    await plots.nth(1).locator('.u-over').hover();
    const captions = page.locator('.plot figcaption');
    await captions.first().getByText('second 2').waitFor();
    const [rate, latency] = await captions.allInnerTexts();
    assert.match(rate!.replace(/\s/g, ' '), /^Requests per second 4 280 second 2$/);
    assert.match(latency!.replace(/\s/g, ' '), /^Latency median 2.10 ms p99 5.10 ms second 2$/);
    await page.locator('h1').hover();
    await captions.last().getByText('2.10 ms to 2.20 ms').waitFor();
  });
});

test('a second without an answer is a gap in the latencies, and said', async () => {
  const report = shopRun().report;
  report.load!.reqPerS.samples = [10, 0, 12];
  report.load!.latencyMs.samples = [
    { p50: 1, p99: 2 },
    { p50: null, p99: null },
    { p50: 1, p99: 3 },
  ];
  await inView(
    async (host) => {
      const { page } = host;
      await host.answerAll();
      await page
        .getByRole('img', { name: /: median 1\.00 ms, p99 2\.00 ms to 3\.00 ms$/ })
        .waitFor();
      await page.locator('.plot .u-over').first().hover();
      await page.locator('.plot').last().getByText('no answer').first().waitFor();
    },
    { of: new FlameModel(shop.profile, report, '/app') },
  );
});

test('a run that was saved before there were latencies of each second still opens', async () => {
  const { report } = shopRun();
  delete report.load!.latencyMs.samples;
  await inView(
    async (host) => {
      const { page } = host;
      await host.answerAll();
      await page.locator('.plot canvas').first().waitFor();
      assert.equal(await page.locator('.plot').count(), 1);
      assert.match(await page.locator('.run-details').innerText(), /6\.05 ms/);
    },
    { of: new FlameModel(shop.profile, report, '/app') },
  );
});

test('the run details stay closed once they were closed', async () => {
  let stored: unknown;
  await inView(async (host) => {
    const { page } = host;
    await host.answerAll();
    await page.locator('.plot canvas').first().waitFor();
    await page.getByText('Run details').click();
    await page.waitForFunction(
      () => (window.stored as { isDetailsOpen?: boolean }).isDetailsOpen === false,
    );
    stored = await page.evaluate(() => window.stored);
  });
  await inView(
    async (host) => {
      const { page } = host;
      await host.answerAll();
      assert.equal(await page.locator('.plot').first().isVisible(), false);
      await page.getByText('Run details').click();
      await page.locator('.plot canvas').first().waitFor();
    },
    { stored },
  );
});

for (const bodyClass of [
  'vscode-light',
  'vscode-dark',
  'vscode-high-contrast',
  'vscode-high-contrast-light vscode-high-contrast',
]) {
  test(`marks differ from plain frames in ${bodyClass}`, async () => {
    const style = ':root { --vscode-contrastBorder: #6fc3df; --vscode-focusBorder: #f38518; }';
    await inView(
      async (host) => {
        await host.answerAll();
        const id = shop.profile.functions.findIndex(({ name }) => name === 'renderPage');
        await host.send({ type: 'highlight', functionIds: [id] });
        await host.page.locator('g.frame[data-at-cursor]').first().waitFor();
        await host.page.keyboard.press('n');
        await host.page.locator('g.frame[data-current]').first().waitFor();
        const stroke = (name: string) =>
          host
            .frame(name)
            .locator('rect')
            .evaluate((rect) => getComputedStyle(rect).stroke);
        const strokes = await Promise.all(['matches', 'renderPage', 'priceWithTax'].map(stroke));
        assert.equal(new Set(strokes).size, 3, strokes.join(' '));
        const isLight = bodyClass.includes('light');
        const text = await host.page.evaluate(() => getComputedStyle(document.body).color);
        assert.equal(Number(/\d+/.exec(text)![0]) < 128, isLight, text);
      },
      { bodyClass, style },
    );
  });
}
