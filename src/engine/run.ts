import { buildReport } from '../analysis/buildReport.ts';
import type { Profile } from '../analysis/profile.ts';
import { FailureError, type Failure } from '../shared/failure.ts';
import {
  cancelled,
  couldNotConnect,
  diskFull,
  noSamples,
  notTwoHundred,
  targetDied,
} from '../shared/failureText.ts';
import type { LoadDone, LoadProgress } from '../shared/loadWire.ts';
import type { Report } from '../shared/report.ts';
import type { RunOptions } from '../shared/runOptions.ts';
import { transition, type RunEvent, type RunState } from '../shared/runState.ts';
import { collectProfile } from './collectProfile.ts';
import { cpuMicrosBetween, readCpuTimes } from './cpuUsage.ts';
import { GuardProcess } from './guardProcess.ts';
import { Interruption } from './interruption.ts';
import { parseUrlWish } from './loadAddress.ts';
import { planLoad } from './loadPlan.ts';
import { LoadProcess } from './loadProcess.ts';
import { createRunFolder, nameRunFolder, isDiskFull } from './runFolder.ts';
import { runReport, type RunKnowledge } from './runReport.ts';
import { RunScope } from './runScope.ts';
import { firstAttempt, launchServer } from './serverLaunch.ts';
import type { Target } from './target.ts';
import type { Hello } from './targetEvents.ts';
import { listenerWords, type ServerAddress } from './waitForListener.ts';
import { findWorkspaceFolders } from './workspaceFolders.ts';

export interface RunHooks {
  onState(state: RunState): void;
  /** About ten times a second in the phases `warming` and `measuring`. */
  onProgress(progress: LoadProgress): void;
  /** The target's own output as it comes. */
  onOutput(text: string, stream: 'stdout' | 'stderr'): void;
}

export interface RunOutcome {
  /** Complete, or with `failure` set and what is known. */
  report: Report;
  /** Null where the run failed before there were samples. */
  profile: Profile | null;
  /** On the system's monotonic clock, in nanoseconds; null where the run failed before. */
  timings: { loadEndedNs: bigint; reportReadyNs: bigint } | null;
}

