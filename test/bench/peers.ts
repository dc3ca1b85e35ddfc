import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npmInstall } from '../support/npmInstall.ts';

/**
 * The profilers and viewers that the benchmarks compare with. They are no dependencies of the
 * project: each is installed into a folder of its own when a benchmark asks for it first.
 */
const versions = {
  '0x': '6.0.0',
  // `clinic flame` is the command that people run; @clinic/flame is the part of it that samples.
  clinic: '13.0.0',
  // Needs Node.js 22.6.
  '@platformatic/flame': '1.7.0',
  '@datadog/pprof': '5.20.0',
  speedscope: '1.25.0',
} as const;

export type Peer = keyof typeof versions;

const cacheFolder = join(import.meta.dirname, '../../.cache/bench-peers');

/** `clinic 13.0.0`, for tables. */
export function peerLabel(peer: Peer): string {
  return `${peer} ${versions[peer]}`;
}

/**
 * The folder of an installed peer: `package.json` and what it brought are there. Installs it where it
 * is missing, which takes some seconds; throws an Error with one sentence where that can't be done.
 */
export async function peerFolder(peer: Peer): Promise<string> {
  const home = join(cacheFolder, `${peer.replace('/', '+')}@${versions[peer]}`);
  const installed = join(home, 'node_modules', peer);
  if (existsSync(installed)) return installed;

  // Two benchmarks may do the same: each installs beside, and the first rename wins.
  const scratch = `${home}.${process.pid}`;
  try {
    await mkdir(scratch, { recursive: true });
    const manifest = { private: true, dependencies: { [peer]: versions[peer] } };
    await writeFile(join(scratch, 'package.json'), JSON.stringify(manifest, null, 2) + '\n');
    await npmInstall(scratch, ['--prefix', scratch]);
    await rename(scratch, home).catch((error: unknown) => {
      if (!existsSync(installed)) throw error;
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `${peerLabel(peer)} could not be installed (${why}): run again with the npm registry in reach.`,
    );
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return installed;
}

/** The JavaScript behind a peer's command (`clinic`, `0x`, `flame`, `speedscope`): to be started with Node.js. */
export async function peerCommand(peer: Exclude<Peer, '@datadog/pprof'>): Promise<string> {
  const folder = await peerFolder(peer);
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    bin: string | Record<string, string>;
  };
  const path = typeof bin === 'string' ? bin : Object.values(bin)[0];
  if (path === undefined) throw new Error(`${peerLabel(peer)} has no command.`);
  return join(folder, path);
}

/** What keeps the peers' commands from asking, counting or looking for newer versions of themselves. */
export const peerEnvironment: Readonly<Record<string, string>> = {
  NO_INSIGHT: '1',
  NO_UPDATE_NOTIFIER: '1',
  CI: '1',
};
