import { ChildProcess } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';

/**
 * Part of the preload. V8's sampler is no option that NODE_OPTIONS may carry: a forked child gets
 * the flags of its parent, one that is spawned does not. Here they are added where a process of this
 * Node.js starts another one:
 *
 *   spawn(process.execPath, ['job.js'])    spawn('node', ['job.js'])    exec('node job.js')
 *
 * What else is between, such as a script of a shell, is not followed.
 */
export function sampleChildren(preload: string): void {
  const flags = samplerFlags(process.execArgv, preload);
  if (flags.length === 0) return;
  const prototype = ChildProcess.prototype as unknown as Spawning;
  const spawn = prototype.spawn;
  prototype.spawn = function (this: Spawning, options) {
    const args = argumentsWith(flags, options);
    if (!args) return Reflect.apply(spawn, this, [options]) as number;
    const asked = options.args;
    try {
      options.args = args;
      return Reflect.apply(spawn, this, [options]) as number;
    } finally {
      options.args = asked;
      if (asked) this.spawnargs = asked;
    }
  };
}

/** Of Node's `ChildProcess`, which all ways to start a child but the synchronous ones go through. */
interface Spawning {
  spawn(options: SpawnOptions): number;
  spawnargs: string[];
}

interface SpawnOptions {
  file?: string;
  /** Its own name first. */
  args?: string[] | undefined;
  /** `NAME=value`. */
  envPairs?: string[];
}

const ownFlags =
  /^--(?:prof|log-deopt|logfile=.*|logfile-per-isolate|prof-sampling-interval=.*|redirect-code-traces(?:-to=.*)?|no-sparkplug|log-ic|log-maps)$/s;

function samplerFlags(execArgv: readonly string[], preload: string): string[] {
  if (!execArgv.includes('--prof')) return [];
  return execArgv.filter((flag) => ownFlags.test(flag) || flag === `--require=${preload}`);
}

/** Null where it is to be started as it is. It must not throw: it runs inside the user's program. */
function argumentsWith(flags: readonly string[], options: SpawnOptions): string[] | null {
  try {
    const { file, args, envPairs } = options;
    if (!file || !args || args.length < 2) return null;
    const [name = '', ...rest] = args;
    // The sampler and V8's CPU profiler cannot run together; the debugger's client is no work.
    if (rest.some((word) => /^(?:--prof|--cpu-prof|inspect)$/.test(word))) return null;
    if (isThisNode(file, envPairs ?? [])) return [name, ...flags, ...rest];
    const line = rest[1];
    if (!/^(?:ba|da|z)?sh$/.test(basename(file)) || rest[0] !== '-c' || line === undefined) {
      return null;
    }
    const command =
      /^\s*(?:exec\s+)?(?:"([^"$`\\]+)"|'([^']+)'|([^\s"'$`\\;&|<>()]+))(?=\s+[^\s;&|<>])/.exec(
        line,
      );
    const program = command?.[1] ?? command?.[2] ?? command?.[3];
    if (!command || program === undefined || !isThisNode(program, envPairs ?? [])) return null;
    if (/\s(?:--prof|--cpu-prof|inspect)\b/.test(line)) return null;
    const words = flags.map((flag) => `'${flag.replaceAll("'", `'\\''`)}'`).join(' ');
    const end = command[0].length;
    return [name, '-c', `${line.slice(0, end)} ${words}${line.slice(end)}`, ...rest.slice(2)];
  } catch {
    return null;
  }
}

/** Whether a program is the binary that runs here: another version may not know the flags. */
function isThisNode(file: string, envPairs: readonly string[]): boolean {
  if (file === process.execPath) return true;
  if (!/^node(?:\.exe)?$/.test(basename(file))) return false;
  const own = realpathSync(process.execPath);
  if (file.includes('/') || file.includes('\\')) return realpathSync(file) === own;
  const path = envPairs.find((pair) => /^PATH=/i.test(pair))?.slice('PATH='.length) ?? '';
  const found = path
    .split(delimiter)
    .map((folder) => join(folder, file))
    .find((candidate) => existsSync(candidate));
  return found !== undefined && realpathSync(found) === own;
}
