import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { saveRun } from '../../src/analysis/savedRun.ts';
import { CodeServer } from '../support/codeServer.ts';
import { largeProfile } from '../support/largeRun.ts';
import { reportOf } from '../support/sampleRun.ts';
import { VsCodePage } from '../support/vscodePage.ts';
import { drawPlainly } from './plainFlamegraph.ts';
import { against, median, spread } from './figures.ts';
import { layOutPacked } from './packedExtension.ts';

const nodes = 400_000;
const windows = 5;
const zoomsEach = 6;
const openLimitMs = 2000;
const zoomLimitMs = 100;
const areas = ['deps', 'core', 'v8'];

/** A saved run of 400,000 call-tree nodes, from the choice of the file to its flamegraph; then zooms. */
export async function benchOpening(browser: Browser, folder: string): Promise<void> {
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const file = join(workspace, 'large.cpuprofile');
  const profile = largeProfile(nodes);
  writeFileSync(file, saveRun(profile, reportOf(profile)));

  const first: number[] = [];
  const again: number[] = [];
  const zooms: number[] = [];
  const allZooms: number[] = [];
  const residentMb: number[] = [];
  const peakMb: number[] = [];
  const builtIn: number[] = [];
  let drawn = { app: 0, all: 0 };
  await using server = await CodeServer.start({ layOut: layOutPacked });
  for (let round = 0; round < windows; round++) {
    {
      await using window = await VsCodePage.open(browser, server, workspace);
      await window.page.addInitScript(watchFor('g.frame'));
      await window.atRest();
      first.push(await openingMs(window, file));
      const memory = serverMemory(server);
      residentMb.push(memory.residentMb);
      peakMb.push(memory.peakMb);
      drawn = { ...drawn, app: await window.webview().locator('g.frame').count() };
      zooms.push(...(await zoomingMs(window)));
      for (const area of areas) {
        await window.webview().locator(`.toggle[data-name="${area}"]`).click();
      }
      await window.webview().locator('.graph[aria-busy="false"] g.frame').first().waitFor();
      drawn = { ...drawn, all: await window.webview().locator('g.frame').count() };
      allZooms.push(...(await zoomingMs(window)));
      await window.command('View: Close All Editors');
      again.push(await openingMs(window, file));
    }
    // In turn, so that a slow spell of the machine falls on both.
    await using window = await VsCodePage.open(browser, server, workspace);
    await window.page.addInitScript(watchFor('[class*="row"], tr, canvas'));
    await window.atRest();
    builtIn.push(await builtInMs(window));
  }
  const plain = await drawPlainly(browser, profile);
  console.log(
    [
      `a saved run of ${nodes} call-tree nodes, ${(statSync(file).size / 1e6).toFixed(0)} MB (median of ${windows} windows, range)`,
      `  to the first flamegraph  ${against(first, openLimitMs, 0)}, with the start of the server`,
      `    once more              ${spread(again)} ms`,
      `    VS Code's own table    ${spread(builtIn)} ms; ours takes ${(median(first) / median(builtIn)).toFixed(2)} of it`,
      `    d3-flame-graph, plain  ${plain}`,
      `  zoom, ${String(drawn.app).padStart(4)} frames drawn  ${against(zooms, zoomLimitMs, 0)}`,
      `  zoom, ${String(drawn.all).padStart(4)} frames drawn  ${against(allZooms, zoomLimitMs, 0)}`,
      `  memory of the server     ${spread(residentMb)} MB resident, ${spread(peakMb)} MB at most`,
    ].join('\n'),
  );
}

/** From the key that chooses the file in the dialog to the end of the frame that shows the flamegraph. */
async function openingMs(window: VsCodePage, file: string): Promise<number> {
  await watchInput(window);
  await window.command('Hotframe: Open Profile…');
  await window.chooseFile('Open Profile', file);
  return sinceInput(window, 'g.frame');
}

/** The same file in the editor that VS Code opens it in. */
async function builtInMs(window: VsCodePage): Promise<number> {
  await watchInput(window);
  await window.page.keyboard.press('Control+p');
  const input = window.page.locator('.quick-input-widget input.input');
  await input.fill('large.cpuprofile');
  const row = window.page.locator('.quick-input-list .monaco-list-row.focused');
  await row.filter({ hasText: 'large.cpuprofile' }).waitFor();
  await window.page.keyboard.press('Enter');
  const ms = await sinceInput(window, '[class*="row"], tr, canvas');
  await window.screenshot('bench built-in');
  return ms;
}

