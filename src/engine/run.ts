import { dirname, relative } from 'node:path';
import { buildReport } from '../analysis/report/buildReport.ts';
import { FailureError, type Failure } from '../shared/failure.ts';
import { diskFull, logDoubted, serverBlocked } from '../shared/failureText.ts';
import type { LoadDone } from '../shared/loadWire.ts';
import { inliningFlags, resampledNote } from '../shared/samplerWords.ts';
import type { RunOptions } from '../shared/runOptions.ts';
import { redactedText } from '../shared/secretWords.ts';
import { transition, type RunEvent, type RunState } from '../shared/runState.ts';
import { BlockedError, type TimeWindow } from './processes/blockedLoop.ts';
import { CodeStateReader } from './measure/codeState.ts';
import { cpuMicrosBetween } from './processes/cpuUsage.ts';
import { GuardProcess } from './guardProcess.ts';
import { Interruption } from './processes/interruption.ts';
import {
  explainSilence,
  isSilent,
  checkResponses,
  judgeReach,
  silence,
  SilentError,
} from './load/checkResponses.ts';
import { CpuWatch } from './load/cpuWatch.ts';
import { originOf, parseUrlWish, type ServerPlace } from './load/loadAddress.ts';
import { planLoad } from './load/loadPlan.ts';
import { LoadProcess } from './load/loadProcess.ts';
import { LoadedServer } from './load/loadedServer.ts';
import { confirmedHost } from './load/otherHost.ts';
import type { RunHooks, RunOutcome } from './runOutcome.ts';
import { removeDeadRuns } from './deadRuns.ts';
import { FolderOwner } from './folderOwner.ts';
import {
  createRunFolder,
  emptyRunFolder,
  isDiskFull,
  logParent,
  nameRunFolder,
  temporaryFolder,
} from './runFolder.ts';
import { runReport, type RunKnowledge } from './profile/runReport.ts';
import { RunScope } from './runScope.ts';
import { DoubtError, type TargetWork } from './samplers/logDoubt.ts';
import { samplingCostShare, type CpuReading } from './samplers/samplingCost.ts';
import { readTargetCpu } from './samplers/targetCpu.ts';
import { Secrets } from './profile/secrets.ts';
import { firstAttempt, launchServer, type Attempt } from './processes/serverLaunch.ts';
import { entryScripts, processStarts, scriptsOf } from './processes/startedScripts.ts';
import { withFlags } from './processes/nodeCommand.ts';
import { launchedTarget } from './processes/launchedTarget.ts';
import { unsampledNotes } from './processes/unsampledProcesses.ts';
import { listenerWords, type ServerAddress } from './processes/waitForListener.ts';
import { findWorkspaceFolders } from './profile/workspaceFolders.ts';

/**
 * One run from launch to report. Expected failures are in the report; it throws on defects only.
 *
 * @param again what an earlier run of the same options has found behind its wrapper, to start that at
 *   once: for repeats, in which a wrapper and all that it does before would only take time
 */
export async function profileServer(
  options: RunOptions,
  hooks: RunHooks,
  signal: AbortSignal,
  again: Attempt | null = null,
): Promise<RunOutcome> {
  const run = new Run(options, hooks, again);
  return run.interruption.by(signal, () => run.toOutcome());
}

class Run {
  readonly interruption = new Interruption();
  private readonly scope = new RunScope();
  private readonly secrets: Secrets;
  private readonly watch = new CpuWatch();
  private state: RunState = { phase: 'idle' };
  private readonly startedAtMs = Date.now();
  private timings: RunOutcome['timings'] = null;
  private launched: Attempt | null = null;
  private workspaceFolders: string[] = [];
  private readonly known: RunKnowledge = {
    ...{ target: null, load: null, samples: null },
    notes: [],
    scripts: new Map(),
    deep: false,
  };
  private launchNotes: string[] = [];
  /** The other machine that the load goes to; null: none. */
  private other: ServerPlace | null = null;
  /** Processes of the target that lived at the window's start or end; null where that is not known. */
  private alive: ReadonlySet<number> | null = null;

