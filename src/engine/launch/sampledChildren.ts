import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { isSamePath } from '../../shared/filePaths.ts';
import { changeSpawned, type SpawnOptions } from './spawnedChildren.ts';
import { startedShell } from './startedShell.ts';

/**
 * Part of the preload. NODE_OPTIONS may not hold the flags of V8's sampler: a forked child inherits
 * them from its parent, but a spawned one does not. This adds them if a process of this Node.js
 * starts another one:
 *
 *   spawn(process.execPath, ['job.js'])    spawn('node', ['job.js'])    exec('node job.js')
 *
 * It does not follow other programs between both, such as a shell script.
 */
export function sampleChildren(preload: string): void {
  const flags = samplerFlags(process.execArgv, preload);
  if (flags.length === 0) return;
  changeSpawned((options) => {
    const args = argumentsWith(flags, options);
    return args && { args };
  });
}

/**
 * The shell's arguments with the flags added to its command line; null if the line does not start
 * this Node.js.
 */
export function shellWordsWith(
  flags: readonly string[],
  file: string,
  words: readonly string[],
  isThisNode: (program: string) => boolean,
): string[] | null {
  const started = startedShell(file, words);
  if (!started) return null;
  const { shell, line, wordsWith } = started;
  const found = shell.program.exec(line);
  const program = found?.slice(1).find((each) => each !== undefined);
  if (!found || program === undefined || !isThisNode(program)) return null;
  if (/\s(?:--prof|--cpu-prof|inspect)\b/.test(line)) return null;
  const end = found[0].length;
  return wordsWith(`${line.slice(0, end)} ${flags.map(shell.quote).join(' ')}${line.slice(end)}`);
}

const ownFlags =
  /^--(?:prof|log-deopt|logfile=.*|logfile-per-isolate|prof-sampling-interval=.*|redirect-code-traces(?:-to=.*)?|no-sparkplug|log-ic|log-maps)$/s;

/** The flags of a process without those that the sampler has added. */
export function withoutSamplerFlags(execArgv: readonly string[]): string[] {
  return execArgv.filter((flag) => !ownFlags.test(flag));
}

function samplerFlags(execArgv: readonly string[], preload: string): string[] {
  if (!execArgv.includes('--prof')) return [];
  return execArgv.filter((flag) => ownFlags.test(flag) || flag === `--require=${preload}`);
}

/** Null if the process is to be started unchanged. */
function argumentsWith(flags: readonly string[], options: SpawnOptions): string[] | null {
  const { file, args, envPairs } = options;
  if (!file || !args || args.length < 2) return null;
  const [name = '', ...rest] = args;
  // The sampler and V8's CPU profiler cannot run together, and the debugger's client does no
  // work.
  if (rest.some((word) => /^(?:--prof|--cpu-prof|inspect)$/.test(word))) return null;
  if (isThisNode(file, envPairs ?? [])) return [name, ...flags, ...rest];
  const words = shellWordsWith(flags, file, rest, (program) => isThisNode(program, envPairs ?? []));
  return words && [name, ...words];
}

/** Whether a program is the binary that runs here: another version may not know the flags. */
function isThisNode(file: string, envPairs: readonly string[]): boolean {
  if (file === process.execPath) return true;
  if (!/^node(?:\.exe)?$/i.test(basename(file))) return false;
  const isOwn = (path: string) => isSamePath(realpathSync(path), realpathSync(process.execPath));
  const isEnding = process.platform !== 'win32' || /\.exe$/i.test(file);
  const name = isEnding ? file : `${file}.exe`;
  if (file.includes('/') || file.includes('\\')) return isOwn(name);
  const path = envPairs.find((pair) => /^PATH=/i.test(pair))?.slice('PATH='.length) ?? '';
  const found = path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((candidate) => existsSync(candidate));
  return found !== undefined && isOwn(found);
}
