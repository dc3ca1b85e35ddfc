import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatShare } from '../../src/shared/format.ts';
import { drawnFrames, openPage } from '../support/openPage.ts';
import { openRecordedRun } from './openRecordedRun.ts';
import { openWindow } from './testWindow.ts';
import { WorkspaceCopy } from './workspaceCopy.ts';

/** The flamegraph's panel of one run, each thing that it offers in turn. */

const example = new WorkspaceCopy('example');
const { window, browser, step, detail, once } = await openWindow(example);
await window.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

const view = () => window.webview();
const frames = () => view().locator('g.frame');
const frame = (name: string) => view().locator(`g.frame[aria-label^="${name},"]`).first();
const toggle = (name: string) => view().locator(`.toggle[data-name="${name}"]`);
const button = (name: string) => view().getByRole('button', { name, exact: true });
const radio = (name: string) => view().getByRole('radio', { name });

/** The editor groups, left to right: what is open in each, and whether it is locked. */
async function groups(): Promise<{ tabs: string[]; isLocked: boolean }[]> {
  return window.page.locator('.editor-group-container').evaluateAll((all) =>
    all
      .sort((a, b) => a.getBoundingClientRect().x - b.getBoundingClientRect().x)
      .map((group) => ({
        tabs: [...group.querySelectorAll('.tab')].map(
          (tab) => tab.getAttribute('data-resource-name') ?? '',
        ),
        isLocked:
          group.classList.contains('locked') || group.querySelector('.codicon-lock') !== null,
      })),
  );
}

async function drawn(): Promise<void> {
  await view().locator('.graph[aria-busy="false"] g.frame').first().waitFor();
}

interface Drawn {
  name: string;
  self: number;
  total: number;
}

/** The figures of each drawn frame, in percent. */
async function figures(): Promise<Drawn[]> {
  await drawn();
  const labels = await frames().evaluateAll((all) =>
    all.map((each) => each.getAttribute('aria-label') ?? ''),
  );
  return labels.map(figuresOf);
}

function figuresOf(label: string): Drawn {
  // `<0.1 %` is nearer to nothing: a hundred such frames are no ten percent.
  const percent = (of: string) => Number(new RegExp(`${of} ([\\d.]+) %`).exec(label)?.[1] ?? 0);
  return { name: label.split(', ')[0]!, self: percent('self'), total: percent('total') };
}

step('opens the flamegraph in a group of its own, high up in it', async () => {
  await window.openFile('src/fingerprint.ts');
  await openRecordedRun(window, 'example', example.path);
  await drawn();
  const body = await view().locator('body').boundingBox();
  const graph = await frames().first().boundingBox();
  const part = (graph!.y - body!.y) / window.page.viewportSize()!.height;
  await window.screenshot('panel dark');
  // With the longest of the warnings above it.
  assert.ok(part < 0.45, `the graph begins at ${part} of the height`);
  assert.deepEqual(
    (await groups()).map(({ isLocked }) => isLocked),
    [false, true],
  );
});

once('opens files beside the flamegraph after a click in it', async () => {
  await frame('renderTerms').click();
  await window.editor('renderInvoice.ts').waitFor();
  await window.openFile('src/money.ts');
  const [left, right] = await groups();
  assert.ok(left!.tabs.includes('money.ts'), left!.tabs.join());
  assert.equal(right!.tabs.length, 1);
  await button('Reset zoom').click();
});

const hiddenAreas = ['deps', 'core', 'v8', 'native', 'gc'];

