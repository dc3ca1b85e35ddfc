import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { FlameModel } from '../../src/analysis/flame/flameModel.ts';
import { launchBrowser } from '../support/browser.ts';
import { takePicture } from '../support/picture.ts';
import { routesProfile } from '../support/routesRun.ts';
import { reportOf } from '../support/sampleRun.ts';
import { inViewHost } from './viewHost.ts';

/** What each route costs, between the flamegraph and the hot lines. */

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

test('each route of the load has a row with its cost, and buttons that lead to its code', async () => {
  const profile = routesProfile();
  const owner = new FlameModel(profile, reportOf(profile), '/app');
  await inViewHost(browser, owner, async (host) => {
    await host.show();
    const { page } = host;
    const table = page.locator('.routes table');
    await table.waitFor();
    assert.deepEqual(
      await table
        .locator('tr')
        .evaluateAll((rows) =>
          rows.map((row) =>
            [...(row as HTMLTableRowElement).cells].map((cell) => cell.textContent),
          ),
        ),
      [
        ['Route', 'CPU', 'CPU/request', 'Latency', 'Requests', 'Hottest line', 'Longest wait'],
        [
          'GET /orders/:id',
          '60.0 %',
          '1.50 ms',
          '24 ms',
          '400',
          'app.js:7',
          '⏱ 20 ms at app.js:33',
        ],
        ['GET /users', '30.0 %', '500 µs', '2 ms', '600', 'app.js:7', ''],
        ['POST /batch', '0 %', '0 µs', '3 ms', '1', '', ''],
        ['no route', '10.0 %', '', '', '', '', ''],
      ],
    );
    await table.getByRole('button', { name: '⏱ 20 ms at app.js:33' }).click();
    const place = { file: '/app/app.js', line: 33, column: 1 };
    assert.deepEqual(await host.posted(), [{ type: 'reveal', ...place, takeFocus: false }]);
    await takePicture(page, 'routes', true);
    await page.setViewportSize({ width: 620, height: 800 });
    await takePicture(page, 'routes narrow', true);
  });
});