  constructor(
    private readonly options: RunOptions,
    private readonly hooks: RunHooks,
    private readonly again: Attempt | null,
  ) {
    this.secrets = new Secrets(options);
    this.known.deep = options.deep === true;
    if (again) this.secrets.addEnvironment(again.env);
  }

  async toOutcome(): Promise<RunOutcome> {
    let outcome: RunOutcome;
    try {
      try {
        const first = await this.prepare();
        await this.measure(first).catch((error: unknown) => this.measureAgain(error));
        outcome = this.outcome(null);
      } catch (error) {
        const failure = await this.failureOf(error);
        this.apply({ type: 'failed', failure });
        outcome = this.outcome(failure);
      }
      if (outcome.profile) this.hooks.onOutcome?.(outcome);
    } finally {
      await this.scope.end();
    }
    this.apply({ type: 'stopped' });
    return outcome;
  }

  private async measure(attempt: Attempt): Promise<void> {
    const { done, work } = await this.load(await this.launch(attempt));
    await this.read(windowOf(done), work);
  }

  /** Where V8's log can't be believed, by the sampler that works beside the profiler that silences it. */
  private async measureAgain(error: unknown): Promise<void> {
    if (!(error instanceof DoubtError)) throw error;
    const { options, scope, known, launched } = this;
    // The others were asked for what the log alone tells.
    if (!launched || options.deep || options.sampler === '0x') throw error;
    this.apply({ type: 'again' });
    await Promise.all([scope.target?.stop(), scope.sampling?.end()]);
    this.interruption.throwIfRaised();
    await emptyRunFolder(scope.folder!);
    known.load = known.samples = null;
    const flags = inliningFlags(known.target!.node);
    known.notes = [resampledNote(error.doubt, flags), ...this.launchNotes];
    const { command } = launched;
    await this.measure({
      ...launched,
      // Without them, this sampler books inlined code on the function around it.
      command: command.kind === 'node' ? withFlags(command, flags) : command,
      sampler: 'inspector',
    });
  }

  private outcome(failure: Failure | null): RunOutcome {
    return {
      report: runReport(this.known, failure),
      profile: this.known.samples?.profile ?? null,
      timings: this.timings,
      startedAtMs: this.startedAtMs,
      workspaceFolders: this.workspaceFolders,
      launched: this.launched,
    };
  }

  /** Starts everything but the server, and says how that is started. */
  private async prepare(): Promise<Attempt> {
    const { options, scope, interruption } = this;
    // Before anything is started.
    this.other = await interruption.until(confirmedHost(options.load));
    const first = this.again ?? firstAttempt(options);
    interruption.throwIfRaised();
    const parent = await temporaryFolder(await logParent(options));
    await removeDeadRuns();
    interruption.throwIfRaised();
    this.apply({ type: 'launch' });
    scope.folder = nameRunFolder(parent);
    // First of all, so that whatever ends the engine leaves no folder.
    scope.guard = new GuardProcess(scope.folder);
    // Not raced, so that what it makes is known when it is cancelled.
    await createRunFolder(scope.folder);
    scope.owner = await FolderOwner.claim(scope.folder);
    interruption.throwIfRaised();
    scope.load = new LoadProcess();
    // As it is when the server reads it, and done before anything is measured.
    scope.code = new CodeStateReader(options.cwd);
    return first;
  }

  /** Starts the server and waits for it. */
  private async launch(first: Attempt): Promise<ServerAddress> {
    const { options, scope, interruption, other } = this;
    const { address, notes, samplerNotes, attempt } = await launchServer(first, {
      options,
      wantedPort: other ? null : parseUrlWish(options.load.url).port,
      other,
      scope,
      interruption,
      secrets: this.secrets,
      onOutput: this.hooks.onOutput.bind(this.hooks),
      onFound: (command) => this.apply({ type: 'found', command }),
    });
    this.launched = attempt;
    this.launchNotes = notes;
    this.known.notes.push(...notes, ...samplerNotes);
    this.known.nodeEnv = address.listener.nodeEnv;
    this.known.target = {
      ...launchedTarget(scope.target!, address, options.cwd),
      command: this.secrets.redactCommand(options.command),
      ...(await interruption.until(scope.code!.state)),
    };
    return other ? { ...address, place: other } : address;
  }