once('moves time between frames by the areas that are shown, and loses none', async () => {
  // Wide, so that little is too narrow to draw.
  await window.page.setViewportSize({ width: 2600, height: 900 });
  await radio('Area').check();
  const before = await figures();
  const noneVisible = before.find(({ name }) => name === '(no visible frame)')!.total;
  const whole = before.reduce((sum, { self }) => sum + self, noneVisible);
  assert.ok(whole > 97 && whole < 101, `self and what has no visible frame are ${whole} %`);

  const selfOf = (all: Drawn[]) => all.find(({ name }) => name === 'renderTerms')!.self;
  assert.ok(selfOf(before) > 20, `renderTerms has ${selfOf(before)} %`);
  for (const area of hiddenAreas) {
    const was = await figures();
    await toggle(area).click();
    const now = await figures();
    assert.ok(now.length > was.length, `${area} has frames of its own`);
    assert.ok(selfOf(now) <= selfOf(was), `${area} takes from its callers`);
    if (area === 'deps') assert.ok(selfOf(now) < 5, `without marked it is ${selfOf(now)} %`);
  }
  for (const area of ['app', ...hiddenAreas]) {
    const words = await toggle(area).locator('.toggle-share').innerText();
    const labels = await view()
      .locator(`g.frame[data-tone="${area}"]`)
      .evaluateAll((all) => all.map((each) => each.getAttribute('aria-label') ?? ''));
    const sum = labels.reduce((all, label) => all + figuresOf(label).self, 0);
    // Each figure is rounded, and of what is drawn only.
    const share = Number.parseFloat(words);
    const rounding = 0.05 * (labels.length + 1);
    assert.ok(labels.length > 0 && sum <= share + rounding, `${area}: ${sum} of ${share} %`);
  }
  await window.screenshot('panel all areas');
  for (const area of hiddenAreas) await toggle(area).click();
  assert.deepEqual(await figures(), before);
  await radio('Heat').check();
  await window.page.setViewportSize({ width: 1400, height: 900 });
});

detail('says the share of what a search matches', async () => {
  await view().getByRole('searchbox').fill('renderTerms');
  const matches = view().locator('output.matches');
  await matches.getByText('in 1 function').waitFor();
  const { total } = (await figures()).find(({ name }) => name === 'renderTerms')!;
  assert.equal(Number(/[\d.]+/.exec(await matches.innerText())![0]), total);
  const [label, ...others] = await view().locator('g.frame[data-match]').allTextContents();
  // The figure is left out where the frame has no room for it.
  assert.ok(label === 'renderTerms' || label === `renderTerms ${total.toFixed(1)} %`, label);
  assert.deepEqual(others, []);
  await view().getByRole('searchbox').fill('');
});

once('steps through the hottest frames and shows their lines', async () => {
  await button('Next hottest frame').click();
  const said = view().locator('.stepper .said');
  const first = said.getByText(/^1 of \d+: /);
  await first.waitFor();
  assert.match(await first.innerText(), /: renderTerms/);
  await window.until(
    'the cursor is on line 53',
    async () => (await window.activeLine('renderInvoice.ts')) === 53,
  );
  await button('Next hottest frame').click();
  await said.getByText(/^2 of /).waitFor();
  await button('Previous hottest frame').click();
  await said.getByText(/^1 of /).waitFor();
  await window.page.keyboard.press('Escape');
});

detail('draws it growing up, from the callers, and in three colourings', async () => {
  const top = async (name: string) => (await frame(name).boundingBox())!.y;
  const isUpright = async () => (await top('all on-CPU samples')) > (await top('renderTerms'));
  assert.equal(await isUpright(), false);
  await radio('Flame').check();
  await window.until('the root is at the bottom', isUpright);
  await window.screenshot('panel flame');
  await radio('Icicle').check();

  await radio('Callers').check();
  await view().locator('g.frame[aria-level="2"][aria-label^="renderTerms,"]').waitFor();
  await radio('Callees').check();
  await view().locator('g.frame[aria-level="3"]').first().waitFor();

  const tone = () => frame('renderTerms').getAttribute('data-tone');
  assert.match((await tone())!, /^heat/);
  await radio('Area').check();
  assert.equal(await tone(), 'app');
  await radio('Tier').check();
  const ran = await frame('canonicalText').getAttribute('data-tone');
  assert.match(ran!, /^(ignition|sparkplug|maglev|turbofan)$/);
  await radio('Heat').check();
});

