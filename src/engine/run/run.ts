import { dirname } from 'node:path';
import { FailureError, type Failure } from '../../shared/failure.ts';
import { tooOldForAllocations } from '../../shared/launchFailures.ts';
import { diskFull } from '../../shared/samplingFailures.ts';
import type { LearnedThread } from '../../shared/learningWire.ts';
import type { WindowAllocation } from '../../shared/memory.ts';
import type { LoadDone } from '../../shared/loadWire.ts';
import type { RunOptions } from '../../shared/runOptions.ts';
import { inliningFlags, resampledNote } from '../../shared/samplerText.ts';
import { CodeStateReader } from '../git/codeState.ts';
import { listenerNotes } from '../launch/listenerNotes.ts';
import { RunScope } from '../launch/runScope.ts';
import { firstAttempt, launchServer, type Attempt } from '../launch/serverLaunch.ts';
import { entryScripts, processStarts, scriptsOf } from '../launch/startedScripts.ts';
import type { Target } from '../launch/target.ts';
import { unsampledNotes } from '../launch/unsampledProcesses.ts';
import type { ServerAddress } from '../launch/waitForListener.ts';
import { whileServing } from '../launch/whileServing.ts';
import type { Interruption } from '../processes/interruption.ts';
import { withFlags } from '../processes/nodeCommand.ts';
import { findTree } from '../processes/processTree.ts';
import { LearningPhase } from '../learning/learningPhase.ts';
import { AllocationCount } from '../memory/allocationCount.ts';
import { GrowthPhase, type ObservedGrowth } from '../memory/growthPhase.ts';
import { GuardProcess } from '../programs/guardProcess.ts';
import { removeDeadRuns } from '../runFolder/deadRuns.ts';
import { FolderOwner } from '../runFolder/folderOwner.ts';
import {
  createRunFolder,
  emptyRunFolder,
  isDiskFull,
  logParent,
  nameRunFolder,
  temporaryFolder,
} from '../runFolder/runFolder.ts';
import { DoubtError } from '../samplers/logDoubt.ts';
import { readCpu, type CpuReading } from '../samplers/samplingCost.ts';
import type { SampledProfile, Sampling } from '../samplers/sampling.ts';
import { Secrets } from '../secrets/secrets.ts';
import type { BlockedLoop, TimeWindow } from '../serving/blockedLoop.ts';
import { originOf, parseLoadUrl, type ServerPlace } from '../serving/loadAddress.ts';
import { confirmedHost } from '../serving/otherHost.ts';
import { checkResponses, judgeReach } from './checkResponses.ts';
import { profileTarget } from './profileTarget.ts';
import type { EarlierRun, RunHooks, RunOutcome } from './runOutcome.ts';
import type { FollowedLoad, PhaseCpu, RunContext, RunTarget, ServedPlace } from './runTarget.ts';

/**
 * Launches a server and profiles it under load. Expected failures are in the report; it throws on
 * defects only.
 *
 * @param earlier for repeats of the same options
 */
export async function runProfile(
  options: RunOptions,
  hooks: RunHooks,
  signal: AbortSignal,
  earlier: EarlierRun | null = null,
): Promise<RunOutcome> {
  const { durationS } = options.load;
  const { learned = null, learningS } = earlier ?? {};
  const learning = { learned, ...(learningS === undefined ? {} : { learningS }) };
  return profileTarget({ ...options, durationS, ...learning }, hooks, signal, (run) => {
    return new LaunchedTarget(run, options, earlier);
  });
}

/** A server that the run launches under a sampler, and ends. */
class LaunchedTarget implements RunTarget {
  readonly startedAtMs = Date.now();
  readonly secrets: Secrets;
  readonly firstAnswerS: number;
  launched: Attempt | null = null;
  private readonly scope = new RunScope();
  /** The attempt that {@link serve} launches next. */
  private next: Attempt | null;
  private address: ServerAddress | null = null;
  /** Null: the target is not asked to learn. */
  private learning: LearningPhase | null = null;
  private count!: AllocationCount;
  /** Null: the target is not asked what it keeps. */
  private growth: GrowthPhase | null = null;
  /** While it learns: its death ends that, and the run has its report. */
  private learningPart: Interruption | null = null;
  private launchNotes: string[] = [];
  /** The other machine that the load goes to; null: none. */
  private other: ServerPlace | null = null;
  /** Processes of the target that lived at the window's start or end; null if that is not known. */
  private alive: ReadonlySet<number> | null = null;

