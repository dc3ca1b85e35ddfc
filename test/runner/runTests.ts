import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { vsCodeProgram } from '../support/codeServerInstall.ts';
import {
  extentVariable,
  longNodesVariable,
  nodeBinaries,
  nodesVariable,
} from '../support/nodeVersions.ts';
import { picturesVariable } from '../support/picture.ts';
import { installChromium } from './chromium.ts';
import { compileTests, removeCompiledTests } from './compileTests.ts';
import { EditorLane } from './editorLane.ts';
import { notRunOn } from './otherSystems.ts';
import { runTestFile, runTogether, type FileResult } from './runTestFile.ts';
import { printSummary, type Part } from './summary.ts';
import {
  findTestFiles,
  nodeLinesOf,
  shareTheCpus,
  type Extent,
  type FoundFile,
  type Room,
  type TestFile,
} from './testFiles.ts';

/** Side by side on two cores, since process tests wait for most of their time. */
const mostLanes = 4;
/** The runs of `npm run test:rest` are long and nobody waits for them, so fewer of them share the CPUs. */
const restLanes = 3;

/** So many of them begin with a browser and an editor, while the others have processes to wait for. */
const editorLanes = 2;
/** One more has an editor when no process test is left to begin. */
const mostEditors = 3;

const shareLanes = 2;

/**
 * Runs test files and prints what came out. True where all that ran has passed.
 *
 *   unit              in four processes, while browser and editor are installed
 *   process           two at a time, one of what is left after `npm test`; more where no view is left or can be
 *                     begun yet
 *   webview, vscode   two at a time beside them, since processes wait and an editor works, and three when
 *                     no process test is left to begin; each in a browser and a VS Code that are used again,
 *                     and several views in one process
 *   shares            one at a time, since they measure how much of the time a line has, and two at a time
 *                     where another server beside them changes nothing
 */
export async function runTests(extent: Extent, words: readonly string[]): Promise<boolean> {
  const found = findTestFiles(extent, words);
  const [chosen, skipped] = forThisSystem(found);
  const files = await compileTests(chosen);
  const of = (...rooms: Room[]): TestFile[] => files.filter(({ room }) => rooms.includes(room));
  process.env[extentVariable] ??= words.length > 0 ? 'all' : extent;
  process.env[picturesVariable] ??= words.length > 0 ? '1' : '';

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
  const tell = (result: FileResult): void => {
    process.stdout.write(`${result.file.name}\n${result.output}\n`);
    results.push(result);
  };
  const runAll = async (queue: TestFile[], run = runTestFile, isOver = () => false) => {
    while (queue.length > 0 && !isOver()) tell(await run(queue.shift()!));
  };
  const runInEditor = async (queue: TestFile[][]): Promise<void> => {
    if (queue.length === 0) return;
    await using lane = EditorLane.start(queue.flat().some(({ room }) => room === 'vscode'));
    while (queue.length > 0) for (const result of await lane.run(queue.shift()!)) tell(result);
  };

  const lanes = extent === 'rest' ? restLanes : mostLanes;
  const lines = of('process', 'shares').flatMap(({ isLong }) => nodeLinesOf(extent, isLong));
  process.env[longNodesVariable] ??= process.env[nodesVariable] ?? nodeLinesOf(extent, true).join();
  process.env[nodesVariable] ??= nodeLinesOf(extent, false).join();
  const nodes = problemOf(nodeBinaries(lines));
  const installed = timed('Chromium, VS Code and other Node.js lines, beside the first tests', () =>
    install(of('webview', 'vscode'), nodes),
  );
  let isInstalled = false;
  void installed.then(() => (isInstalled = true));
  const batches = dealt(of('unit'), lanes);
  const processes = of('process');
  const views = [...of('vscode').map((file) => [file]), ...dealt(of('webview'), mostEditors)];
  const runProcesses = async (isOver?: () => boolean): Promise<void> => {
    // Else each of the files would install what it needs.
    await nodes;
    await runAll(processes, runTestFile, isOver);
  };
  let editors = 0;
  const runViews = async (): Promise<void> => {
    await installed;
    if (editors++ < mostEditors) await runInEditor(views);
  };
  await timed('functions and processes, the views and VS Code', () =>
    sideBySide(lanes, async (lane) => {
      for (const result of await runTogether(batches[lane] ?? [])) tell(result);
      if (lane < editorLanes && views.length > 0) {
        await runProcesses(() => isInstalled);
        await runViews();
      }
      await runProcesses();
      await runViews();
    }),
  );
  const shares = of('shares');
  const pairs = shareTheCpus.flatMap((name) => shares.filter((file) => file.name === name));
  const alone = shares.filter(({ name }) => !shareTheCpus.includes(name));
  await timed('shares', async () => {
    await sideBySide(shareLanes, () => runAll(pairs));
    await runAll(alone);
  });
  await removeCompiledTests();
  for (const problem of await installed) console.log(`${problem}\n`);
  for (const { reason, names } of skipped) {
    console.log(`Not run on ${process.platform}, each ${reason}: ${names.join(', ')}\n`);
  }
  const notRun = skipped.reduce((sum, { names }) => sum + names.length, 0);
  return printSummary(results, parts, notRun);
}

/** Those that are run, and the others by the reason why they are not. */
function forThisSystem(
  files: readonly FoundFile[],
): [FoundFile[], { reason: string; names: string[] }[]] {
  const run: FoundFile[] = [];
  const skipped = new Map<string, string[]>();
  for (const file of files) {
    const reason = notRunOn(process.platform, file);
    if (reason === null) run.push(file);
    else skipped.set(reason, [...(skipped.get(reason) ?? []), file.name]);
  }
  return [run, [...skipped].map(([reason, names]) => ({ reason, names }))];
}

/** Gives the sentences of what could not be installed, whose tests will say so as well. */
async function install(inBrowser: TestFile[], nodes: Promise<string | null>): Promise<string[]> {
  const problems = await Promise.all([
    inBrowser.length > 0 ? installChromium() : null,
    inBrowser.some(({ room }) => room === 'vscode') ? problemOf(vsCodeProgram()) : null,
    nodes,
  ]);
  return problems.filter((problem) => problem !== null);
}

/** Why the work failed, or null. */
function problemOf(work: Promise<unknown>): Promise<string | null> {
  return work.then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
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

/** The files in at most so many batches of about the same length, none of them empty. */
function dealt(files: readonly TestFile[], count: number): TestFile[][] {
  const batches = Array.from({ length: count }, (_, batch) =>
    files.filter((_, index) => index % count === batch),
  );
  return batches.filter((batch) => batch.length > 0);
}

async function sideBySide(lanes: number, run: (lane: number) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)));
}
