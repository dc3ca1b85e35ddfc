import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { saveRun, type SavedRun } from '../../src/analysis/saved/savedRun.ts';
import { CodeServer } from '../support/codeServer.ts';
import { largeProfile } from '../support/largeRun.ts';
import { reportOf } from '../support/sampleRun.ts';
import { VsCodePage } from '../support/vscodePage.ts';
import { openingMs, zoomingMs } from './editorFlamegraph.ts';
import { against, median, spread } from './figures.ts';
import { layOutPacked } from './packedExtension.ts';
import { plainFlamegraph } from './plainFlamegraph.ts';
import { savedPage } from './savedPage.ts';
import type { Headline, Section } from './section.ts';
import { speedscope, speedscopeFolder } from './speedscope.ts';
import { serveFolders, timePage, type PageTimes, type ViewerPage } from './viewerPage.ts';
import type { ZoomMs } from './viewTimes.ts';

const sizes = [1_000, 100_000, 1_000_000];
const rounds = 3;
const zoomsEach = 4;
/** Of a million nodes. */
const firstLimitMs = 1000;
const zoomLimitMs = 50;
/** A page that took longer is not waited for again. */
const patienceMs = 20_000;

const pages: readonly ViewerPage[] = [savedPage, speedscope, plainFlamegraph];

/** From a file to its flamegraph, and from a click to its picture, for call trees of three sizes. */
export async function benchViewer(browser: Browser, folder: string): Promise<Section[]> {
  const released = await speedscopeFolder();
  await using server = await CodeServer.start({ layOut: layOutPacked });
  const sections: Section[] = [];
  for (const nodes of sizes) {
    const profile = largeProfile(nodes);
    const run = { profile, report: reportOf(profile) };
    const own = join(folder, String(nodes));
    mkdirSync(own);
    sections.push(await benchSize(browser, server, released, run, own));
  }
  return sections;
}

async function benchSize(
  browser: Browser,
  server: CodeServer,
  released: string,
  run: SavedRun,
  folder: string,
): Promise<Section> {
  const file = join(folder, 'large.cpuprofile');
  writeFileSync(file, saveRun(run.profile, run.report));
  const editor = { first: [] as number[], again: [] as number[], zooms: [] as ZoomMs[] };
  const timed: { viewer: ViewerPage; url: string; times: PageTimes[]; stop: AsyncDisposable }[] =
    [];
  for (const viewer of pages) {
    const own = join(folder, String(timed.length));
    mkdirSync(own);
    const page = await viewer.prepare(own, run);
    const served = await serveFolders([own, released]);
    timed.push({ viewer, url: `${served.url}${page}`, times: [], stop: served });
  }
  try {
    // In turn, so that a slow spell of the machine falls on all of them.
    for (let round = 0; round < rounds; round++) {
      await timeEditor(browser, server, folder, file, editor);
      for (const { viewer, url, times } of timed) {
        if (times.some(isHopeless)) continue;
        times.push(await timePage(viewer, url, zoomsEach));
      }
    }
  } finally {
    for (const { stop } of timed) await stop[Symbol.asyncDispose]();
  }
  return section(run, file, editor, timed);
}

interface EditorTimes {
  first: number[];
  again: number[];
  zooms: ZoomMs[];
}

async function timeEditor(
  browser: Browser,
  server: CodeServer,
  workspace: string,
  file: string,
  { first, again, zooms }: EditorTimes,
): Promise<void> {
  await using window = await VsCodePage.open(browser, server, workspace);
  await window.atRest();
  first.push(await openingMs(window, file));
  zooms.push(...(await zoomingMs(window, zoomsEach)));
  await window.command('View: Close All Editors');
  again.push(await openingMs(window, file));
}

function isHopeless(times: PageTimes): boolean {
  return times.failure !== null || times.firstMs.some((ms) => ms > patienceMs);
}

function section(
  { profile }: SavedRun,
  file: string,
  editor: EditorTimes,
  timed: readonly { viewer: ViewerPage; times: readonly PageTimes[] }[],
): Section {
  const nodes = profile.nodes.parent.length;
  const isLargest = nodes === sizes.at(-1);
  const limited = (ms: readonly number[], limitMs: number): string =>
    isLargest ? against(ms, limitMs, 0) : `${spread(ms)} ms`;
  const zoomFirst = editor.zooms.map(({ first }) => first);
  const ofPages = (
    pick: (times: PageTimes) => readonly number[],
    editorMs: readonly number[],
  ): [string, string][] =>
    timed.map(({ viewer, times }) => {
      const failure = times.find((each) => each.failure !== null)?.failure;
      const ms = times.flatMap(pick);
      const words = ms.length === 0 ? [] : [`${spread(ms)} ms`];
      const ratio = `${(median(ms) / median(editorMs)).toFixed(2)} times the editor's`;
      if (words.length > 0) words.push(times.length < rounds ? `${ratio}, not repeated` : ratio);
      if (failure && words.length === 0) words.push(`failed: ${failure}`);
      return [`  ${viewer.name}`, words.join(', ')];
    });
  const wide = nodes.toLocaleString('en');
  const headline = (
    what: string,
    limitMs: number,
    ms: readonly number[],
    pick: (times: PageTimes) => readonly number[],
  ): Headline => ({
    what: `${what} of ${wide} call-tree nodes, in the editor`,
    own: `${spread(ms)} ms`,
    others: timed
      .map(({ viewer, times }) => {
        const of = times.flatMap(pick);
        return `${viewer.name} ${of.length > 0 ? `${median(of).toFixed(0)} ms` : 'not measured'}`;
      })
      .join('; '),
    wanted: isLargest ? `${limitMs} ms` : '',
  });
  const megabytes = (statSync(file).size / 1e6).toFixed(0);
  return {
    title: `viewer, ${wide} call-tree nodes, ${megabytes} MB as .cpuprofile (median of ${rounds}, range)`,
    figures: [
      ['first flamegraph, editor', limited(editor.first, firstLimitMs)],
      ['  once more', `${spread(editor.again)} ms`],
      ...ofPages(({ firstMs }) => firstMs, editor.first),
      ['zoom, editor', limited(zoomFirst, zoomLimitMs)],
      ['  with all detail', `${spread(editor.zooms.map(({ whole }) => whole))} ms`],
      ...ofPages(({ zoomMs }) => zoomMs, zoomFirst),
    ],
    headlines: [
      headline('first flamegraph', firstLimitMs, editor.first, ({ firstMs }) => firstMs),
      headline('zoom', zoomLimitMs, zoomFirst, ({ zoomMs }) => zoomMs),
    ],
  };
}