detail('can be used by the keyboard alone', async () => {
  const { keyboard } = window.page;
  const focused = () =>
    view()
      .locator('body')
      .evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  await window.command('Hotframe: Show Flamegraph');
  await window.until('the graph has the keyboard', async () => {
    await keyboard.press('Tab');
    return (await focused()).startsWith('all on-CPU samples');
  });
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  assert.match(await focused(), /^renderTerms, total [\d.]+ %, self [\d.]+ %, src\/renderInvoice/);
  await keyboard.press('Enter');
  await button('Reset zoom').waitFor();
  assert.match(await focused(), /^renderTerms,/);
  await keyboard.press('Escape');
  await button('Reset zoom').waitFor({ state: 'detached' });
});

detail('copies the stack of a frame to the clipboard', async () => {
  await frame('renderTerms').click();
  await button('Copy stack').click();
  await view().getByText('Copied').waitFor();
  const copied = await window.page.evaluate(() => navigator.clipboard.readText());
  assert.match(
    copied,
    /^.+ \(src\/app\.ts:\d+\)\nrenderInvoice \(src\/renderInvoice\.ts:\d+\)\nrenderTerms \(src\/renderInvoice\.ts:53\)$/,
  );
  await button('Reset zoom').click();
});

async function saved(kind: 'SVG' | 'HTML', name: string): Promise<string> {
  await button(`Save ${kind}`).click();
  await window.saveAs(name);
  const file = join(example.path, name);
  assert.ok(existsSync(file), file);
  return readFileSync(file, 'utf8');
}

detail('saves the picture, with the frames that are drawn', async () => {
  const svg = await saved('SVG', 'hotframe-flamegraph.svg');
  assert.match(svg, /^<svg [^]*<\/svg>\n$/);
  for (const { name } of (await figures()).filter(({ total }) => total > 20)) {
    assert.ok(svg.includes(`>${name.startsWith('(') ? '' : name}`), `${name} in the picture`);
  }
});

once('saves the whole profile as a page that opens anywhere', async () => {
  const html = await saved('HTML', 'hotframe-profile.html');
  const wanted = await figures();
  await using opened = await openPage(browser, html, { viewport: { width: 1400, height: 900 } });
  const rows = (await drawnFrames(opened.page)).map((row) => row.trim());
  for (const { name, total } of wanted.filter(({ total: share }) => share > 20)) {
    assert.ok(
      rows.some((row) => row.includes(`${name} ${formatShare(total / 100)}`)),
      `${name} ${total} in ${rows.join()}`,
    );
  }
  assert.deepEqual(opened.troubles, []);
});

detail('is as it was after a reload of the window, and after another tab hid it', async () => {
  await radio('Tier').check();
  await toggle('gc').click();
  await frame('renderInvoice').click();
  await button('Reset zoom').waitFor();
  const before = await figures();
  const same = async () => {
    await button('Reset zoom').waitFor();
    assert.deepEqual(await figures(), before);
    assert.equal(await radio('Tier').isChecked(), true);
    assert.equal(await toggle('gc').getAttribute('aria-pressed'), 'true');
  };
  await window.reload();
  await same();
  assert.equal((await groups()).at(-1)?.isLocked, true);

  await window.command('Hotframe: Show Flamegraph');
  await window.command('View: Unlock Editor Group');
  await window.command('File: New Untitled Text File');
  await window.page.locator('iframe.webview.ready >> visible=true').waitFor({ state: 'detached' });
  await window.command('Hotframe: Show Flamegraph');
  await same();
});

detail('leaves no group behind when it is closed', async () => {
  await window.command('View: Close Other Editors in Group');
  await window.command('View: Lock Editor Group');
  await window.command('View: Close Editor');
  await window.until('one group is left', async () => (await groups()).length === 1);
  assert.deepEqual(
    (await groups()).map(({ isLocked }) => isLocked),
    [false],
  );
});
