import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { FailureError } from '../../shared/failure.ts';
import { commandNotStarted, type ExitCause } from '../../shared/launchFailures.ts';
import { KeptOutput } from '../processes/keptOutput.ts';
import { OutputValve } from '../processes/outputValve.ts';
import { isAlive } from '../processes/processTable.ts';
import { findTree, runFolderVariable, stopTree } from '../processes/processTree.ts';
import { TargetEvents } from '../processes/targetEvents.ts';

export interface TargetLaunch {
  file: string;
  arguments: string[];
  cwd: string;
  /** The whole environment, to which the run's own variables are added. */
  env: NodeJS.ProcessEnv;
  /**
   * Whether the target gets an IPC channel to its parent, as by fork(); no message is sent on it.
   */
  hasChannel?: boolean;
  runFolder: string;
  /** Whether the preload reports incoming requests. */
  tellsRequests?: boolean;
  onOutput(text: string, stream: 'stdout' | 'stderr'): void;
  /** Takes secrets out of the output that is kept. */
  redact(text: string): string;
}

/**
 * A process that a launcher has left behind appears in the process table, or reports to the run's
 * folder, within this time. Windows needs a second to list processes, which leaves more time for
 * the report.
 */
const leftMs = process.platform === 'win32' ? 5000 : 1500;
/**
 * A process that is alive but has not reported may still become a server on a busy machine, up to
 * this time.
 */
const silentMs = 15_000;
/**
 * On Windows, V8's sampler is a thread that suspends the main thread for each sample. If the main
 * thread exits at that moment, which ends all other threads first, nobody lets it go on: the
 * process stays for ever. One that has not ended this long after it began to exit is ended.
 */
const unendedMs = 5000;
/** While a process executes another program, its environment can't be read for up to this time. */
const unseenMs = 300;

/** The user's server: one process group, its output, and its reports in the run's folder. */
export class Target {
  readonly events: TargetEvents;
  /** Set when the first process of the target ended. */
  exit: ExitCause | null = null;
  readonly launchedNs = process.hrtime.bigint();
  private exitedAtMs = 0;
  private leftSeenMs = -Infinity;
  private readonly printed = new KeptOutput();
  private readonly closed: Promise<void>;
  private stopping: Promise<void> | null = null;

  private constructor(
    private readonly child: ChildProcess,
    readonly pid: number,
    private readonly launch: TargetLaunch,
  ) {
    this.events = new TargetEvents(launch.runFolder);
    child.on('exit', (code, signal) => {
      // V8 of Node.js 18 gives up its handler before its last sample has come, which ends seven in a
      // thousand programs so at their own end, without Hotframe too.
      const isLateSample = signal === 'SIGPROF';
      if (isLateSample) this.events.poll();
      const own = this.child.killed || isLateSample ? this.events.exiting.get(pid) : undefined;
      this.exit = own ? { code: own.code, signal: null } : { code, signal };
      this.exitedAtMs = performance.now();
    });
    this.closed = new Promise((resolve) => child.once('close', () => resolve()));
    for (const stream of ['stdout', 'stderr'] as const) {
      const valve = new OutputValve((text) => launch.onOutput(text, stream));
      child[stream]?.on('data', (chunk: Buffer) => {
        this.printed.add(chunk);
        valve.add(chunk, performance.now());
      });
      child[stream]?.once('close', () => valve.end());
    }
  }

  /** Starts the process. Throws FailureError `command-not-found` if the system refuses. */
  static async launch(launch: TargetLaunch): Promise<Target> {
    const child = spawn(launch.file, launch.arguments, {
      cwd: launch.cwd,
      // The target is a process group, because everything it starts must be ended with it.
      detached: process.platform !== 'win32',
      stdio: ['ignore', 'pipe', 'pipe', ...(launch.hasChannel ? (['ipc'] as const) : [])],
      windowsHide: true,
      env: {
        ...launch.env,
        [runFolderVariable]: launch.runFolder,
        ...(launch.tellsRequests ? { HOTFRAME_TELL_REQUESTS: '1' } : {}),
      },
    });
    child.channel?.unref();
    if (child.pid === undefined) {
      const error = await new Promise<Error>((resolve) => child.once('error', resolve));
      throw new FailureError(commandNotStarted(launch.file, error.message));
    }
    child.on('error', () => {});
    return new Target(child, child.pid, launch);
  }

  /** The beginning and the end of stdout and stderr, without secrets. */
  output(): string {
    return this.printed.text((text) => this.launch.redact(text));
  }

  /** Waits for the last output, but not for long, since a grandchild may hold the same pipe. */
  async drained(): Promise<void> {
    await Promise.race([this.closed, delay(300, undefined, { ref: false })]);
  }

  /**
   * Whether the server is gone: its first process ended, and was not a launcher that left the work
   * to other processes. `serverPid` is the process that listens; if null, any process of the run
   * counts.
   */
  isGone(serverPid: number | null): boolean {
    if (!this.exit) {
      this.endIfUnended();
      return false;
    }
    if (serverPid !== null) return serverPid === this.pid || !isAlive(serverPid);
    if (this.exit.code === 0 && this.mayHaveLeftOne()) return false;
    return !this.events.hellos.some((hello) => hello.pid !== this.pid && isAlive(hello.pid));
  }

  private endIfUnended(): void {
    if (process.platform !== 'win32') return;
    const { readAtMs = Infinity } = this.events.exiting.get(this.pid) ?? {};
    if (performance.now() - readAtMs > unendedMs && !this.child.killed) this.child.kill('SIGKILL');
  }

  private mayHaveLeftOne(): boolean {
    const sinceMs = performance.now() - this.exitedAtMs;
    if (sinceMs < leftMs || sinceMs > silentMs) return sinceMs < leftMs;
    const told = new Set(this.events.hellos.map(({ pid }) => pid));
    const left = findTree({ root: this.pid, runFolder: this.launch.runFolder });
    if (left.some((pid) => !told.has(pid))) this.leftSeenMs = performance.now();
    return performance.now() - Math.max(this.leftSeenMs, this.exitedAtMs + leftMs) < unseenMs;
  }

  /** Ends every process of the target. The second call waits for the first. */
  stop(): Promise<void> {
    this.stopping ??= stopTree({ root: this.pid, runFolder: this.launch.runFolder }).then(() => {
      // A process that was not ours to end may keep the pipes open, and they would keep this
      // process alive.
      this.child.stdout?.destroy();
      this.child.stderr?.destroy();
    });
    return this.stopping;
  }
}
