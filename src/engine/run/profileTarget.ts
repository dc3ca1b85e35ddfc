import { relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { placeLearned, type LearnedWork } from '../../analysis/awaits/learnedWork.ts';
import { buildReport } from '../../analysis/report/buildReport.ts';
import { FailureError, type Failure } from '../../shared/failure.ts';
import { serverBlocked } from '../../shared/loadFailures.ts';
import { logDoubted } from '../../shared/samplingFailures.ts';
import type { LoadDone } from '../../shared/loadWire.ts';
import type { LoadOptions, RunOptions } from '../../shared/runOptions.ts';
import { transition, type RunEvent, type RunState } from '../../shared/runState.ts';
import { findWorkspaceFolders } from '../files/workspaceFolders.ts';
import { followingSecondsOf, learningSecondsOf } from '../learning/learningPhase.ts';
import { CpuWatch } from '../load/cpuWatch.ts';
import { planLoad } from '../load/loadPlan.ts';
import { LoadProcess } from '../load/loadProcess.ts';
import { cpuMicrosBetween } from '../processes/cpuUsage.ts';
import { Interruption } from '../processes/interruption.ts';
import { filesOfRun } from '../profile/diskFiles.ts';
import { sourcesOrDisk } from '../profile/sourceOf.ts';
import { growingSecondsOf, type ObservedGrowth } from '../memory/growthPhase.ts';
import { readGrowth } from '../memory/readGrowth.ts';
import type { SampledProfile } from '../samplers/sampling.ts';
import { DoubtError } from '../samplers/logDoubt.ts';
import { quietWindow } from '../samplers/quietWindow.ts';
import { holdSamplersBesideMain } from '../samplers/samplerBesideMain.ts';
import { samplingCostShare } from '../samplers/samplingCost.ts';
import { BlockedError, type TimeWindow } from '../serving/blockedLoop.ts';
import { chargedProfile } from './chargedProfile.ts';
import { SilentError } from './checkResponses.ts';
import { learnUnderLoad, type Learning } from './learnUnderLoad.ts';
import { LoadedServer } from './loadedServer.ts';
import type { RunHooks, RunOutcome } from './runOutcome.ts';
import { runReport, type RunKnowledge } from './runReport.ts';
import type { PhaseCpu, RunContext, RunTarget, ServedPlace } from './runTarget.ts';

/** The options of every run, whatever its target. */
export interface ProfileOptions extends Pick<RunOptions, 'workspaceFolders' | 'areas'> {
  /** Null: the target is sampled as it is, for `durationS`. */
  load: LoadOptions | null;
  durationS: number;
  /** Absent: as long as suits the window. */
  learningS?: number;
  /** The work that an earlier run has learned, by which this one charges its samples. */
  learned?: LearnedWork | null;
}

/** How long a target without load is sampled before its window, since V8 compiles anew what it needs. */
const settleS = 1;

/**
 * One run from its target to its report, whether the target is launched or attached to. Expected
 * failures are in the report; it throws on defects only.
 */
export async function profileTarget(
  options: ProfileOptions,
  hooks: RunHooks,
  signal: AbortSignal,
  targetOf: (run: RunContext) => RunTarget,
): Promise<RunOutcome> {
  const run = new Run(options, hooks, targetOf);
  return run.interruption.by(signal, () => run.toOutcome());
}

class Run implements RunContext {
  readonly interruption = new Interruption();
  readonly known: RunKnowledge = {
    ...{ target: null, load: null, samples: null, allocation: null, growth: null },
    notes: [],
    scripts: new Map(),
    deep: false,
    allocations: false,
  };
  private readonly target: RunTarget;
  private readonly watch = new CpuWatch();
  private loading: LoadProcess | null = null;
  private state: RunState = { phase: 'idle' };
  private timings: RunOutcome['timings'] = null;
  private workspaceFolders: string[] = [];
  /** Null: the target was not asked to learn. */
  private learning: Learning | null = null;
  private growth: ObservedGrowth | null = null;

  constructor(
    private readonly options: ProfileOptions,
    readonly hooks: RunHooks,
    targetOf: (run: RunContext) => RunTarget,
  ) {
    this.target = targetOf(this);
  }

  async toOutcome(): Promise<RunOutcome> {
    let outcome: RunOutcome;
    let remains: string | null = null;
    try {
      try {
        await this.target.prepare();
        if (this.options.load) this.loading = new LoadProcess();
        await this.measure().catch((error: unknown) => this.measureAgain(error));
        outcome = this.outcome(null);
      } catch (error) {
        const failure = await this.failureOf(error);
        this.apply({ type: 'failed', failure });
        outcome = this.outcome(failure);
      }
      if (outcome.profile) this.hooks.onOutcome?.(outcome);
    } finally {
      this.watch.stop();
      [remains] = await Promise.all([this.target.end(), this.loading?.end()]);
    }
    if (remains !== null) outcome.report.notes.push(remains);
    this.apply({ type: 'stopped' });
    return outcome;
  }

  /** The phases of a run in their order, from the server to the report. */
  private async measure(): Promise<void> {
    const { target, interruption, options } = this;
    const { durationS, load } = options;
    const warmupS = load ? load.warmupS : settleS;

    const server = await this.loaded(await target.serve());
    await interruption.until(target.beginSampling());
    this.watch.beginLoad();
    this.apply({ type: 'listening', warmupS, durationS });
    if (warmupS > 0) {
      await this.warmUp(server, warmupS);
      this.apply({ type: 'warm', durationS });
    }
    await interruption.until(target.beginWindow());
    const { window, cpu } = await this.measureWindow(server);
    await this.learn(server);
    await this.grow(server);
    this.apply({ type: 'measured' });
    await this.read(window, cpu);
  }

  /** If the samples can't be believed, measures again under another sampler. */
  private async measureAgain(error: unknown): Promise<void> {
    if (!(error instanceof DoubtError)) throw error;
    await this.target.launchAgain(error);
    this.known.load = null;
    this.known.allocation = null;
    await this.measure();
  }

  apply(event: RunEvent): void {
    const next = transition(this.state, event);
    if (next === this.state) return;
    this.state = next;
    this.hooks.onState(next);
  }

  private outcome(failure: Failure | null): RunOutcome {
    const { known, target, timings, workspaceFolders } = this;
    const sampled = known.samples?.profile ?? null;
    return {
      report: runReport(known, failure),
      // Nobody is to take bytes for time.
      profile: known.allocations ? null : sampled,
      bytesProfile: known.allocations ? sampled : null,
      timings,
      startedAtMs: target.startedAtMs,
      workspaceFolders,
      launched: target.launched,
      learned: this.learning?.outcome ?? null,
    };
  }

  /** The server with its load, whose setup requests have been sent; null if the run has no load. */
  private async loaded({ place, pid }: ServedPlace): Promise<LoadedServer | null> {
    const { options, target, loading, hooks } = this;
    const { load } = options;
    if (!load || !loading || !place) return null;
    this.apply({ type: 'prepare', requests: load.setup?.length ?? 0 });
    const plan = await this.interruption.until(planLoad(load, place));
    target.secrets.addRequests(plan.start.requests);
    const onProgress = hooks.onProgress.bind(hooks);
    return new LoadedServer(plan, loading, { place, pid }, target, onProgress);
  }

  private async warmUp(server: LoadedServer | null, warmupS: number): Promise<void> {
    const { target, interruption } = this;
    if (!server) return interruption.until(delay(warmupS * 1000));
    const before = await target.readCpu();
    const warm = await server.warmUp(warmupS);
    const after = await target.readCpu();
    if (!warm) return;
    server.check(warm);
    await interruption.until(target.checkSamples(windowOf(warm), { before, after }));
  }

  private async measureWindow(
    server: LoadedServer | null,
  ): Promise<{ window: TimeWindow; cpu: PhaseCpu }> {
    const { options, known, target, watch } = this;
    const { durationS, load } = options;
    const before = await target.readCpu();
    if (server) watch.beginWindow(target.sampledPids(before), server.load.pid);
    const startNs = process.hrtime.bigint();
    const release = holdSamplersBesideMain(target.sampledPids(before));
    const done = await (server ? server.run({ durationS }) : this.waitQuietly()).finally(release);
    const window = done ? windowOf(done) : { startNs, endNs: process.hrtime.bigint() };
    const after = await target.readCpu();
    known.costShare = samplingCostShare(before, after);
    if (server && done && load) {
      const { scenario = null, connections, rate = null } = load;
      const cpuMicros = cpuMicrosBetween(before.processes, after.processes);
      const cpu = watch.endWindow(target.sampledPids(after), server.load.pid);
      const redact = (text: string) => target.secrets.redact(text);
      known.load = {
        ...{ done, url: server.plan.url, scenario, connections, rate, cpuMicros, cpu },
        ...{ routes: server.plan.routes, redact },
      };
    }
    const cpu = { before, after };
    known.allocation = await target.endWindow();
    if (known.load) known.load.cpuMicros ??= known.allocation?.cpuMicros ?? null;
    known.notes.push(...(await target.notesOnWindow(cpu, durationS * 1000)));
    if (server && done) await server.checkWindow(done);
    return { window, cpu };
  }

  /** Unless an earlier run has learned of the awaits, the target does now. */
  private async learn(server: LoadedServer | null): Promise<void> {
    const { options, target, known } = this;
    const { durationS, learningS = learningSecondsOf(durationS) } = options;
    this.learning = null;
    if (!server) return;
    const seconds = {
      learnS: options.learned ? 0 : learningS,
      followS: followingSecondsOf(durationS, known.load?.done.latencyMs.mean ?? 0),
    };
    this.learning = await learnUnderLoad(server, target, this, seconds);
    known.notes.push(...(this.learning?.outcome.notes ?? []));
  }

  /** In a run of allocations, goes on with the load for what stays in memory. */
  private async grow(server: LoadedServer | null): Promise<void> {
    const { options, target, known } = this;
    const { durationS } = options;
    if (!server || !known.allocations) return;
    this.apply({ type: 'grow', durationS: growingSecondsOf(durationS) });
    try {
      this.growth = await target.grow(durationS, async (seconds) => {
        return (await server.run({ durationS: seconds })).requests;
      });
    } catch (error) {
      this.interruption.throwIfRaised();
      const [reason = ''] = (error as Error).message.split('\n');
      known.notes.push(`What stays in memory is not known: the server failed meanwhile. ${reason}`);
    }
  }

  private async waitQuietly(): Promise<null> {
    const { interruption, options, hooks } = this;
    const tell = hooks.onProgress.bind(hooks);
    await interruption.until(quietWindow(options.durationS, tell, interruption.signal));
    return null;
  }

  /** From what was sampled to the report; `cpu` is null if the server is stuck. */
  private async read(window: TimeWindow, cpu: PhaseCpu | null): Promise<void> {
    const { options, known, target } = this;
    this.workspaceFolders =
      options.workspaceFolders.length > 0
        ? options.workspaceFolders
        : findWorkspaceFolders(known.target!.cwd, target.entryScripts());
    const sampled = await target.profile(window, this.workspaceFolders, cpu);
    const profile = await this.charged(sampled);
    const areas = new Set(options.areas);
    known.samples = { profile, report: buildReport(profile, areas) };
    if (this.growth) {
      const { workspaceFolders } = this;
      const placing = { workspaceFolders, startedAtMs: target.startedAtMs, areas };
      known.growth = await readGrowth(this.growth, placing);
    }
    const loadEndedNs = this.learning?.loadEndedNs ?? window.endNs;
    this.timings = { loadEndedNs, reportReadyNs: process.hrtime.bigint() };
  }

  private async charged(sampled: SampledProfile): Promise<SampledProfile> {
    const own = await this.placedWork();
    const learned = { charging: this.options.learned ?? own, followed: own };
    return chargedProfile(sampled, learned, this.known.load, ({ sources }) =>
      sourcesOrDisk(sources, this.workspaceFolders),
    );
  }

  private async placedWork(): Promise<LearnedWork | null> {
    const { learning, workspaceFolders, target } = this;
    if (!learning || learning.threads.length === 0) return null;
    const { threads, outcome } = learning;
    outcome.work = await placeLearned(threads, {
      workspaceFolders,
      files: filesOfRun(workspaceFolders),
      takenAtMs: target.startedAtMs,
    });
    return outcome.work;
  }

  /** A server that is stuck fails the run, and what was sampled meanwhile says where it is stuck. */
  private async readBlocked({ window }: BlockedError): Promise<Failure> {
    const { known } = this;
    known.load = null;
    this.apply({ type: 'measured' });
    await this.read(window, null);
    const [line] = known.samples?.report.lines ?? [];
    const silentMs = Number(window.endNs - window.startNs) / 1e6;
    const place = line && { ...line, name: relative(known.target!.cwd, line.file) };
    return serverBlocked(silentMs / 1000, place ?? null);
  }

  /** The failure behind an error; throws what is not an expected one. */
  private async failureOf(error: unknown): Promise<Failure> {
    if (error instanceof BlockedError) {
      return this.readBlocked(error).catch((e) => this.failureOf(e));
    }
    if (error instanceof SilentError && (await this.target.wasBlocked(error.pid, error.window))) {
      return this.failureOf(new BlockedError(error.window));
    }
    const failure = await this.target.failureOf(error);
    if (failure) return failure;
    if (error instanceof DoubtError) return logDoubted(error.doubt);
    if (error instanceof FailureError) return error.failure;
    throw error;
  }
}

function windowOf({ startedNs, endedNs }: LoadDone): TimeWindow {
  return { startNs: BigInt(startedNs), endNs: BigInt(endedNs) };
}