  constructor(
    private readonly run: RunContext,
    private readonly options: RunOptions,
    earlier: EarlierRun | null,
  ) {
    this.next = earlier?.launched ?? null;
    this.secrets = new Secrets(options);
    this.firstAnswerS = options.startTimeoutS;
    run.known.deep = options.deep === true;
    run.known.allocations = options.allocations === true;
    if (this.next) this.secrets.addEnvironment(this.next.env);
  }

  async prepare(): Promise<void> {
    const { options, scope } = this;
    const { interruption } = this.run;
    // Before anything is started.
    this.other = await interruption.until(confirmedHost(options.load));
    this.next ??= firstAttempt(options);
    interruption.throwIfRaised();
    const parent = await temporaryFolder(await logParent(options));
    await removeDeadRuns();
    interruption.throwIfRaised();
    this.run.apply({ type: 'launch' });
    scope.folder = nameRunFolder(parent);
    // First of all, so that whatever ends the engine leaves no folder.
    scope.guard = new GuardProcess(scope.folder);
    // Not raced, so that what it makes is known when it is cancelled.
    await createRunFolder(scope.folder);
    scope.owner = await FolderOwner.claim(scope.folder);
    interruption.throwIfRaised();
    // As it is when the server reads it, and done before anything is measured.
    scope.code = new CodeStateReader(options.cwd);
  }

  async serve(): Promise<ServedPlace> {
    const { options, scope, other, run } = this;
    const { interruption, known } = run;
    if (options.chargesAwaits !== false && !options.allocations) {
      this.learning = await LearningPhase.prepare(scope.folder!);
    }
    this.count = await AllocationCount.prepare(scope.folder!);
    if (options.allocations) this.growth = await GrowthPhase.prepare(scope.folder!);
    const { address, notes, samplerNotes, attempt } = await launchServer(this.next!, {
      options,
      wantedPort: other ? null : parseLoadUrl(options.load.url).port,
      other,
      scope,
      interruption,
      secrets: this.secrets,
      onOutput: run.hooks.onOutput.bind(run.hooks),
      onFound: (command) => run.apply({ type: 'found', command }),
    });
    this.launched = attempt;
    this.launchNotes = notes;
    known.notes.push(...notes, ...samplerNotes);
    const { listener } = address;
    known.nodeEnv = listener.nodeEnv;
    const [main] = processStarts(this.target);
    known.target = {
      // A sampler may start it by a program of its own.
      pid: main?.pid ?? this.target.pid,
      node: main?.node ?? '',
      v8: main?.v8 ?? '',
      cwd: options.cwd,
      url: originOf(address.place),
      listenMs: Number(BigInt(listener.at) - this.target.launchedNs) / 1e6,
      processes: [],
      command: this.secrets.redactCommand(options.command),
      ...(await interruption.until(scope.code!.state)),
    };
    if (options.allocations && Number.parseInt(known.target.node, 10) < 20) {
      throw new FailureError(tooOldForAllocations(known.target.node));
    }
    this.address = other ? { ...address, place: other } : address;
    return { pid: listener.pid, place: this.address.place };
  }

  beginSampling(): Promise<void> {
    return this.sampling.begin(this.hellosNow());
  }

  async beginWindow(): Promise<void> {
    await this.sampling.beginWindow(this.hellosNow());
    await this.count.begin(this.target.events);
  }

  endWindow(): Promise<WindowAllocation> {
    return this.count.end(this.target.events);
  }

  /** Reads all processes of the tree, and those that reported their start from outside of it. */
  readCpu(): Promise<CpuReading> {
    const hellos = this.hellosNow();
    const tree = findTree({ root: this.target.pid, runFolder: this.scope.folder! });
    return readCpu([...tree, ...hellos.map((hello) => hello.pid)], hellos);
  }

  sampledPids({ processes }: CpuReading): number[] {
    return [...processes.keys()];
  }

  isBusy(pid: number, sinceNs: bigint): boolean {
    return this.sampling.isBusy(pid, sinceNs);
  }

  whileServing<T>(work: Promise<T>, loop: BlockedLoop | null): Promise<T> {
    const { pid } = this.address!.listener;
    const interruption = this.learningPart ?? this.run.interruption;
    return whileServing(work, this.target, pid, loop, interruption);
  }

  checkAnswers(done: LoadDone, url: string): void {
    checkResponses(done, url, this.target.output(), this.secrets);
    judgeReach(done, this.address!, this.target.events);
  }

  async checkSamples(window: TimeWindow, cpu: PhaseCpu): Promise<void> {
    const { hellos, hasStartedProfiler } = this.target.events;
    const doubt = await this.sampling.doubt(window, hellos, { ...cpu, hasStartedProfiler });
    if (doubt) throw new DoubtError(doubt);
  }

