import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { RanText } from '../../src/analysis/lineMapping/placeLines.ts';
import { openSavedRun } from '../../src/analysis/saved/savedRun.ts';
import { ServerClient } from '../process/serverClient.ts';
import { CodeServer } from '../support/codeServer.ts';
import { VsCodePage } from '../support/vscodePage.ts';
import { against, median, spread } from './figures.ts';
import { longServer, type LongServer } from './longServer.ts';
import { layOutPacked } from './packedExtension.ts';
import type { Section } from './section.ts';

const limitMs = 10;
const hotLines = 500;
const rounds = 5;
const keysEachRound = 30;
/** A fast typist; slower than the server waits before it looks, so that each key is a look. */
const keyEveryMs = 120;

/** Decorations of a long file while a person types in it, and what they cost the typing. */
export async function benchLines(browser: Browser, folder: string): Promise<Section[]> {
  const long = await longServer(folder);
  if (long.hotLines < hotLines) throw new Error(`Only ${long.hotLines} lines are hot.`);
  const placing = placingMs(long);
  const asking = await askingMs(long);
  const settings = { 'hotframe.minimumShare': 0, 'hotframe.maximumLinesPerFile': hotLines };
  await using server = await CodeServer.start({ settings, layOut: layOutPacked, trace: true });
  await using bare = await CodeServer.start({ layOut: () => {} });
  await using window = await VsCodePage.open(browser, server, long.workspace);
  await using bareWindow = await VsCodePage.open(browser, bare, long.workspace);
  await window.openFile('server.js');
  await window.command('Hotframe: Open Profile…');
  await window.chooseFile('Open Profile', long.profile);
  await window.webview().locator('g.frame').first().waitFor();
  await window.showTab('server.js');
  await window.openFile('server.js', long.hottestLine);
  await window.lineNoted('server.js', long.hottestLine, / %/);
  await bareWindow.openFile('server.js');

  const withLines: number[] = [];
  const without: number[] = [];
  let from = 0;
  for (let round = -1; round < rounds; round++) {
    if (round === 0) from = draws(server).length;
    // In turn, so that a slow spell of the machine falls on both.
    const typed = await typingMs(window);
    const typedBare = await typingMs(bareWindow);
    if (round < 0) continue;
    withLines.push(...typed);
    without.push(...typedBare);
  }
  const answers = draws(server).slice(from);
  const drawn = answers.filter(({ editors }) => editors > 0);
  const waited = answers.map(({ answeredMs }) => answeredMs);
  const drawing = drawn.map(({ drawnMs }) => drawnMs);
  const both = drawn.map(({ answeredMs, drawnMs }) => answeredMs + drawnMs);
  return [
    {
      title: `hot lines of a file of 5,000 lines with ${hotLines} hot ones, while typing (median, range)`,
      figures: [
        ['answer and drawing', against(both, limitMs)],
        ['  waiting for the answer', `${spread(waited, 1)} ms, ${answers.length} times`],
        [
          '  drawing in the host',
          `${spread(drawing, 1)} ms, ${drawn.length} times: the others were drawn already`,
        ],
        ['the server alone', `${spread(asking, 1)} ms from its word of a change to its answer`],
        ['  placing the lines', `${spread(placing, 1)} ms`],
        ['from a key to its frame', `${spread(withLines, 1)} ms`],
        [
          '  without Hotframe',
          `${spread(without, 1)} ms, ratio ${(median(withLines) / median(without)).toFixed(2)}`,
        ],
      ],
      headlines: [
        {
          what: `${hotLines} hot lines of a file of 5,000 lines, placed and drawn`,
          own: `${spread(both, 1)} ms`,
          others: '',
          wanted: `${limitMs} ms`,
        },
        {
          what: 'from a key to its frame, with these lines',
          own: `${spread(withLines, 1)} ms`,
          others: `without Hotframe ${spread(without, 1)} ms`,
          wanted: '',
        },
      ],
    },
  ];
}

/** Placing alone, with a line edited in the middle of the file. */
function placingMs({ workspace, profile }: LongServer): number[] {
  const file = join(workspace, 'server.js');
  const text = readFileSync(file, 'utf8');
  const run = openSavedRun(readFileSync(profile, 'utf8')).profile;
  const ran = new RanText(
    text,
    run.functions.filter((each) => each.file === file),
  );
  const lines = text.split('\n');
  return Array.from({ length: 30 }, (_, i) => {
    const now = lines.with(2500, `${lines[2500]} // ${i}`).join('\n');
    const start = performance.now();
    const placed = ran.place(now);
    for (let line = 1; line <= lines.length; line++) {
      placed.currentLine(line);
      placed.isStale(line);
    }
    return performance.now() - start;
  });
}

/** The language server by its pipe, without an editor around it. */
async function askingMs({ workspace, profile }: LongServer): Promise<number[]> {
  const client = new ServerClient();
  try {
    const uri = pathToFileURL(join(workspace, 'server.js')).href;
    await client.initialize({
      overlay: { minShare: 0, maxLinesPerFile: hotLines, inlayHints: false },
    });
    await client.openDocument(uri, readFileSync(join(workspace, 'server.js'), 'utf8'));
    const { problem } = await client.open(profile);
    if (problem !== null) throw new Error(problem);
    const times: number[] = [];
    for (let i = 0; i < 30; i++) {
      await client.edit(uri, 2500, 1, `  let mixed = sum + ${i};\n`);
      const start = performance.now();
      await client.lines(uri);
      times.push(performance.now() - start);
    }
    return times;
  } finally {
    client.child.kill('SIGKILL');
    await once(client.child, 'exit');
  }
}

/** From each key press to the end of the frame that shows what it did. */
async function typingMs({ page }: VsCodePage): Promise<number[]> {
  await page.locator('.editor-instance .monaco-editor .view-lines').first().click();
  await page.keyboard.press('End');
  // As text: the loader would wrap named functions by a helper that the page lacks.
  await page.evaluate(`{
    const times = (window.benchTimes = []);
    const channel = new MessageChannel();
    let pressed = [];
    channel.port1.onmessage = () => {
      const now = performance.now();
      for (const time of pressed.splice(0)) times.push(now - time);
    };
    window.benchKeys?.abort();
    window.benchKeys = new AbortController();
    const listen = (event) => {
      pressed.push(event.timeStamp);
      requestAnimationFrame(() => channel.port2.postMessage(null));
    };
    addEventListener('keydown', listen, { capture: true, signal: window.benchKeys.signal });
  }`);
  for (let i = 0; i < keysEachRound; i++) {
    // A new line now and then, which moves all that is below.
    await page.keyboard.press(i % 10 === 9 ? 'Enter' : 'x');
    await page.waitForTimeout(keyEveryMs);
  }
  return page.evaluate<number[]>('window.benchTimes');
}

interface Draw {
  answeredMs: number;
  /** 0 where all showed it already. */
  editors: number;
  drawnMs: number;
}

/** What the extension has logged of drawing hot lines, in order. */
function draws(server: CodeServer): Draw[] {
  const logs = join(server.folder, 'data', 'data', 'logs');
  if (!existsSync(logs)) return [];
  return readdirSync(logs, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('Hotframe.log'))
    .flatMap((name) => [
      ...readFileSync(join(logs, name), 'utf8').matchAll(
        /answered in ([\d.]+) ms, drawn in (\d+) editors in ([\d.]+) ms/g,
      ),
    ])
    .map(([, answered, editors, drawn]) => ({
      answeredMs: Number(answered),
      editors: Number(editors),
      drawnMs: Number(drawn),
    }));
}
