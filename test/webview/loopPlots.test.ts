import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { FlameModel } from '../../src/analysis/flame/flameModel.ts';
import type { LoopSecond } from '../../src/shared/signals.ts';
import { launchBrowser } from '../support/browser.ts';
import { reportOf } from '../support/sampleRun.ts';
import { profileFromText } from '../support/textProfile.ts';
import { inViewHost } from './viewHost.ts';

/** What the server did over time, below the flamegraph. */

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

const block = { ms: 90, pid: 4711, threadId: 0, file: '/app/main.js', line: 30, name: 'parse' };
const signals = {
  ...{ delayMs: { mean: 2, max: 90 }, blockCount: 3, gc: [] },
  seconds: [
    { delayMs: 90, gcMs: 3, busyShare: 0.9, heapBytes: 20e6, rssBytes: 60e6 },
    { delayMs: 90, gcMs: 4, busyShare: 0.5, heapBytes: 30e6, rssBytes: 70e6 },
    { delayMs: 12, gcMs: 4, busyShare: 0.4, heapBytes: 25e6, rssBytes: 71e6 },
  ],
  blocks: [
    { ...block, startMs: 400 },
    { ...block, startMs: 1500, file: null, line: null, name: null },
    { ...block, startMs: 3200 },
  ],
};
const profile = profileFromText(`
  main:1    main:1
  parse:30  admin:20
`);

test('the plots have blocks marked where they were, and a click on one shows the line', async () => {
  const owner = new FlameModel(profile, reportOf(profile, { signals }), '/app');
  await inViewHost(browser, owner, async (host) => {
    await host.show();
    const { page } = host;
    for (const [title, words] of [
      ['Event loop', /longest delay\s*12\.0 ms to 90\.0 ms/],
      ['Event loop at work', /40\.0 % to 90\.0 %/],
      ['Memory', /process\s*60\.0 MB to 71\.0 MB\s*heap\s*20\.0 MB to 30\.0 MB/],
    ] as const) {
      const plot = page.locator('.plot').filter({ has: page.getByText(title, { exact: true }) });
      assert.match(await plot.innerText(), words);
    }
    const canvas = page.locator('.plot-area:has(.plot-mark) .u-over');
    await canvas.waitFor();
    const area = (await canvas.boundingBox())!;
    const marks = page.locator('.plot-mark');
    assert.equal(await marks.count(), 2, 'one came in a second that was not whole');
    const shares = await marks.evaluateAll((all) =>
      all.map((each) => {
        const { x, width } = each.getBoundingClientRect();
        return x + width / 2;
      }),
    );
    for (const [at, second] of [0.4, 1.5].entries()) {
      const share = (shares[at]! - area.x) / area.width;
      assert.ok(Math.abs(share - second / 3) < 0.02, `${share} is second ${second} of 3`);
    }
    assert.ok(await marks.last().isDisabled(), 'no line of the app held the loop');
    assert.equal(await marks.first().getAttribute('title'), '90 ms at 0.4 s: main.js:30');
    await marks.first().click();
    const place = { file: '/app/main.js', line: 30, column: 1 };
    assert.deepEqual(await host.posted(), [{ type: 'reveal', ...place, takeFocus: false }]);
  });
});

/** The lines of the plots with these seconds, by their title. */
async function plotsOf(seconds: LoopSecond[]): Promise<Map<string, string>> {
  const shown = { ...signals, blocks: [], blockCount: 0, seconds };
  const owner = new FlameModel(profile, reportOf(profile, { signals: shown }), '/app');
  let plots: [string, string][] = [];
  await inViewHost(browser, owner, async (host) => {
    await host.show();
    const all = host.page.locator('.plot');
    await all.filter({ hasText: 'Memory' }).waitFor();
    plots = await all.evaluateAll((figures) =>
      figures.map((figure) => [
        figure.querySelector('.plot-title')!.textContent!,
        figure.getAttribute('aria-label')!,
      ]),
    );
  });
  return new Map(plots);
}

test('buffers, waits for a CPU and what is open are drawn where they say something', async () => {
  const [first, ...others] = signals.seconds;
  const plots = await plotsOf([
    { ...first!, externalBytes: 30e6, resources: 40, cpuWaitShare: 0.3 },
    // Without an end of a report in it, a second does not tell all.
    ...others.map((each) => ({ ...each, externalBytes: 180e6, resources: 1200 })),
  ]);
  assert.match(plots.get('Memory')!, /, buffers and the like 30\.0 MB to 180 MB$/);
  assert.equal(plots.get('Waiting for a CPU'), 'Waiting for a CPU over 3 seconds: 30.0 %');
  assert.match(plots.get('Open sockets, timers and the like')!, /: 40 to 1.200$/);
});

test('a server that is well has no more plots for them, nor has an older run', async () => {
  const quiet = { externalBytes: 3e6, resources: 14, cpuWaitShare: 0.04 };
  const plots = await plotsOf(signals.seconds.map((each) => ({ ...each, ...quiet })));
  const usual = ['Event loop', 'Event loop at work', 'Memory'];
  assert.deepEqual([...plots.keys()].slice(-3), usual);
  assert.match(plots.get('Memory')!, /, heap 20\.0 MB to 30\.0 MB$/);
  assert.deepEqual([...(await plotsOf(signals.seconds)).keys()], [...plots.keys()]);
});
