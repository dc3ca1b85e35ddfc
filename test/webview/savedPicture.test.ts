import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { flameSvg } from '../../src/analysis/export/flameSvg.ts';
import { buildReport } from '../../src/analysis/report/buildReport.ts';
import { areas, type Area } from '../../src/shared/vocabulary.ts';
import { launchBrowser } from '../support/browser.ts';
import { hostileNames, hostileRun } from '../support/hostileRun.ts';
import { reportOf } from '../support/sampleRun.ts';
import { shopRun } from '../support/shopRun.ts';
import { profileFromText } from '../support/textProfile.ts';

/** The picture that is made without a browser, looked at in one. */

let browser: Browser;
before(async () => {
  browser = await launchBrowser();
});
after(() => browser.close());

interface DrawnFrame {
  words: string;
  label: string;
  left: number;
  top: number;
  width: number;
}

function isInside(frame: DrawnFrame, other: DrawnFrame): boolean {
  return frame.left >= other.left - 0.1 && frame.left < other.left + other.width;
}

async function draw(
  svg: string,
): Promise<{ frames: DrawnFrame[]; tags: string[]; error: boolean }> {
  const page = await browser.newPage({ viewport: { width: 1220, height: 600 } });
  try {
    const troubles: string[] = [];
    page.on('console', (message) => troubles.push(message.text()));
    page.on('request', (request) => {
      if (!request.url().startsWith('data:')) troubles.push(request.url());
    });
    await page.goto(`data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`);
    const drawn = await page.evaluate(() => {
      const root = document.documentElement;
      const frames = [...root.querySelectorAll('g')].map((group) => {
        const { x, y, width } = group.querySelector('rect')!.getBoundingClientRect();
        return {
          words: group.querySelector('title')?.textContent ?? '',
          label: group.querySelector('text')?.textContent ?? '',
          left: x,
          top: y,
          width,
        };
      });
      const tags = [...new Set([...root.querySelectorAll('*')].map(({ tagName }) => tagName))];
      return { frames, tags: tags.sort(), error: root.querySelector('parsererror') !== null };
    });
    assert.deepEqual(troubles, []);
    return drawn;
  } finally {
    await page.close();
  }
}

test('the picture has each visible frame as wide as its share, below its caller', async () => {
  const { profile, report } = shopRun();
  const visible = new Set<Area>(['app', 'deps']);
  report.sampling = { ...report.sampling!, areas: [...visible] };
  const { frames, error } = await draw(flameSvg(profile, report, '/app'));
  assert.equal(error, false);
  const [root] = frames;
  assert.ok(root);
  assert.ok(root.words.startsWith('all on-CPU samples, total 100 %'), root.words);
  const wanted = buildReport(profile, visible).functions.filter(
    ({ area, total }) => visible.has(area) && total > 0.01 && area === 'app',
  );
  assert.ok(wanted.length > 8);
  for (const { name, total } of wanted) {
    const found = frames.filter(({ words }) => words.startsWith(`${name},`));
    // What a function spends in calls of itself is in the first of them.
    const outermost = found.filter(
      (frame) => !found.some((other) => other.top < frame.top && isInside(frame, other)),
    );
    const sum = outermost.reduce((all, frame) => all + frame.width, 0);
    assert.ok(Math.abs(sum / root.width - total) < 0.002, `${name}: ${sum} of ${root.width}`);
  }
  for (const frame of frames) {
    assert.ok(frame.left >= root.left - 0.1);
    assert.ok(frame.left + frame.width <= root.left + root.width + 0.1, frame.words);
  }
  const tax = frames.find(({ words }) => words.startsWith('priceWithTax,'))!;
  assert.match(tax.words, /src\/pricing\/tax\.js:\d+, Deopt loop/);
  assert.match(tax.label, /^⚠ priceWithTax/);
  assert.ok(frames.find(({ words }) => words.startsWith('listOrders,'))!.top < tax.top);
});

test('the picture writes hostile names as text', async () => {
  const { profile, report } = hostileRun();
  report.sampling = { ...report.sampling!, areas: [...areas] };
  report.target!.command = ['node', '</svg><script>alert(1)</script>', '&amp;\u0000'];
  const { frames, tags, error } = await draw(flameSvg(profile, report, '/app'));
  assert.equal(error, false);
  assert.deepEqual(tags, ['g', 'rect', 'svg', 'text', 'title']);
  const words = frames.map((frame) => frame.words).join('\n');
  for (const name of hostileNames.filter((each) => !/\p{Cc}/u.test(each))) {
    assert.ok(words.includes(name), name);
  }
});

test('the picture of a server that only waited is one frame', async () => {
  const waiting = profileFromText('idle idle idle');
  const { frames } = await draw(flameSvg(waiting, reportOf(waiting), '/app'));
  assert.equal(frames.length, 1);
});
