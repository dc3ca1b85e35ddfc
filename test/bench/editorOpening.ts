import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { saveRun } from '../../src/analysis/saved/savedRun.ts';
import { CodeServer } from '../support/codeServer.ts';
import { largeProfile } from '../support/largeRun.ts';
import { reportOf } from '../support/sampleRun.ts';
import { VsCodePage } from '../support/vscodePage.ts';
import { openingMs, sinceInput, watchInput, zoomingMs } from './editorFlamegraph.ts';
import { against, spread } from './figures.ts';
import { layOutPacked } from './packedExtension.ts';
import type { Section } from './section.ts';
import type { ZoomMs } from './viewTimes.ts';

const nodes = 400_000;
const windows = 5;
const zoomsEach = 6;
const openLimitMs = 2000;
const zoomLimitMs = 50;
const areas = ['deps', 'core', 'v8'];

/** A saved run of 400,000 call-tree nodes, from the choice of the file to its flamegraph; then zooms. */
export async function benchOpening(browser: Browser, folder: string): Promise<Section[]> {
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const file = join(workspace, 'large.cpuprofile');
  const profile = largeProfile(nodes);
  writeFileSync(file, saveRun(profile, reportOf(profile)));

  const first: number[] = [];
  const again: number[] = [];
  const zooms: ZoomMs[] = [];
  const allZooms: ZoomMs[] = [];
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
    zooms.push(...(await zoomingMs(window, zoomsEach)));
    for (const area of areas) {
      await window.webview().locator(`.toggle[data-name="${area}"]`).click();
    }
    await window.webview().locator('.graph[aria-busy="false"] g.frame').first().waitFor();
    drawn = { ...drawn, all: await window.webview().locator('g.frame').count() };
    allZooms.push(...(await zoomingMs(window, zoomsEach)));
    await window.command('View: Close All Editors');
    again.push(await openingMs(window, file));
  }
  const zoomFigures = (found: readonly ZoomMs[], frames: number): [string, string][] => [
    [
      `zoom, ${String(frames).padStart(4)} frames drawn`,
      against(
        found.map(({ first }) => first),
        zoomLimitMs,
        0,
      ),
    ],
    ['  with all detail', `${spread(found.map(({ whole }) => whole))} ms`],
  ];
  return [
    {
      title: `a saved run of ${nodes} call-tree nodes, ${(statSync(file).size / 1e6).toFixed(0)} MB (median of ${windows} windows, range)`,
      figures: [
        [
          'to the first flamegraph',
          `${against(first, openLimitMs, 0)}, in a window that has just begun`,
        ],
        ['  once more', `${spread(again)} ms`],
        ...zoomFigures(zooms, drawn.app),
        ...zoomFigures(allZooms, drawn.all),
        ['memory of the server', `${spread(residentMb)} MB resident, ${spread(peakMb)} MB at most`],
        // Last, since it may take the browser down.
        ["VS Code's own table", await builtInText(browser, server, workspace)],
      ],
    },
  ];
}

/** The same file in the table that VS Code opens it in, once. */
async function builtInText(
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

/** Of the language server, from the system. */
function serverMemory(server: CodeServer): { residentMb: number; peakMb: number } {
  const line = server.processes().find((each) => each.includes('server.cjs'));
  if (line === undefined) return { residentMb: NaN, peakMb: NaN };
  const status = readFileSync(`/proc/${Number.parseInt(line, 10)}/status`, 'utf8');
  const mb = (key: string): number =>
    Number(new RegExp(`${key}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { residentMb: mb('VmRSS'), peakMb: mb('VmHWM') };
}
