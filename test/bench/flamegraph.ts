import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { CodeServer } from '../support/codeServer.ts';
import { VsCodePage } from '../support/vscodePage.ts';
import { profileWithOptions } from '../vscode/profileWithOptions.ts';
import { against, median, ratio, spread } from './figures.ts';
import { LastAnswer } from './lastAnswer.ts';
import { layOutPacked } from './packedExtension.ts';
import { drawnMs, paintedAtMs } from './painted.ts';
import { peerCommand, peerEnvironment, peerLabel } from './peers.ts';
import type { Section } from './section.ts';
import { watchedProcess } from './watchedProcess.ts';

const rounds = 5;
const loadS = 5;
const warmupS = 1;
const limitMs = 500;
const wantedTimes = 8;
/** Of the whole command, beside the load, the warm-up and the start of the server. */
const restLimitMs = 1500;
const root = resolve(import.meta.dirname, '../..');

type Figure = Section['figures'][number];

interface Timing {
  /** From the last answer of the load until the page is on disk. */
  pageMs: number;
  /** From opening the page in a browser to the end of the frame that shows its first frames. */
  drawnMs: number;
  /** Of the whole command, from its start to its end. */
  commandMs: number;
}

interface Contestant {
  name: string;
  words: string[];
  /** The page, as soon as it is there. */
  page(): string | null;
  /** What is in the page when it can be read. */
  selector: string;
}

/** From the end of a load to a flamegraph that can be read: the command, the editor, 0x and Clinic flame. */
export async function benchFlamegraph(folder: string): Promise<Section[]> {
  const workspace = join(folder, 'workspace');
  layOutServer(workspace);
  const last = new LastAnswer(workspace);
  const contestants = await contestantsIn(workspace, folder);
  const timings = new Map(contestants.map(({ name }) => [name, [] as Timing[]]));
  const editor: number[] = [];
  const startMs: number[] = [];
  const browser = await launchBrowser();
  try {
    await using code = await CodeServer.start({
      layOut: layOutPacked,
      settings: { 'hotframe.load.warmup': warmupS },
    });
    await using window = await VsCodePage.open(browser, code, workspace);
    await window.atRest();
    for (let round = 0; round < rounds; round++) {
      for (const contestant of contestants) {
        const timing = await timingOf(contestant, workspace, last, browser);
        timings.get(contestant.name)!.push(timing);
      }
      startMs.push(await plainStartMs(workspace, last));
      editor.push(await editorMs(window, last, round === 0));
    }
  } finally {
    await browser.close();
  }
  return sectionsOf(timings, editor, startMs);
}

function sectionsOf(
  timings: ReadonlyMap<string, Timing[]>,
  editor: readonly number[],
  startMs: readonly number[],
): Section[] {
  const start = median(startMs);
  const [own, ...peers] = [...timings].map(([name, each]) => ({
    name,
    pages: each.map(({ pageMs }) => pageMs),
    drawn: each.map((timing) => timing.drawnMs),
    all: each.map((timing) => timing.pageMs + timing.drawnMs),
    commands: each.map(({ commandMs }) => commandMs),
    // Beside the load and the server's start.
    rests: each.map(({ commandMs }) => commandMs - loadS * 1000 - start),
  }));
  const ownRest = own!.rests.map((ms) => ms - warmupS * 1000);
  return [
    {
      title: `from the last answer of ${loadS} s of load to a flamegraph (median of ${rounds}, range)`,
      figures: [
        [
          own!.name,
          `${against(own!.all, limitMs, 0)}: page on disk after ${spread(own!.pages)} ms, drawn in a browser in ${spread(own!.drawn)} ms`,
        ],
        ['in the editor', against(editor, limitMs, 0)],
        ...peers.map(({ name, all, pages, drawn }): Figure => {
          const times = [ratio(all, own!.all), ratio(all, editor)];
          const missed = Math.min(...times) < wantedTimes ? `: MISSED, ${wantedTimes} wanted` : '';
          const words = times.map((each) => each.toFixed(1)).join(' and ');
          return [
            name,
            `${spread(all)} ms: page on disk after ${spread(pages)} ms, drawn in ${spread(drawn)} ms; ${words} times as long as the command and the editor${missed}`,
          ];
        }),
      ],
      headlines: [
        {
          what: 'last answer to flamegraph, by the command and a browser',
          own: `${spread(own!.all)} ms`,
          others: peers.map(({ name, all }) => `${name} ${spread(all)} ms`).join('; '),
          wanted: `${limitMs} ms, ${wantedTimes} times sooner`,
        },
        {
          what: 'last answer to flamegraph, in the editor',
          own: `${spread(editor)} ms`,
          others: 'the same',
          wanted: `${limitMs} ms, ${wantedTimes} times sooner`,
        },
      ],
    },
    {
      title: `the whole command with ${loadS} s of load; the server alone starts in ${spread(startMs)} ms`,
      figures: [
        [
          own!.name,
          `${spread(own!.commands)} ms, with ${warmupS} s of warm-up; beside load, warm-up and start ${against(ownRest, restLimitMs, 0)}`,
        ],
        ...peers.map(({ name, commands, rests }): Figure => [
          name,
          `${spread(commands)} ms, without a warm-up; beside load and start ${spread(rests)} ms`,
        ]),
      ],
      headlines: [
        {
          what: `the whole command beside ${loadS} s of load, the warm-up and the server's start`,
          own: `${spread(ownRest)} ms`,
          others: peers.map(({ name, rests }) => `${name} ${spread(rests)} ms`).join('; '),
          wanted: `${restLimitMs} ms`,
        },
      ],
    },
  ];
}

