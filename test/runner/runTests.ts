import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CodeServer } from '../support/codeServer.ts';
import { vsCodeProgram } from '../support/codeServerInstall.ts';
import { shareBrowser } from '../support/browser.ts';
import { nodeBinaries } from '../support/nodeVersions.ts';
import { installChromium } from './chromium.ts';
import { runTestFile, type FileResult } from './runTestFile.ts';
import { printSummary, type Part } from './summary.ts';
import {
  extentVariable,
  findTestFiles,
  nodeLinesOf,
  type Extent,
  type Room,
  type TestFile,
} from './testFiles.ts';

/**
 * Runs test files and prints what came out. True where all that ran has passed.
 *
 *   unit              two at a time, while browser and editor are installed
 *   process           three at a time: they wait for most of their time
 *   webview, vscode   one at a time, in one browser and one VS Code: a window takes a CPU for itself
 *   shares            one at a time, since they measure how much of the time a line has
 *
 * With `again`, each file that failed runs once more in the end, by itself, and is named: for CI,
 * whose machine has other guests.
 */
export async function runTests(
  extent: Extent,
  words: readonly string[],
  again: boolean,
): Promise<boolean> {
  const files = findTestFiles(extent, words);
  const of = (...rooms: Room[]): TestFile[] => files.filter(({ room }) => rooms.includes(room));
  process.env['HOTFRAME_NODES'] ??= nodeLinesOf(extent).join(',');
  process.env[extentVariable] ??= words.length > 0 ? 'all' : extent;

  const parts: Part[] = preparedParts();
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    try {
      return await work();
    } finally {
      parts.push({ name, seconds: (performance.now() - start) / 1000 });
    }
  };
  const results: FileResult[] = [];
  const runAll = (some: TestFile[], sideBySide: number): Promise<void> =>
    inPool(some, sideBySide, async (file) => {
      const result = await runTestFile(file);
      process.stdout.write(`${result.file.name}\n${result.output}\n`);
      results.push(result);
    });

  const runInBrowser = async (some: TestFile[]): Promise<void> => {
    if (some.length === 0) return;
    await using _shared = await startShared(some.some(({ room }) => room === 'vscode'));
    await runAll(some, 1);
  };

  const inBrowser = files.filter(({ room }) => isInBrowser(room));
  const needsServers = of('process', 'shares').length > 0;
  const problems = timed('Chromium, VS Code and other Node.js lines, beside the unit tests', () =>
    install(inBrowser, needsServers ? nodeLinesOf(extent) : []),
  );
  await timed('unit tests', () => runAll(of('unit'), 2));
  for (const problem of await problems) console.log(`${problem}\n`);
  await timed('process tests', () => runAll(of('process'), 3));
  await timed('tests of the views and in VS Code', () => runInBrowser(inBrowser));
  await timed('tests of shares', () => runAll(of('shares'), 1));

  const failed = results.filter(hasFailed).map(({ file }) => file);
  if (again && failed.length > 0) {
    const first = results.splice(0).filter((result) => !hasFailed(result));
    await timed('files that failed, once more', async () => {
      await runAll(
        failed.filter(({ room }) => !isInBrowser(room)),
        1,
      );
      await runInBrowser(failed.filter(({ room }) => isInBrowser(room)));
    });
    results.push(...first);
    console.log(`Run again, as they failed: ${failed.map(({ name }) => name).join(', ')}\n`);
  }
  return printSummary(results, parts);
}

function isInBrowser(room: Room): boolean {
  return room === 'webview' || room === 'vscode';
}

function hasFailed({ results }: FileResult): boolean {
  return [...results.values()].includes('failed');
}

/** Gives the sentences of what could not be installed, whose tests will say so as well. */
async function install(inBrowser: TestFile[], lines: readonly number[]): Promise<string[]> {
  const problemOf = (work: Promise<unknown>): Promise<string | null> =>
    work.then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  const problems = await Promise.all([
    inBrowser.length > 0 ? installChromium() : null,
    inBrowser.some(({ room }) => room === 'vscode') ? problemOf(vsCodeProgram()) : null,
    problemOf(nodeBinaries(lines)),
  ]);
  return problems.filter((problem) => problem !== null);
}

/**
 * One browser, and one VS Code where it is wanted, for files that run one after the other: their
 * processes learn of them by the environment.
 */
async function startShared(withEditor: boolean): Promise<AsyncDisposable> {
  const ends: (() => Promise<void>)[] = [];
  try {
    const browser = await shareBrowser();
    ends.push(browser.close);
    Object.assign(process.env, browser.environment);
    if (withEditor) {
      const editor = await CodeServer.start();
      ends.push(() => editor.stop());
      Object.assign(process.env, editor.environment);
    }
  } catch (error) {
    // The tests meet the same, and each says so.
    console.error(error instanceof Error ? error.message : error);
  }
  return {
    async [Symbol.asyncDispose]() {
      for (const end of ends.reverse()) await end();
    },
  };
}

/** What test/prepare.mjs has taken for installing and building. */
function preparedParts(): Part[] {
  const stamp = join(import.meta.dirname, '../../.cache/prepared.json');
  const { seconds } = JSON.parse(readFileSync(stamp, 'utf8')) as {
    seconds: { install: number; build: number };
  };
  return [
    { name: 'npm install', seconds: seconds.install },
    { name: 'build', seconds: seconds.build },
  ];
}

async function inPool<T>(
  items: readonly T[],
  sideBySide: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = [...items];
  const worker = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: sideBySide }, worker));
}
