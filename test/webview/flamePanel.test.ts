import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser, Locator } from 'playwright-core';
import { FlameModel } from '../../src/analysis/flame/flameModel.ts';
import { packTree } from '../../src/shared/flamePack.ts';
import { launchBrowser } from '../support/browser.ts';
import { drawnFrames } from '../support/openPage.ts';
import { reportOf } from '../support/sampleRun.ts';
import { profileFromText } from '../support/textProfile.ts';
import { inViewHost, type ViewHost } from './viewHost.ts';

/** The view as VS Code hosts it: a nonce for its script, and the owner on the other side of messages. */

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

const profile = profileFromText(`
  main:1    main:1    main:1
  route:9   route:9   admin:20
  parse:30  parse:30
`);
const owner = new FlameModel(profile, reportOf(profile), '/app');

const inHost = (act: (host: ViewHost) => Promise<void>, stored?: unknown) =>
  inViewHost(browser, owner, act, stored);

test('asks for the profile with the whole tree at the detail that fits its width', async () => {
  await inHost(async (host) => {
    const [ready] = await host.posted();
    assert.ok(ready?.type === 'ready' && ready.query);
    const { query } = ready;
    await host.send({ ...host.profile(), tree: packTree(owner.query(query)) });
    assert.equal((await drawnFrames(host.page))[1], '  main 100 %');
    // What is below the flamegraph comes after it.
    await host.page.waitForFunction(() => window.posted.length > 0);
    assert.deepEqual(
      (await host.posted()).map(({ type }) => type),
      ['lines'],
    );
    // Of a profile that comes by itself it asks for the same.
    await host.send(host.profile());
    assert.deepEqual((await host.query()).query, query);
    assert.deepEqual(query.visibility, { areas: ['app'], packages: [] });
    assert.equal(query.inverted, false);
    assert.equal('rootId' in query, false);
    assert.ok(query.minShare > 0 && query.minShare < 0.005, `${query.minShare}`);
  });
});

test('a zoom shows at once what is known of the frame, and its detail when that is there', async () => {
  await inHost(async (host) => {
    await host.show();
    await host.frame('route').click();
    const zoomed = host.page.locator('g.frame:not(.fade)').first();
    await zoomed.and(host.frame('route')).waitFor();
    assert.equal(await host.page.locator('.graph').getAttribute('aria-busy'), 'true');
    assert.equal(await host.frame('admin').count(), 0);
    const { requestId, query } = await host.query();
    const root = owner.query(query);
    const deeper = { ...root.children[0]!, id: 99, functionId: 99, name: 'deeper', children: [] };
    root.children[0]!.children.push(deeper);
    await host.send({ type: 'tree', requestId, tree: packTree(root) });
    assert.match((await drawnFrames(host.page)).at(-1) ?? '', /^ +deeper /);
    assert.equal((await drawnFrames(host.page)).length, 5);
  });
});

test('a click reveals without taking the keyboard; a double click or Alt takes it', async () => {
  await inHost(async (host) => {
    await host.show();
    const place = { type: 'reveal', file: '/app/main.js', line: 9, column: 1 } as const;
    await host.frame('route').click();
    await host.page.waitForFunction(() => window.posted.some(({ type }) => type === 'reveal'));
    const [query, reveal] = await host.posted();
    assert.equal(query?.type, 'query');
    assert.deepEqual(reveal, { ...place, takeFocus: false });
    await host.frame('route').click({ modifiers: ['Alt'] });
    assert.deepEqual(await host.posted(), [{ ...place, takeFocus: true }]);
    await host.frame('route').dblclick();
    assert.deepEqual((await host.posted()).at(-1), { ...place, takeFocus: true });
    await host.page.locator('tbody tr', { hasText: 'admin' }).click();
    assert.deepEqual(await host.posted(), [{ ...place, line: 20, takeFocus: false }]);
  });
});

test('an answer that is no longer wanted is not drawn', async () => {
  await inHost(async (host) => {
    await host.send(host.profile());
    const first = await host.query();
    await host.page.getByRole('radio', { name: 'Callers' }).check();
    const second = await host.query();
    await host.answer(second);
    await host.answer(first);
    assert.deepEqual((await drawnFrames(host.page))[1], '  parse 66.7 %');
  });
});