/** The Koa server of the tests, with the script that tells its last answer. */
function layOutServer(workspace: string): void {
  mkdirSync(workspace);
  cpSync(join(root, 'test/workspaces/koa-deps/server.js'), join(workspace, 'server.js'));
  symlinkSync(join(root, 'node_modules'), join(workspace, 'node_modules'));
  const manifest = { type: 'module', scripts: { start: serverText.join(' ') } };
  writeFileSync(join(workspace, 'package.json'), JSON.stringify(manifest));
}

const serverText = ['node', '--require', './lastAnswer.cjs', 'server.js'];

async function contestantsIn(workspace: string, folder: string): Promise<Contestant[]> {
  const page = join(folder, 'hotframe.html');
  const zeroX = join(folder, '0x');
  const clinic = join(workspace, '.clinic');
  const onPort = [
    '--on-port',
    `${process.execPath} ${peerLoad(folder)} http://127.0.0.1:$PORT/ ${loadS}`,
  ];
  return [
    {
      name: 'hotframe run --html',
      words: [
        join(root, 'dist/cli.cjs'),
        ...['run', '-c', '10', '-d', String(loadS), '--warmup', String(warmupS)],
        ...['--html', page, '--', ...serverText],
      ],
      page: () => page,
      selector: 'g.frame',
    },
    {
      name: peerLabel('0x'),
      words: [await peerCommand('0x'), '--output-dir', zeroX, ...onPort, '--', ...serverText],
      page: () => join(zeroX, 'flamegraph.html'),
      selector: 'canvas',
    },
    {
      name: `${peerLabel('clinic')} flame`,
      words: [await peerCommand('clinic'), 'flame', '--open=false', ...onPort, '--', ...serverText],
      page: () => newest(clinic, '.html'),
      selector: 'canvas',
    },
  ];
}

/** A program that needs no loader, which would take part of the peers' time. */
function peerLoad(folder: string): string {
  const outfile = join(folder, 'peerLoad.mjs');
  buildSync({
    entryPoints: [join(import.meta.dirname, 'peerLoad.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'warning',
  });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return outfile;
}

async function timingOf(
  { name, words: command, page, selector }: Contestant,
  workspace: string,
  last: LastAnswer,
  browser: Browser,
): Promise<Timing> {
  last.forget();
  const { ms, problem } = await watchedProcess(process.execPath, command, workspace, 60, {
    ...process.env,
    ...peerEnvironment,
  });
  if (problem !== null) throw new Error(`${name} ${problem}`);
  const file = page();
  if (file === null || !existsSync(file)) throw new Error(`${name} wrote no page`);
  return {
    pageMs: statSync(file).mtimeMs - last.atMs,
    drawnMs: await drawnMs(browser, file, selector),
    commandMs: ms,
  };
}

/** From the start of the server, without any profiler, until it says that it listens. */
async function plainStartMs(workspace: string, last: LastAnswer): Promise<number> {
  last.forget();
  const start = performance.now();
  const child = spawn(process.execPath, serverText.slice(1), {
    cwd: workspace,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(child.stdout, 'data');
    return performance.now() - start;
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

/** From the last answer to the end of the frame that shows the flamegraph, which was not open before. */
async function editorMs(window: VsCodePage, last: LastAnswer, isFirst: boolean): Promise<number> {
  last.forget();
  if (isFirst) {
    await profileWithOptions(window, { launch: 'npm run start', path: '/', seconds: loadS });
  } else {
    await window.command('View: Close All Editors');
    await window.command('Hotframe: Profile Server Again');
  }
  const painted = await paintedAtMs(window, 'g.frame', 60);
  const ms = painted - last.atMs;
  await window.statusItem(/req\/s, [\d.]+ m?s/).waitFor();
  return ms;
}

function newest(folder: string, ending: string): string | null {
  if (!existsSync(folder)) return null;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name));
  return files.sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0] ?? null;
}