  async notesOnWindow({ before, after }: PhaseCpu, windowMs: number): Promise<string[]> {
    const [from, to] = [before.processes, after.processes];
    if (to.size > 0) this.alive = new Set([...from.keys(), ...to.keys()]);
    const { hellos } = this.target.events;
    const sampled = hellos.filter((hello) => this.sampling.isSampled(hello));
    return unsampledNotes(hellos, sampled, from, to, windowMs);
  }

  async learn(
    load: (() => Promise<unknown>) | null,
    follow: FollowedLoad,
  ): Promise<LearnedThread[] | null> {
    const { learning } = this;
    if (!learning) return null;
    const part = this.run.interruption.part();
    this.learningPart = part;
    try {
      await part.until(learning.begin(follow.hasRoutes ? follow.port : null));
      await load?.();
      await part.until(learning.follow(follow.port));
      await follow.load();
      return await part.until(learning.end());
    } finally {
      this.learningPart = null;
    }
  }

  grow(
    windowS: number,
    load: (seconds: number) => Promise<number>,
  ): Promise<ObservedGrowth | null> {
    const { interruption } = this.run;
    return interruption.until(
      this.growth?.observe(this.target.events, windowS, load) ?? Promise.resolve(null),
    );
  }

  entryScripts(): string[] {
    return entryScripts(processStarts(this.target));
  }

  async profile(
    window: TimeWindow,
    workspaceFolders: string[],
    cpu: PhaseCpu | null,
  ): Promise<SampledProfile> {
    const { alive, startedAtMs } = this;
    const { interruption, known } = this.run;
    if (cpu) {
      const { listeners } = this.target.events;
      known.notes.push(...listenerNotes(this.address!, listeners, this.options.load.url));
    }
    const folder = this.scope.folder!;
    if (await isDiskFull(folder)) throw new FailureError(diskFull(dirname(folder)));
    this.target.events.poll();
    const hellos = processStarts(this.target);
    const windowStartMs = Number(window.startNs) / 1e6;
    known.loops = { threads: this.target.events.loops, windowStartMs };
    known.scripts = scriptsOf(hellos, this.options.cwd);
    const request = { window, hellos, workspaceFolders, startedAtMs, alive };
    const profile = await interruption.until(this.sampling.profile(request, this.endTarget));
    if (cpu) await interruption.until(this.checkSamples(window, cpu));
    // Idle ones are samples too: a log without any stopped before the window.
    if (profile.samples.node.length === 0) {
      throw new DoubtError({ kind: 'silent', share: 1, starter: null });
    }
    return profile;
  }

  async launchAgain(error: DoubtError): Promise<void> {
    const { launched, options, scope, run } = this;
    // The others were asked for what the log alone tells.
    if (!launched || options.deep || options.allocations || options.sampler === '0x') throw error;
    run.apply({ type: 'again' });
    await Promise.all([this.target.stop(), this.sampling.end()]);
    run.interruption.throwIfRaised();
    await emptyRunFolder(scope.folder!);
    const flags = inliningFlags(run.known.target!.node);
    run.known.notes = [resampledNote(error.doubt, flags), ...this.launchNotes];
    const { command } = launched;
    this.next = {
      ...launched,
      // Without them, this sampler books inlined code on the function around it.
      command: command.kind === 'node' ? withFlags(command, flags) : command,
      sampler: 'inspector',
    };
  }

  /** If the log is read after the server's end, nothing else tells whether the server was stuck. */
  async wasBlocked(pid: number, { startNs }: TimeWindow): Promise<boolean> {
    return (await this.sampling.readUnread(this.endTarget)) && this.isBusy(pid, startNs);
  }

  async failureOf(error: unknown): Promise<Failure | null> {
    const { folder } = this.scope;
    const isCancelled = error instanceof FailureError && error.failure.kind === 'cancelled';
    const hasNoSpace = (error as NodeJS.ErrnoException).code === 'ENOSPC';
    // Many failures are only the wake of a full disk.
    const isFull = hasNoSpace || (folder && !isCancelled && (await isDiskFull(folder)));
    return isFull ? diskFull(folder ? dirname(folder) : this.options.cwd) : null;
  }

  async end(): Promise<null> {
    await this.scope.end();
    return null;
  }

  private get target(): Target {
    return this.scope.target!;
  }

  private get sampling(): Sampling {
    return this.scope.sampling!;
  }

  /** Its end is nobody's to wait for, and never fails. */
  private readonly endTarget = (): Promise<void> => this.target.stop().catch(() => {});

  private hellosNow() {
    const { events } = this.target;
    events.poll();
    return events.hellos;
  }
}