/** Notes in each frame of the page when the first element is painted; as text, since it runs there. */
function watchFor(selector: string): string {
  return `if (window !== top) {
    const look = () => {
      if (!document.querySelector(${JSON.stringify(selector)})) return void requestAnimationFrame(look);
      const channel = new MessageChannel();
      channel.port1.onmessage = () => (window.benchPaintedAt = performance.timeOrigin + performance.now());
      requestAnimationFrame(() => channel.port2.postMessage(null));
    };
    requestAnimationFrame(look);
  }`;
}

/** Keeps the time of the last key or click in the workbench. */
async function watchInput({ page }: VsCodePage): Promise<void> {
  await page.evaluate(`if (!window.benchInput) {
    window.benchInput = { at: 0 };
    for (const kind of ['keydown', 'pointerdown']) {
      addEventListener(kind, (event) => (window.benchInput.at = performance.timeOrigin + event.timeStamp), true);
    }
  }`);
}

async function sinceInput({ page }: VsCodePage, what: string): Promise<number> {
  const end = performance.now() + 120_000;
  for (;;) {
    for (const frame of page.frames()) {
      const painted = await frame
        .evaluate<number | null>('window.benchPaintedAt ?? null')
        .catch(() => null);
      if (painted === null) continue;
      return painted - (await page.evaluate<number>('window.benchInput.at'));
    }
    if (performance.now() > end) throw new Error(`No ${what} within 120 s`);
    await page.waitForTimeout(50);
  }
}

/** From a click on a frame to the end of the browser's frame that shows what is below it. */
async function zoomingMs(window: VsCodePage): Promise<number[]> {
  const view = window.webview();
  const times: number[] = [];
  for (let i = 0; i < zoomsEach; i++) {
    const names = await view.locator('g.frame').evaluateAll((all) =>
      all
        .map((frame, index) => ({ index, width: frame.getBoundingClientRect().width }))
        .filter(({ width }) => width > 30)
        .map(({ index }) => index),
    );
    const index = names[Math.floor(((i + 1) * (names.length - 1)) / zoomsEach)]!;
    const frame = view.locator('g.frame').nth(index);
    await frame.scrollIntoViewIfNeeded();
    await view.locator('.graph').evaluate(`(graph) => {
      window.benchZoomMs = null;
      const channel = new MessageChannel();
      let from = 0;
      let wasBusy = false;
      const watch = new MutationObserver(() => {
        const isBusy = graph.getAttribute('aria-busy') === 'true';
        if (wasBusy && !isBusy) {
          watch.disconnect();
          requestAnimationFrame(() => channel.port2.postMessage(null));
        }
        wasBusy = isBusy;
      });
      channel.port1.onmessage = () => (window.benchZoomMs = performance.now() - from);
      watch.observe(graph, { attributes: true, attributeFilter: ['aria-busy'] });
      addEventListener('click', (event) => (from = event.timeStamp), { capture: true, once: true });
    }`);
    await frame.click({ position: { x: 8, y: 8 } });
    await window.until('the zoom is drawn', async () => {
      const ms = await view
        .locator('.graph')
        .evaluate(() => (window as { benchZoomMs?: number | null }).benchZoomMs ?? null);
      if (ms !== null) times.push(ms);
      return ms !== null;
    });
    await window.page.keyboard.press('Escape');
    await view.locator('.graph[aria-busy="false"]').waitFor();
  }
  return times;
}

/** Of the language server, from the system. */
function serverMemory(server: CodeServer): { residentMb: number; peakMb: number } {
  const line = server.processes().find((each) => each.includes('server.cjs'));
  if (line === undefined) return { residentMb: NaN, peakMb: NaN };
  const status = readFileSync(`/proc/${Number.parseInt(line, 10)}/status`, 'utf8');
  const mb = (key: string): number =>
    Number(new RegExp(`${key}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { residentMb: mb('VmRSS'), peakMb: mb('VmHWM') };
}