  /** Warms up and measures; the answer is of the measured window, with what else is known of it. */
  private async load(address: ServerAddress): Promise<{ done: LoadDone; work: TargetWork }> {
    const { options, known } = this;
    const { warmupS, durationS, connections } = options.load;
    this.apply({ type: 'prepare', requests: options.load.setup?.length ?? 0 });
    const plan = await this.interruption.until(planLoad(options.load, address.place));
    const onProgress = this.hooks.onProgress.bind(this.hooks);
    const server = new LoadedServer(address, this.scope, this.interruption, onProgress);
    this.secrets.addRequests(plan.start.requests);
    this.watch.beginLoad();
    this.apply({ type: 'listening', warmupS, durationS });
    await this.interruption.until(this.beginSampling());
    if (warmupS > 0) {
      const before = await readTargetCpu(this.scope);
      const warm = await server.warmUp(plan.start, warmupS, options.startTimeoutS);
      const after = await readTargetCpu(this.scope);
      if (warm && isSilent(warm))
        throw silence(warm, plan, address.listener.pid, this.scope.sampling!);
      if (warm) checkResponses(warm, plan.url, this.scope.target!.output(), this.secrets);
      if (warm) judgeReach(warm, address, this.scope.target!.events);
      if (warm) await this.judgeSamples(windowOf(warm), this.workBetween(before, after));
      this.apply({ type: 'warm', durationS });
    }
    await this.interruption.until(this.beginWindow());
    const before = await readTargetCpu(this.scope);
    this.watch.beginWindow([...before.processes.keys()], this.scope.load!.pid);
    const done = await server.stretch({ ...plan.start, durationS });
    const after = await readTargetCpu(this.scope);
    const cpu = this.watch.endWindow([...after.processes.keys()], this.scope.load!.pid);
    const [cpuBefore, cpuAfter] = [before.processes, after.processes];
    known.costShare = samplingCostShare(before, after);
    known.load = {
      done,
      url: plan.url,
      scenario: options.load.scenario ?? null,
      connections,
      rate: options.load.rate ?? null,
      cpuMicros: cpuMicrosBetween(cpuBefore, cpuAfter),
      cpu,
    };
    if (cpuAfter.size > 0) this.alive = new Set([...cpuBefore.keys(), ...cpuAfter.keys()]);
    const { hellos } = this.scope.target!.events;
    const sampling = this.scope.sampling!;
    const sampled = hellos.filter((hello) => sampling.isSampled(hello));
    known.notes.push(...unsampledNotes(hellos, sampled, cpuBefore, cpuAfter, durationS * 1000));
    if (isSilent(done)) {
      const asked = { place: address.place, pid: address.listener.pid };
      await server.whileServing(explainSilence(done, plan, asked, sampling));
    }
    checkResponses(done, plan.url, this.scope.target!.output(), this.secrets);
    judgeReach(done, address, this.scope.target!.events);
    this.noteListeners(address);
    return { done, work: this.workBetween(before, after) };
  }

  private workBetween(before: CpuReading, after: CpuReading): TargetWork {
    const { events } = this.scope.target!;
    return { before, after, hasStartedProfiler: events.hasStartedProfiler };
  }

  /** Throws DoubtError where what was sampled of a stretch is not what the server did. */
  private async judgeSamples(window: TimeWindow, work: TargetWork): Promise<void> {
    const { sampling, target } = this.scope;
    const doubt = await this.interruption.until(
      sampling!.doubt(window, target!.events.hellos, work),
    );
    if (doubt) throw new DoubtError(doubt);
  }

  private beginSampling(): Promise<void> {
    const { target, sampling } = this.scope;
    target!.events.poll();
    return sampling!.begin(target!.events.hellos);
  }

  private beginWindow(): Promise<void> {
    const { target, sampling } = this.scope;
    target!.events.poll();
    return sampling!.beginWindow(target!.events.hellos);
  }

