import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { nodeLines, thisLine } from '../support/nodeVersions.ts';

/**
 * What is run, by the folder that a test file lies in:
 *
 *   unit     functions without processes                                    npm test
 *   process  what real processes do, side by side                           npm test
 *   webview  the views in a real browser                                    npm test
 *   vscode   a journey through each feature in a real VS Code               npm test
 *   shares   how much of the time, one after the other on a quiet machine   npm test
 *   long     many rounds, every detail in VS Code; its folders as above     npm run test:all
 *
 * `process` and `shares` run on the Node.js that runs the tests, and on every line by `test:all`.
 */
export const rooms = ['unit', 'process', 'webview', 'vscode', 'shares'] as const;
export type Room = (typeof rooms)[number];

/** `rest` is what `all` has beyond `fast`: for who has run that already. */
export type Extent = 'fast' | 'all' | 'rest';

/** The environment variable with which tests write what they would compare with, as `--update` does. */
export const updateVariable = 'HOTFRAME_TEST_UPDATE';

export interface FoundFile {
  /** Absolute path. */
  path: string;
  /** Its path below test/ without `.test.ts`, with `/`: what a person names it by. */
  name: string;
  room: Room;
  /** Whether it lies in test/long. */
  isLong: boolean;
  bytes: number;
}

export interface TestFile extends FoundFile {
  /** Absolute path of what it was compiled to. */
  program: string;
}

export const testFolder = join(import.meta.dirname, '..');

/**
 * They begin first, so that all lanes end at about the same time: those that take about a minute and more by
 * `test:all`, slowest first, and small ones with much to wait for. Of the others the large ones do, which take
 * long on the whole.
 */
export const slowest = [
  'long/vscode/bench',
  'vscode/measure',
  'long/process/growth',
  'long/vscode/benchCommit',
  'process/benchKinds',
  'process/bench',
  'long/process/benchShapes',
  'long/process/benchCookbook',
  'long/process/measureFindings',
  'long/vscode/why',
  'process/serverMeasure',
  'long/process/allocations',
  'process/measure',
  'long/vscode/realServers',
  'long/vscode/monorepo',
  'process/engineWrappers',
  'process/memory',
  'long/process/kills',
  'long/process/learningUnderDebugger',
  'long/process/profProcess',
  'long/process/fuzz',
  'process/engineHangs',
  'process/engineTroubles',
  'process/otherProfilers',
  'process/zeroX',
];

/**
 * Tests of shares that may run two at a time: they ask which line has most, or compare with the server's own clock
 * of CPU time, and a second server does not change that. The first takes about as long as the next three, since it
 * runs up to four servers at a time, which leaves too little to those whose functions V8 has to optimize soon.
 */
export const shareTheCpus = [
  'long/shares/findings',
  'long/shares/samplers',
  'long/shares/sharedFunction',
  'shares/awaits',
  'shares/zoo',
  'long/shares/awaitDrivers',
  'long/shares/truth',
  'long/shares/compare',
  'shares/findings',
];

/**
 * The test files of the extent whose name contains one of the words, or all; a word finds long ones
 * too. Those that take long come first.
 */
export function findTestFiles(extent: Extent, words: readonly string[]): FoundFile[] {
  const long = filesIn('long');
  const longHere = long.filter((file) => !isUnderWine(file));
  const fast = rooms.flatMap((room) => filesIn(room));
  const chosen = {
    fast: words.length > 0 ? [...fast, ...long] : fast,
    all: [...fast, ...longHere],
    rest: [...fast.filter(hasMore), ...longHere],
  }[extent];
  return chosen
    .filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)))
    .sort((a, b) => rankOf(a) - rankOf(b) || b.bytes - a.bytes);
}

function rankOf({ name }: FoundFile): number {
  const rank = slowest.indexOf(name);
  return rank < 0 ? slowest.length : rank;
}

/** The Node.js lines that an extent runs servers on; `npm test` has run long files on none. */
export function nodeLinesOf(extent: Extent, isLong: boolean): number[] {
  if (extent === 'fast') return [thisLine];
  return extent === 'rest' && !isLong ? nodeLines.filter((line) => line !== thisLine) : nodeLines;
}

function filesIn(folder: string): FoundFile[] {
  const path = join(testFolder, folder);
  if (!existsSync(path)) return [];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => {
      const whole = join(path, file);
      const name = relative(testFolder, whole)
        .split(sep)
        .join('/')
        .replace(/\.test\.ts$/, '');
      const room = rooms.find((each) => name.replace(/^long\//, '').startsWith(`${each}/`));
      if (!room) throw new Error(`test/${name}.test.ts is in no folder of ${rooms.join(', ')}.`);
      return { path: whole, name, room, isLong: folder === 'long', bytes: statSync(whole).size };
    });
}

/**
 * They have a command of their own, `npm run test:wine`: the output of one program in some 200 has been empty there.
 * It was not in 700 programs since, nor is it known why it was; and Wine itself starts no program for a minute at
 * times. So it says what it finds, and nothing is kept from landing by it.
 */
function isUnderWine({ name }: FoundFile): boolean {
  return /^long\/\w+\/windows/.test(name);
}

/** Whether the file has more than `npm test` runs of it: other Node.js lines, or details. */
function hasMore({ path }: FoundFile): boolean {
  return /\b(?:testedLines\(|detail[(;,\]]|detailInOwnWindow\(|withDetails\b)/.test(
    readFileSync(path, 'utf8'),
  );
}
