import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { functionRef } from '../../src/shared/whyWire.ts';
import { launchBrowser } from '../support/browser.ts';
import { takePicture } from '../support/picture.ts';
import type { HostOptions } from './viewHost.ts';
import { inWhyHost, loopStory, shownRun, whyIn, type WhyHost } from './whyHost.ts';

/** The page of the panel "Why", with what the server says of a made-up run. */

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

const shown = shownRun();

async function inPage(
  act: (host: WhyHost) => Promise<void>,
  { name = 'price', ...options }: HostOptions & { name?: string } = {},
): Promise<void> {
  await inWhyHost(
    browser,
    async (host) => {
      await host.show(whyIn(shown, name));
      await host.page.getByRole('heading', { level: 1 }).getByText(name).waitFor();
      await host.said();
      await act(host);
    },
    options,
  );
}

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('says the price first, then the answer, and leads to the function', async () => {
  await inPage(async (host) => {
    const { page } = host;
    const head = await page.locator('.why-head').innerText();
    assert.match(head, /^price\s+prices\.js:3\s/);
    const price = head.indexOf('60.0 %');
    assert.ok(price > 0 && price < head.indexOf('V8 optimized it again and again'), head);
    // The value stands before its name.
    const [name, value] = await Promise.all(
      ['dt', 'dd'].map((each) => page.locator(`.why-prices ${each}`).first().boundingBox()),
    );
    assert.ok(value!.x < name!.x);
    await page.getByRole('button', { name: 'prices.js:3' }).click();
    assert.deepEqual(await host.said(), [
      { type: 'reveal', file: '/app/prices.js', line: 3, column: 17 },
    ]);
    assert.deepEqual(await host.stored(), { of: functionRef(whyIn(shown, 'price').report) });
    await takePicture(page, 'why page dark', true);
  });
});

test('draws the tiers over time, with marks, and the warm-up left of the window', async () => {
  await inPage(async ({ page }) => {
    const strip = part(page, 'Tiers over time').getByRole('img');
    assert.match(
      (await strip.getAttribute('aria-label'))!,
      /^In the measured time of 6\.00 s a call entered sparkplug for 30\.0 % of it, turbofan for 70\.0 % of it; .*12 deoptimizations$/,
    );
    const code = strip.locator('.strip-code');
    const spans = await code
      .locator('.strip-span')
      .evaluateAll((all) => all.map((span) => span.getAttribute('data-tone')));
    assert.deepEqual(spans.slice(0, 5), [
      'ignition',
      'sparkplug',
      'turbofan',
      'sparkplug',
      'turbofan',
    ]);
    assert.equal(await code.locator('.strip-mark').count(), 12);
    assert.equal(
      await code.locator('.strip-mark').first().getAttribute('title'),
      '0.25 s deoptimized: wrong map',
    );
    const veil = (await code.locator('.strip-veil').boundingBox())!;
    const mark = (await code.locator('.strip-mark').first().boundingBox())!;
    const track = (await code.boundingBox())!;
    const zero = veil.x + veil.width - track.x;
    // A quarter of a second into six.
    const wanted = zero + ((track.width - zero) * 0.25) / 6;
    assert.ok(Math.abs(mark.x + mark.width / 2 - track.x - wanted) < 2, `${mark.x} ${wanted}`);

    const columns = strip.locator('.strip-samples .strip-column');
    assert.equal(await columns.count(), 12);
    assert.equal(
      await columns.first().getAttribute('title'),
      '0.00 s to 0.50 s: 50 own samples, sparkplug 50',
    );
  });
});

test('tells the tiers apart by pattern and name too, not by colour alone', async () => {
  await inPage(async ({ page }) => {
    const keys = page.locator('.strip-legend .strip-key');
    const looks = await keys.evaluateAll((all) =>
      all.map((key) => getComputedStyle(key).backgroundImage),
    );
    assert.equal(looks.length, 4);
    assert.equal(new Set(looks).size, 4, looks.join('\n'));
    const legend = await page.locator('.strip-legend').innerText();
    for (const tier of ['ignition', 'sparkplug', 'maglev', 'turbofan']) {
      assert.ok(legend.includes(tier), legend);
    }
  });
});

