import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const root = resolve(import.meta.dirname, '../..');
export const cliFile = join(root, 'dist/cli.cjs');
export const workspaces = join(root, 'test/workspaces');

/** What the runs of a test file write. */
const folder = mkdtempSync(join(tmpdir(), 'cli-test-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** A deadline for everything that a CLI run of these tests does. */
const maxS = 60;

/**
 * One run of the built CLI with a temporary folder of its own and a mark in its environment, by
 * which its descendants are found in the process table.
 */
export class CliRun {
  readonly #child: ChildProcess;
  readonly #mark = randomUUID();
  readonly #temporary = mkdtempSync(join(folder, 'run-'));
  readonly #exit: Promise<number | NodeJS.Signals>;
  readonly #waiting = new Set<() => void>();
  stdout = '';
  stderr = '';

  constructor(
    argv: string[],
    cwd: string,
    env: NodeJS.ProcessEnv = {},
    { learns = false }: { learns?: boolean } = {},
  ) {
    // The load that it learns under would be most of a short run.
    const words = argv[0] === 'run' && !learns ? ['run', '--no-async', ...argv.slice(1)] : argv;
    this.#child = spawn(process.execPath, [cliFile, ...words], {
      cwd,
      // A group of its own: a terminal sends Ctrl-C to the whole group.
      detached: true,
      env: { ...process.env, TMPDIR: this.#temporary, HOTFRAME_TEST_MARK: this.#mark, ...env },
    });
    this.#child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.#child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
      for (const look of this.#waiting) look();
    });
    this.#exit = new Promise((settle) => {
      this.#child.on('close', (code, signal) => settle(code ?? signal ?? -1));
    });
  }

  /** The exit code, or the signal's name. */
  exit(withinS = maxS): Promise<number | NodeJS.Signals> {
    return this.#within(this.#exit, 'the end', withinS);
  }

  /** Waits until the CLI has said something on stderr. */
  said(what: RegExp): Promise<void> {
    const said = new Promise<void>((settle) => {
      const look = (): void => {
        if (!what.test(this.stderr)) return;
        this.#waiting.delete(look);
        settle();
      };
      this.#waiting.add(look);
      look();
    });
    return this.#within(said, String(what));
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }

  /** As a terminal does: to the CLI and to every process that it started in its group. */
  signalGroup(name: NodeJS.Signals): void {
    process.kill(-this.#child.pid!, name);
  }

  /** Fails when a process or a file of the run is still there; those of a guard get a moment. */
  async leftNothing(): Promise<void> {
    const deadline = performance.now() + 5_000;
    while (this.#left() !== '' && performance.now() < deadline) {
      await new Promise((settle) => setTimeout(settle, 50));
    }
    assert.equal(this.#left(), '');
  }

  #left(): string {
    const files = readdirSync(this.#temporary).map((file) => `file ${file}`);
    // Only Linux tells the environment of a process.
    const processes = (process.platform === 'linux' ? readdirSync('/proc') : [])
      .filter((pid) => /^\d+$/.test(pid) && readProc(pid, 'environ').includes(this.#mark))
      .map((pid) => {
        const state = /^State:\t(.*)/m.exec(readProc(pid, 'status'))?.[1];
        const wait = readProc(pid, 'wchan');
        return `process ${pid} ${state} ${wait} ${readProc(pid, 'cmdline').replaceAll('\0', ' ')}`;
      });
    return [...files, ...processes].join('\n');
  }

  #within<T>(promise: Promise<T>, what: string, withinS = maxS): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const loop = monitorEventLoopDelay();
    loop.enable();
    const deadline = new Promise<never>((_, reject) => {
      let seconds = 0;
      // Seconds in which this process could do something: where it was held up itself, the CLI is not late.
      timer = setInterval(() => {
        if (++seconds < withinS) return;
        const said = [
          `waited in vain for ${what}`,
          `stdout: ${this.stdout}`,
          `stderr: ${this.stderr}`,
          `left: ${this.#left()}`,
          `state: ${readProc(String(this.#child.pid), 'status').split('\n').slice(0, 3).join(' ')}`,
          `exit code: ${this.#child.exitCode}, signal: ${this.#child.signalCode}`,
          `this process was held up for ${Math.round(loop.max / 1e6)} ms at most`,
        ];
        this.signalGroup('SIGKILL');
        reject(new Error(said.join('\n')));
      }, 1000);
    });
    return Promise.race([promise, deadline]).finally(() => {
      clearInterval(timer);
      loop.disable();
    });
  }
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
