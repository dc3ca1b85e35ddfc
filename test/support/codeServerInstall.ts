import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { nodeBinary } from './nodeVersions.ts';
import { npmDownload, npmInstall } from './npmInstall.ts';

/**
 * A real VS Code from the npm registry: the package code-server holds its whole server and
 * workbench, so nothing is downloaded from elsewhere and no window system is needed.
 */

const version = '4.139.1';
/** The Node.js line that its server runs on. */
const nodeLine = 24;

const home = join(import.meta.dirname, '../../.cache/code-server', version);
/** The part of the package that is unpacked, at the same place in `home`. */
const inHome = 'package/lib/vscode';

/** Packages and extensions that neither the tests nor `npm run dev` load: 300 MB, half of all. */
const unused = {
  packages: ['@github/copilot-sdk', '@microsoft/mxc-sdk'],
  extensions: ['copilot', 'mermaid-markdown-features'],
};

export interface VsCodeProgram {
  /** Absolute path of the Node.js binary. */
  node: string;
  /** Absolute path of the script that it runs. */
  serverMain: string;
  /** Absolute path of the folder of VS Code's own extensions. */
  builtInFolder: string;
}

let pending: Promise<VsCodeProgram> | undefined;

/** Installs what is missing (320 MB, once); throws an Error with one sentence where it can't. */
export function vsCodeProgram(): Promise<VsCodeProgram> {
  pending ??= find();
  return pending;
}

async function find(): Promise<VsCodeProgram> {
  const node = await nodeBinary(nodeLine);
  const serverMain = join(home, inHome, 'out/server-main.js');
  const program = { node, serverMain, builtInFolder: join(home, inHome, 'extensions') };
  if (existsSync(serverMain)) {
    await giveLogger();
    return program;
  }

  // Another test file may be doing the same: each installs beside, and the first rename wins.
  const scratch = `${home}.${process.pid}`;
  await mkdir(scratch, { recursive: true });
  try {
    await unpackServer(scratch);
    await leaveOutPackages(join(scratch, inHome));
    // Without its scripts, which compile; what they compile is not needed here.
    await npmInstall(join(scratch, inHome), ['--omit=dev']);
    // TypeScript, for the editor's own language features.
    await npmInstall(join(scratch, inHome, 'extensions'), ['--omit=dev']);
    await rename(scratch, home).catch((error: unknown) => {
      if (!existsSync(serverMain)) throw error;
    });
  } catch (error) {
    throw new Error(
      `VS Code could not be installed (${error instanceof Error ? error.message : String(error)}): ` +
        'run again with the npm registry in reach.',
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  await giveLogger();
  return program;
}

async function unpackServer(folder: string): Promise<void> {
  const archive = await npmDownload(folder, `code-server@${version}`);
  const without = unused.extensions.map((name) => `--exclude=${inHome}/extensions/${name}`);
  await promisify(execFile)('tar', ['-xzf', archive, '-C', folder, ...without, inHome]);
  await rm(archive);
}

async function leaveOutPackages(folder: string): Promise<void> {
  const path = join(folder, 'package.json');
  const json = JSON.parse(await readFile(path, 'utf8')) as { dependencies: Record<string, string> };
  for (const name of unused.packages) delete json.dependencies[name];
  await writeFile(path, JSON.stringify(json));
}

/** Its own logger needs a compiler; one of plain JavaScript takes its place where that was not built. */
async function giveLogger(): Promise<void> {
  const folder = join(home, inHome, 'node_modules/@vscode/spdlog');
  if (existsSync(join(folder, 'build/Release/spdlog.node'))) return;
  const place = join(folder, 'index.js');
  const logger = join(import.meta.dirname, 'fileLogger.cjs');
  if ((await readFile(place, 'utf8')) === (await readFile(logger, 'utf8'))) return;
  // Another test file may be reading it: it is there whole or not at all.
  const scratch = `${place}.${process.pid}`;
  await copyFile(logger, scratch);
  await rename(scratch, place);
}