test('says of each reason what it means, what helps, how often and where, and leads there', async () => {
  await inPage(async (host) => {
    const deopts = part(host.page, 'Deoptimizations');
    const [known, unknown] = await deopts.locator('.why-reason').allInnerTexts();
    assert.match(known!, /^wrong map\s+10 times\s+An object had another shape/);
    assert.match(known!, /What helps: Give all objects .*×10\s+prices\.js:5\s+for \(const item/s);
    assert.match(unknown!, /^new in a later V8\s+2 times\s+This is how V8 gives the reason/);
    assert.deepEqual(await deopts.locator('mark').allInnerTexts(), ['price', 'price']);
    await deopts.getByRole('button', { name: 'prices.js:5' }).first().click();
    assert.deepEqual(await host.said(), [
      { type: 'reveal', file: '/app/prices.js', line: 5, column: 47 },
    ]);
  });
});

test('lists what V8 did in its order, all of it by one key more', async () => {
  await inPage(async (host) => {
    const { page } = host;
    const rows = part(page, 'What V8 did').getByRole('listitem');
    assert.equal(await rows.count(), 10);
    assert.match(await rows.nth(0).innerText(), /^−2\.40 s\s+Made ready for ignition/);
    assert.match(await rows.nth(3).innerText(), /^0\.25 s\s.*wrong map.*prices\.js:5/s);
    const more = page.getByRole('button', { name: 'Show 17 more' });
    await more.focus();
    await page.keyboard.press('Enter');
    assert.equal(await rows.count(), 27);
    assert.equal(await more.count(), 0);
    assert.match(
      await page.evaluate(() => document.activeElement?.textContent ?? ''),
      /^1\.90 s/,
      'the keyboard goes on where the button was',
    );
  });
});

test('says how many changes in the middle are not kept, and draws nothing there', async () => {
  await inPage(async (host) => {
    const why = whyIn(shown, 'price');
    const story = { ...loopStory(), changesLeftOut: 300 };
    await host.show({ ...why, report: { ...why.report, story } });
    await host.page.getByText('300 more changes in between').waitFor({ state: 'detached' });
    await host.page.getByRole('button', { name: /^Show \d+ more$/ }).click();
    await host.page.getByText('300 more changes in between').waitFor();
    assert.equal(await host.page.locator('.strip-span[data-tone="plain"]').count(), 1);
  });
});

test('leads to whom it was inlined into, and to the other marked functions', async () => {
  await inPage(async (host) => {
    const { page } = host;
    const inlined = part(page, 'Inlined into');
    assert.match(await inlined.getByRole('listitem').innerText(), /^25\.0 %\s+handle\s+main\.js:1/);
    await inlined.getByRole('button').click();
    const others = part(page, 'Other functions that are not optimized');
    assert.match(await others.innerText(), /25\.0 %\s+parse\s+main\.js:20\s+100 % of its own time/);
    await others.getByRole('button', { name: 'parse' }).click();
    assert.deepEqual(await host.said(), [
      { type: 'reveal', file: '/app/main.js', line: 1, column: 1 },
      { type: 'ask', of: { name: 'parse', file: '/app/main.js', line: 20, column: 1 } },
    ]);
    await host.show(whyIn(shown, 'parse'));
    await page.getByRole('heading', { level: 1, name: 'parse' }).waitFor();
    assert.equal(
      await page.evaluate(() => document.activeElement?.textContent),
      'parse',
      'who has pressed a link that is gone goes on from the heading',
    );
    await others.getByRole('button', { name: 'price', exact: true }).waitFor();
  });
});

test('says what is not known, and why', async () => {
  await inPage(async (host) => {
    const { page } = host;
    const why = whyIn(shown, 'price');
    const says = (words: string) => page.getByText(words).waitFor();
    await host.show(whyIn(shown, 'once'));
    await says('Only 1 sample of its own: too few to say in which tier it ran.');
    await says('When its tier changed is not kept');
    await host.show(whyIn(shown, 'handle'));
    await says('Its own time ran in turbofan');
    await host.show({ ...why, areTiersKnown: false });
    await says('Tiers are not known');
    assert.equal(await part(page, 'Tiers over time').count(), 0);
    await host.show({ ...why, isStale: true });
    await says('The function has changed since the run');

    const { title, baseFolder, marked, areTiersKnown } = why;
    const ofProfile = { title, baseFolder, marked, areTiersKnown };
    const of = { name: 'gone', file: '/app/gone.js', line: 4, column: 1 };
    await host.show({ kind: 'no-samples', of, ...ofProfile });
    await says('No sample of this run was in it');
    assert.deepEqual(await host.stored(), { of });
    await page.getByRole('button', { name: 'parse' }).waitFor();
    await host.show({ kind: 'no-function', ...ofProfile });
    await says('Choose a function.');
    await host.show({ kind: 'no-function', ...ofProfile, marked: [] });
    await says('No function of this run is marked as not optimized.');
    await host.show({ kind: 'no-function', ...ofProfile, marked: [], areTiersKnown: false });
    await says('Tiers are not known');
    assert.deepEqual(await host.stored(), { of }, 'it stays what was asked about');
    await host.show({ kind: 'no-profile' });
    await says('No profile is shown.');
    await page.getByRole('button', { name: 'Profile Server' }).click();
    assert.deepEqual(await host.said(), [{ type: 'profile' }]);
    await host.send({ type: 'failed', message: 'The language server did not answer.' });
    await page.getByRole('alert').getByText('did not answer').waitFor();
  });
});

test('shows hostile names, reasons and source text as they are', async () => {
  await inPage(async (host) => {
    const { page } = host;
    const hostile = '<img src=x onerror=alert(1)>';
    const why = whyIn(shown, 'price');
    const story = loopStory();
    story.inlinedInto[0]!.name = hostile;
    const deopts = why.report.deopts.map((site) => ({ ...site, reason: hostile }));
    await host.show({
      ...why,
      title: hostile,
      report: { ...why.report, name: hostile, reason: hostile, deopts, story },
      lines: { '/app/prices.js:5': { text: hostile, indent: 53 } },
    });
    await page.getByRole('heading', { level: 1, name: hostile }).waitFor();
    assert.equal(await page.locator('img:not([role])').count(), 0);
    assert.ok((await page.getByText(hostile).count()) >= 5);
  });
});

test('is gone through by Tab in the order that it is read in, and each part has a name', async () => {
  await inPage(async ({ page }) => {
    const order: string[] = [];
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(() =>
        document.activeElement === document.body ? '' : document.activeElement?.textContent,
      );
      if (!name) break;
      order.push(name);
    }
    assert.equal(order[0], 'prices.js:3');
    assert.equal(order.at(-1), 'parse');
    assert.equal(order.length, await page.getByRole('button').count());
    const headings = await page.getByRole('heading').allInnerTexts();
    assert.deepEqual(headings.slice(0, 3), ['price', 'Tiers over time', 'Deoptimizations']);
  });
});

for (const width of [320, 640]) {
  test(`fits into ${width} pixels`, async () => {
    await inPage(
      async ({ page }) => {
        const [scrollWidth, clientWidth] = await page.evaluate(() => {
          const { scrollWidth: all, clientWidth: seen } = document.documentElement;
          return [all, seen] as const;
        });
        assert.ok(scrollWidth <= clientWidth, `${scrollWidth} of ${clientWidth}`);
        await takePicture(page, `why page ${width}`, true);
      },
      { viewport: { width, height: 900 } },
    );
  });
}

test('uses shape and words where the system wants high contrast', async () => {
  await inPage(
    async ({ page }) => {
      const outline = await page
        .locator('.strip-span')
        .first()
        .evaluate((span) => getComputedStyle(span).outlineStyle);
      assert.equal(outline, 'solid');
      await takePicture(page, 'why page forced colours', true);
    },
    { forcedColors: 'active' },
  );
});
