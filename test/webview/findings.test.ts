import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { FlameModel } from '../../src/analysis/flame/flameModel.ts';
import type { Finding } from '../../src/shared/finding.ts';
import type { Report } from '../../src/shared/report.ts';
import { launchBrowser } from '../support/browser.ts';
import { reportOf } from '../support/sampleRun.ts';
import { profileFromText } from '../support/textProfile.ts';
import { inViewHost, type ViewHost } from './viewHost.ts';

/** What stands out, above the flamegraph, and what held the event loop, below it. */

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

const finding: Finding = {
  ...{ kind: 'cpu', file: '/app/main.js', line: 30, share: 0.6, ms: 12, bytes: null },
  ...{ perRequest: null, text: 'parse <b>takes</b> 60 % of the CPU time.', next: 'Open the line.' },
  action: { type: 'open-line' },
};

function inHost(change: Partial<Report>, act: (host: ViewHost) => Promise<void>): Promise<void> {
  const profile = profileFromText(`
    main:1    main:1    main:1
    route:9   route:9   admin:20
    parse:30  parse:30
  `);
  const owner = new FlameModel(profile, reportOf(profile, change), '/app');
  return inViewHost(browser, owner, act);
}

test('the head has the dearest three findings as text, each a way to its line', async () => {
  const findings = [1, 2, 3, 4].map((line) => ({ ...finding, line }));
  await inHost({ findings }, async (host) => {
    await host.show();
    const rows = host.page.locator('.findings li');
    assert.deepEqual(await rows.last().innerText(), 'and 1 more');
    assert.equal(await rows.count(), 4);
    assert.match(
      await rows.first().innerText(),
      /CPU time\s+main\.js:1\s+parse <b>takes<\/b> 60 %/,
    );
    await rows.first().getByRole('button').click();
    const place = { file: '/app/main.js', line: 1, column: 1 };
    assert.deepEqual(await host.posted(), [{ type: 'reveal', ...place, takeFocus: false }]);
  });
});

test('the head says that nothing stands out, and says nothing of a run without findings', async () => {
  await inHost({ findings: [] }, async (host) => {
    await host.show();
    assert.equal(await host.page.locator('.findings').innerText(), 'Nothing stands out.');
  });
  await inHost({}, async (host) => {
    await host.show();
    assert.equal(await host.page.locator('.findings').count(), 0);
  });
});

test('the details have the event loop over time, and its longest blocks with their lines', async () => {
  const block = { ms: 90, pid: 4711, threadId: 0, file: '/app/main.js', line: 30, name: 'parse' };
  const signals = {
    ...{ delayMs: { mean: 2, max: 90 }, blockCount: 2, gc: [] },
    seconds: [
      { delayMs: 90, gcMs: 3 },
      { delayMs: 12, gcMs: 4 },
    ],
    blocks: [
      { ...block, startMs: 400 },
      { ...block, startMs: 1500, file: null, line: null, name: null },
    ],
  };
  await inHost({ signals }, async (host) => {
    await host.show();
    const { page } = host;
    await page.getByText('Event loop', { exact: true }).waitFor();
    const rows = page.locator('.blocks li');
    assert.deepEqual(await rows.allInnerTexts(), ['90 ms at 0.4 s\nmain.js:30', '90 ms at 1.5 s']);
    await rows.first().getByRole('button').click();
    const place = { file: '/app/main.js', line: 30, column: 1 };
    assert.deepEqual(await host.posted(), [{ type: 'reveal', ...place, takeFocus: false }]);
  });
});