  /** From the log to the report, while the target is being ended. `work` is null where the server is stuck. */
  private async read(window: TimeWindow, work: TargetWork | null): Promise<void> {
    const { options, scope, known, interruption } = this;
    const target = scope.target!;
    this.apply({ type: 'measured' });
    if (await isDiskFull(scope.folder!)) throw new FailureError(diskFull(dirname(scope.folder!)));
    target.events.poll();
    const hellos = processStarts(target);
    known.scripts = scriptsOf(hellos, options.cwd);
    this.workspaceFolders =
      options.workspaceFolders.length > 0
        ? options.workspaceFolders
        : findWorkspaceFolders(options.cwd, entryScripts(hellos));
    const profile = await interruption.until(
      scope.sampling!.profile(
        {
          window,
          hellos,
          workspaceFolders: this.workspaceFolders,
          startedAtMs: this.startedAtMs,
          alive: this.alive,
        },
        () => target.stop().catch(() => {}),
      ),
    );
    if (work) await this.judgeSamples(window, work);
    // Idle ones are samples too: a log without any stopped before the window.
    if (profile.samples.node.length === 0) {
      throw new DoubtError({ kind: 'silent', share: 1, starter: null });
    }
    known.samples = { profile, report: buildReport(profile, new Set(options.areas)) };
    this.timings = { loadEndedNs: window.endNs, reportReadyNs: process.hrtime.bigint() };
  }

  /** A server that is stuck fails the run, and what was sampled meanwhile says where it is stuck. */
  private async readBlocked({ window }: BlockedError): Promise<Failure> {
    this.known.load = null;
    await this.read(window, null);
    const [line] = this.known.samples?.report.lines ?? [];
    const silentMs = Number(window.endNs - window.startNs) / 1e6;
    return serverBlocked(
      silentMs / 1000,
      line ? { ...line, name: relative(this.options.cwd, line.file) } : null,
    );
  }

  /** Where the log is read after the server's end, only that tells whether it was stuck. */
  private async wasBlocked({ pid, window }: SilentError): Promise<boolean> {
    const { sampling, target } = this.scope;
    const hasRead = await sampling!.readUnread(() => target!.stop().catch(() => {}));
    return hasRead && sampling!.isBusy(pid, window.startNs);
  }

  private noteListeners(address: ServerAddress): void {
    const { place, others = [] } = address;
    const words = new Set(this.scope.target!.events.listeners.map(listenerWords));
    if (words.size < 2 && !place.isOther) return;
    const [other] = others;
    const alike = other
      ? `, the first in the process closest to the command of ${others.length + 1} that answer alike`
      : '';
    const another = other
      ? ` ${originOf(other)}${redactedText(parseUrlWish(this.options.load.url).path)}`
      : '';
    this.known.notes.push(
      `The target listens on ${[...words].join(', ')}; the load went to ${originOf(place)}${alike} (--url${another} chooses another).`,
    );
  }

  private apply(event: RunEvent): void {
    const next = transition(this.state, event);
    if (next === this.state) return;
    this.state = next;
    this.hooks.onState(next);
  }

  /** The failure behind an error; throws what is not an expected one. */
  private async failureOf(error: unknown): Promise<Failure> {
    if (error instanceof BlockedError)
      return this.readBlocked(error).catch((e) => this.failureOf(e));
    if (error instanceof SilentError && (await this.wasBlocked(error)))
      return this.failureOf(new BlockedError(error.window));
    const folder = this.scope.folder;
    const isCancelled = error instanceof FailureError && error.failure.kind === 'cancelled';
    const hasNoSpace = (error as NodeJS.ErrnoException).code === 'ENOSPC';
    // Many failures are only the wake of a full disk.
    if (hasNoSpace || (folder && !isCancelled && (await isDiskFull(folder)))) {
      return diskFull(folder ? dirname(folder) : this.options.cwd);
    }
    if (error instanceof DoubtError) return logDoubted(error.doubt);
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
}

function windowOf({ startedNs, endedNs }: LoadDone): TimeWindow {
  return { startNs: BigInt(startedNs), endNs: BigInt(endedNs) };
}