/** One run from launch to report. Expected failures are in the report; it throws on defects only. */
export async function profileServer(
  options: RunOptions,
  hooks: RunHooks,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const run = new Run(options, hooks);
  const cancel = () => run.interruption.raise(cancelled());
  if (signal.aborted) cancel();
  signal.addEventListener('abort', cancel);
  try {
    return await run.toOutcome();
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

class Run {
  readonly interruption = new Interruption();
  private readonly scope = new RunScope();
  private state: RunState = { phase: 'idle' };
  private readonly startedAtMs = Date.now();
  private timings: RunOutcome['timings'] = null;
  private readonly known: RunKnowledge = { target: null, load: null, samples: null, notes: [] };

  constructor(
    private readonly options: RunOptions,
    private readonly hooks: RunHooks,
  ) {}

  async toOutcome(): Promise<RunOutcome> {
    let failure: Failure | null = null;
    try {
      this.apply({ type: 'launch' });
      const address = await this.launch();
      const done = await this.load(address);
      await this.read(done);
    } catch (error) {
      failure = await this.failureOf(error);
      this.apply({ type: 'failed', failure });
    } finally {
      await this.scope.end();
    }
    this.apply({ type: 'stopped' });
    return {
      report: runReport(this.known, failure),
      profile: this.known.samples?.profile ?? null,
      timings: this.timings,
    };
  }

  /** Starts everything and waits for the server. */
  private async launch(): Promise<ServerAddress> {
    const { options, scope, interruption } = this;
    // Before anything is started: it may name another machine.
    const wantedPort = parseUrlWish(options.load.url).port;
    const attempt = firstAttempt(options);
    interruption.throwIfRaised();
    // Not raced, so that what it makes is known when it is cancelled.
    scope.folder = await nameRunFolder();
    interruption.throwIfRaised();
    // First of all, so that whatever ends the engine leaves no folder.
    scope.guard = new GuardProcess(scope.folder);
    await createRunFolder(scope.folder);
    interruption.throwIfRaised();
    scope.load = new LoadProcess();
    const { address, notes } = await launchServer(attempt, {
      options,
      wantedPort,
      scope,
      interruption,
      onOutput: this.hooks.onOutput.bind(this.hooks),
      onFound: (command) => this.apply({ type: 'found', command }),
    });
    this.known.notes.push(...notes);
    this.noteTarget(scope.target!, address);
    return address;
  }

  private noteTarget(target: Target, address: ServerAddress): void {
    const { options } = this;
    const hellos = hellosOf(target);
    const main = hellos[0];
    this.known.target = {
      pid: target.pid,
      node: main?.node ?? '',
      v8: main?.v8 ?? '',
      command: options.command,
      cwd: options.cwd,
      url: address.origin,
      listenMs: Number(BigInt(address.listener.at) - target.launchedNs) / 1e6,
      processes: [],
    };
  }

  /** Warms up and measures; the answer is of the measured window. */
  private async load(address: ServerAddress): Promise<LoadDone> {
    const { options, known } = this;
    const { warmupS, durationS, connections } = options.load;
    const plan = planLoad(options.load, address.origin);
    this.apply({ type: 'listening', warmupS, durationS });
    if (warmupS > 0) {
      const warm = await this.stretch(address, { ...plan.start, durationS: warmupS });
      // A slow server may have answered nothing yet: that is judged after the window.
      if (warm.requests > 0 || warm.errors > 0) judgeAnswers(warm, plan.url);
      this.apply({ type: 'warm', durationS });
    }
    const cpuBefore = await readCpuTimes(this.pids());
    const done = await this.stretch(address, { ...plan.start, durationS });
    const cpuAfter = await readCpuTimes(this.pids());
    known.load = {
      done,
      url: plan.url,
      connections,
      cpuMicros: cpuMicrosBetween(cpuBefore, cpuAfter),
    };
    judgeAnswers(done, plan.url);
    this.noteListeners(address);
    return done;
  }

  private async stretch(
    address: ServerAddress,
    start: Parameters<LoadProcess['run']>[0],
  ): Promise<LoadDone> {
    const { scope, interruption, hooks } = this;
    const target = scope.target!;
    const watch = setInterval(() => {
      target.events.poll();
      if (!target.exit || !target.isGone(address.listener.pid)) return;
      clearInterval(watch);
      const exit = target.exit;
      void target.drained().then(() => interruption.raise(targetDied(exit, target.output())));
    }, 50);
    try {
      return await interruption.until(
        scope.load!.run(start, (progress) => hooks.onProgress(progress)),
      );
    } finally {
      clearInterval(watch);
    }
  }

  /** From the log to the report, while the target is being ended. */
  private async read(done: LoadDone): Promise<void> {
    const { options, scope, known, interruption } = this;
    const loadEndedNs = BigInt(done.endedNs);
    const target = scope.target!;
    this.apply({ type: 'measured' });
    if (await isDiskFull(scope.folder!)) throw new FailureError(diskFull(scope.folder!));
    target.stop().catch(() => {});
    const hellos = hellosOf(target);
    const profile = await interruption.until(
      scope
        .tail!.finish()
        .then(() =>
          collectProfile(
            scope.tail!,
            { startNs: BigInt(done.startedNs), endNs: loadEndedNs },
            hellos,
            options.workspaceFolders.length > 0
              ? options.workspaceFolders
              : findWorkspaceFolders(options.cwd, entryScripts(hellos)),
            this.startedAtMs,
          ),
        ),
    );
    // Idle ones are samples too: a log without any stopped before the window.
    if (profile.samples.node.length === 0) throw new FailureError(noSamples());
    known.samples = { profile, report: buildReport(profile, new Set(options.areas)) };
    this.timings = { loadEndedNs, reportReadyNs: process.hrtime.bigint() };
  }

  private noteListeners(address: ServerAddress): void {
    const words = new Set(this.scope.target!.events.listeners.map(listenerWords));
    if (words.size < 2) return;
    this.known.notes.push(
      `The target listens on ${[...words].join(', ')}; the load went to ${address.origin} (--url chooses another).`,
    );
  }

  private pids(): number[] {
    return this.scope.target!.events.hellos.map((hello) => hello.pid);
  }

  private apply(event: RunEvent): void {
    const next = transition(this.state, event);
    if (next === this.state) return;
    this.state = next;
    this.hooks.onState(next);
  }

  /** The failure behind an error; throws what is not an expected one. */
  private async failureOf(error: unknown): Promise<Failure> {
    const folder = this.scope.folder;
    const isCancelled = error instanceof FailureError && error.failure.kind === 'cancelled';
    const hasNoSpace = (error as NodeJS.ErrnoException).code === 'ENOSPC';
    // Many failures are only the wake of a full disk.
    if (hasNoSpace || (folder && !isCancelled && (await isDiskFull(folder)))) {
      return diskFull(folder ?? this.options.cwd);
    }
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
}

function judgeAnswers(done: LoadDone, url: string): void {
  if (done.requests === 0) {
    const waitedS = Number(BigInt(done.endedNs) - BigInt(done.startedNs)) / 1e9;
    const reason = done.firstError ?? `none came within ${waitedS.toFixed(1)} s`;
    throw new FailureError(couldNotConnect(url, reason));
  }
  if (done.non2xx === done.requests) {
    const first = done.firstNon2xx;
    throw new FailureError(notTwoHundred(url, first?.status ?? 0, first?.body ?? ''));
  }
}

/** The first process of the target comes first. */
function hellosOf(target: Target): Hello[] {
  const isMain = (hello: Hello) => hello.pid === target.pid && hello.threadId === 0;
  return target.events.hellos.toSorted((a, b) => Number(isMain(b)) - Number(isMain(a)));
}

function entryScripts(hellos: Hello[]): string[] {
  return [...new Set(hellos.flatMap((hello) => hello.argv[1] ?? []))];
}
