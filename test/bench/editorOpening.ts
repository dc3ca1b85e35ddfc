import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { saveRun } from '../../src/analysis/profile/savedRun.ts';
import { CodeServer } from '../support/codeServer.ts';
import { largeProfile } from '../support/largeRun.ts';
import { reportOf } from '../support/sampleRun.ts';
import { VsCodePage } from '../support/vscodePage.ts';
import { drawPlainly } from './plainFlamegraph.ts';
import { against, spread } from './figures.ts';
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
  let drawn = { app: 0, all: 0 };
  await using server = await CodeServer.start({ layOut: layOutPacked });
  for (let round = 0; round < windows; round++) {
    await using window = await VsCodePage.open(browser, server, workspace);
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
  console.log(
    [
      `a saved run of ${nodes} call-tree nodes, ${(statSync(file).size / 1e6).toFixed(0)} MB (median of ${windows} windows, range)`,
      `  to the first flamegraph  ${against(first, openLimitMs, 0)}, with the start of the server`,
      `    once more              ${spread(again)} ms`,
      `  zoom, ${String(drawn.app).padStart(4)} frames drawn  ${against(zooms, zoomLimitMs, 0)}`,
      `  zoom, ${String(drawn.all).padStart(4)} frames drawn  ${against(allZooms, zoomLimitMs, 0)}`,
      `  memory of the server     ${spread(residentMb)} MB resident, ${spread(peakMb)} MB at most`,
    ].join('\n'),
  );
  // Last, since they may take the browser down.
  console.log(`  VS Code's own table      ${await builtInWords(browser, server, workspace)}`);
  console.log(`  d3-flame-graph, plain    ${await drawPlainly(browser, profile)}`);
}

/** From the key that chooses the file in the dialog to the end of the frame that shows the flamegraph. */
async function openingMs(window: VsCodePage, file: string): Promise<number> {
  await watchInput(window);
  await window.command('Hotframe: Open Profile…');
  await window.chooseFile('Open Profile', file);
  return sinceInput(window, 'g.frame');
}

/** The same file in the table that VS Code opens it in, once. */
async function builtInWords(
  browser: Browser,
  server: CodeServer,
  workspace: string,
): Promise<string> {
  await using window = await VsCodePage.open(browser, server, workspace);
  let hasCrashed = false;
  window.page.on('crash', () => (hasCrashed = true));
  await window.atRest();
  await watchInput(window);
  await window.page.keyboard.press('Control+p');
  await window.page.locator('.quick-input-widget input.input').fill('large.cpuprofile');
  const row = window.page.locator('.quick-input-list .monaco-list-row.focused');
  await row.filter({ hasText: 'large.cpuprofile' }).waitFor();
  await window.page.keyboard.press('Enter');
  try {
    const ms = await sinceInput(window, '[class*="row"], tr, canvas');
    await window.screenshot('bench built-in');
    return `${ms.toFixed(0)} ms, once`;
  } catch (error) {
    if (hasCrashed) return 'the window crashed';
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Notes in a frame of the page when the first such element is painted; as text, since it runs there.
 * VS Code writes the document of a webview anew, which ends what waits in it: then it begins again.
 */
function watchFor(selector: string): string {
  return `if (window !== top && !(performance.now() - window.benchLookedAt < 200)) {
    const look = () => {
      window.benchLookedAt = performance.now();
      if (!document.querySelector(${JSON.stringify(selector)})) return void requestAnimationFrame(look);
      const channel = new MessageChannel();
      channel.port1.onmessage = () => (window.benchPaintedAt ??= performance.timeOrigin + performance.now());
      requestAnimationFrame(() => channel.port2.postMessage(null));
    };
    look();
  }; window.benchPaintedAt ?? null`;
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

/** A new frame is found within some 10 ms, long before it has loaded what it is to show. */
async function sinceInput({ page }: VsCodePage, selector: string): Promise<number> {
  const end = performance.now() + 60_000;
  while (performance.now() < end) {
    for (const frame of page.frames()) {
      const painted = await frame.evaluate<number | null>(watchFor(selector)).catch(() => null);
      if (painted !== null) return painted - (await page.evaluate<number>('window.benchInput.at'));
    }
    await page.waitForTimeout(10);
  }
  throw new Error(`No ${selector} within 60 s`);
}

/** Zooms into different frames of the whole picture, and back out each time. */
async function zoomingMs(window: VsCodePage): Promise<number[]> {
  const times: number[] = [];
  for (let i = 1; i <= zoomsEach; i++) {
    const wide = await window
      .webview()
      .locator('g.frame')
      .evaluateAll((all) =>
        all
          .map((frame, index) => ({ index, width: frame.getBoundingClientRect().width }))
          .filter(({ index, width }) => index > 0 && width > 30)
          .map(({ index }) => index),
      );
    times.push(await clickMs(window, wide[Math.floor((i * (wide.length - 1)) / zoomsEach)]!));
    // The root comes first.
    await clickMs(window, 0);
  }
  return times;
}

/** From a click on a frame to the end of the browser's frame that shows what is below it. */
async function clickMs(window: VsCodePage, index: number): Promise<number> {
  const graph = window.webview().locator('.graph');
  const frame = graph.locator('g.frame').nth(index);
  await frame.scrollIntoViewIfNeeded();
  await graph.evaluate((element) => {
    const bench = globalThis as { benchZoomMs?: number | null };
    bench.benchZoomMs = null;
    const channel = new MessageChannel();
    let from = NaN;
    new MutationObserver((_, watch) => {
      if (Number.isNaN(from) || element.getAttribute('aria-busy') === 'true') return;
      watch.disconnect();
      requestAnimationFrame(() => channel.port2.postMessage(null));
    }).observe(element, { attributes: true, attributeFilter: ['aria-busy'] });
    channel.port1.onmessage = () => (bench.benchZoomMs = performance.now() - from);
    addEventListener('click', (event) => (from = event.timeStamp), { capture: true, once: true });
  });
  await frame.click({ position: { x: 8, y: 8 } });
  let ms: number | null = null;
  await window.until(`frame ${index} is zoomed to`, async () => {
    ms = await graph.evaluate(
      () => (globalThis as { benchZoomMs?: number | null }).benchZoomMs ?? null,
    );
    return ms !== null;
  });
  return ms ?? NaN;
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