test('a query that fails while zoomed leads back to the whole profile', async () => {
  await inHost(async (host) => {
    await host.show();
    await host.frame('route').click();
    const { requestId, query } = await host.query();
    assert.ok(query.rootId);
    await host.send({ type: 'queryFailed', requestId, message: 'No such frame.' });
    const again = await host.query();
    assert.equal('rootId' in again.query, false);
    await host.send({ type: 'queryFailed', requestId: again.requestId, message: 'Owner is gone.' });
    await host.page.getByText('Owner is gone.').waitFor();
  });
});

test('the choices survive hiding the view', async () => {
  let stored: unknown;
  await inHost(async (host) => {
    await host.show();
    await host.page.getByRole('radio', { name: 'Tier' }).check();
    await host.page.locator('.toggle[data-name="gc"]').click();
    stored = await host.page.evaluate(() => window.stored);
  });
  await inHost(async (host) => {
    await host.send(host.profile());
    assert.deepEqual((await host.query()).query.visibility.areas, ['app', 'gc']);
    assert.equal(await host.page.getByRole('radio', { name: 'Tier' }).isChecked(), true);
  }, stored);
});

test('another run replaces the one that is shown', async () => {
  await inHost(async (host) => {
    await host.show();
    await host.frame('route').click();
    await host.answer(await host.query());
    await host.send({
      type: 'profile',
      aroundHandlers: '',
      requestSentences: [],
      report: { ...owner.report, notes: ['The second run.'] },
      ...owner.shares(),
      baseFolder: '/app',
    });
    const asked = await host.query();
    assert.equal('rootId' in asked.query, false);
    await host.answer(asked);
    await host.page.getByText('The second run.').waitFor();
  });
});

test('the theme is the one of the editor, not of the system', async () => {
  await inHost(async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'light' });
    const back = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(back, 'rgb(28, 29, 32)');
    await page.evaluate(() => {
      document.documentElement.style.setProperty('--vscode-editor-background', 'rgb(1, 2, 3)');
    });
    const themed = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(themed, 'rgb(1, 2, 3)');
  });
});

test('the tooltip of a frame leaves the buttons below the graph in sight', async () => {
  await inHost(async (host) => {
    await host.show();
    await host.frame('route').focus();
    await host.page.keyboard.press('ArrowDown');
    const tip = host.page.getByRole('tooltip');
    await tip.waitFor();
    const [box, buttons] = await Promise.all([
      tip.boundingBox(),
      host.page.getByRole('group', { name: 'Selected frame' }).boundingBox(),
    ]);
    assert.ok(box && buttons);
    assert.ok(box.y >= buttons.y + buttons.height || box.y + box.height <= buttons.y);
  });
});

for (const width of [480, 560, 700, 1_000]) {
  test(`the steps to the hottest frames are beside the search at ${width} px, said or not`, async () => {
    await inViewHost(
      browser,
      owner,
      async (host) => {
        await host.show();
        const next = host.page.getByRole('button', { name: 'Next hottest frame' });
        const middle = async (what: Locator) => {
          const box = await what.boundingBox();
          return box!.y + box!.height / 2;
        };
        const search = host.page.getByRole('searchbox');
        const before = await middle(search);
        assert.ok(Math.abs(before - (await middle(next))) < 4);
        await next.click();
        await host.page.getByText(/^1 of \d+: /).waitFor({ state: 'attached' });
        assert.equal(await middle(search), before);
        assert.ok(Math.abs(before - (await middle(next))) < 4);
        assert.ok((await search.boundingBox())!.width > 80);
      },
      null,
      { viewport: { width, height: 900 } },
    );
  });
}

test('a profile without tiers offers no colours by tier, and the next one with them does', async () => {
  await inHost(
    async (host) => {
      const message = host.profile();
      const sampling = { ...message.report.sampling!, tiers: false };
      await host.send({ ...message, report: { ...message.report, sampling } });
      await host.answer(await host.query());
      await drawnFrames(host.page);
      const radio = (name: string) => host.page.getByRole('radio', { name });
      assert.equal(await radio('Tier').count(), 0);
      assert.equal(await radio('Heat').isChecked(), true);
      assert.match((await host.frame('parse').getAttribute('data-tone')) ?? '', /^heat/);
      await host.show();
      assert.equal(await radio('Tier').isChecked(), true);
    },
    { colour: 'tier' },
  );
});
