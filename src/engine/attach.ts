import { basename, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildReport } from '../analysis/report/buildReport.ts';
import { attachTargetWords, type AttachOptions } from '../shared/attach.ts';
import { FailureError, type Failure } from '../shared/failure.ts';
import { fileBelow } from '../shared/filePaths.ts';
import { serverBlocked } from '../shared/failureText.ts';
import type { LoadDone, LoadStart } from '../shared/loadWire.ts';
import type { LoadOptions } from '../shared/runOptions.ts';
import { transition, type RunEvent, type RunState } from '../shared/runState.ts';
import { CpuWatch } from './load/cpuWatch.ts';
import { originOf } from './load/loadAddress.ts';
import { planLoad } from './load/loadPlan.ts';
import { LoadProcess } from './load/loadProcess.ts';
import { explainSilence, isSilent, checkResponses, silence } from './load/checkResponses.ts';
import { runReport, type RunKnowledge } from './profile/runReport.ts';
import { Secrets } from './profile/secrets.ts';
import { findWorkspaceFolders } from './profile/workspaceFolders.ts';
import type { RunHooks, RunOutcome } from './runOutcome.ts';
import { AttachedProcess } from './samplers/attachedProcess.ts';
import { attachedServer } from './samplers/attachedServer.ts';
import { BusyClock } from './samplers/busyClock.ts';
import { threadsOf } from './samplers/inspector.ts';
import { ConnectionLost, Unanswered } from './samplers/inspectorConnection.ts';
import { profileOfThreads } from './samplers/inspectorProfile.ts';
import { quietWindow } from './samplers/quietWindow.ts';
import { readCpu, samplingCostShare, type CpuReading } from './samplers/samplingCost.ts';
import { unsampledBelow } from './samplers/unsampledBelow.ts';
import { BlockedError, BlockedLoop, type TimeWindow } from './processes/blockedLoop.ts';
import { cpuMicrosBetween } from './processes/cpuUsage.ts';
import { Interruption } from './processes/interruption.ts';
import { descendantsOf } from './processes/processTree.ts';
import { unlessStuck } from './processes/unlessStuck.ts';

/** Without load, as long a warm-up. */
const settleS = 1;

/**
 * Samples a process that runs already, under load or as it is, and leaves it as it was. Expected
 * failures are in the report; it throws on defects only.
 *
 *   find it ─► open its inspector, where it is not ─► sample ─► detach, close what was opened
 */
export async function attachAndProfile(
  options: AttachOptions,
  hooks: RunHooks,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const run = new AttachedRun(options, hooks);
  return run.interruption.by(signal, () => run.toOutcome());
}

/** What a run has of its process. */
interface Subject {
  attached: AttachedProcess;
  secrets: Secrets;
}

/** More than it takes to see what became of a process whose inspector is gone. */
const lostMs = 5000;

class AttachedRun {
  readonly interruption = new Interruption();
  private readonly busy = new BusyClock();
  private readonly watch = new CpuWatch();
  /** Whether the process is at work, for what tells a stuck server from one that waits. */
  private readonly sign = {
    isBusy: (pid: number, sinceNs: bigint) => this.busy.wasBusy(pid, sinceNs),
  };
  private readonly attachedAtMs = Date.now();
  /** Of the process; until that is known, of the run. */
  private startedAtMs = this.attachedAtMs;
  private state: RunState = { phase: 'idle' };
  private attached: AttachedProcess | null = null;
  private loading: LoadProcess | null = null;
  private timings: RunOutcome['timings'] = null;
  private workspaceFolders: string[] = [];
  private readonly known: RunKnowledge = {
    ...{ target: null, load: null, samples: null },
    notes: [],
    deep: false,
    scripts: new Map(),
  };

  constructor(
    private readonly options: AttachOptions,
    private readonly hooks: RunHooks,
  ) {}

  async toOutcome(): Promise<RunOutcome> {
    let failure: Failure | null = null;
    try {
      this.apply({ type: 'attach', to: attachTargetWords(this.options.target) });
      const subject = await this.attach();
      await this.read(subject.attached, await this.measure(subject));
    } catch (error) {
      failure = await this.failureOf(error);
      this.apply({ type: 'failed', failure });
    } finally {
      await this.end();
    }
    this.apply({ type: 'stopped' });
    return {
      report: runReport(this.known, failure),
      profile: this.known.samples?.profile ?? null,
      timings: this.timings,
      startedAtMs: this.startedAtMs,
      workspaceFolders: this.workspaceFolders,
      launched: null,
    };
  }

  private async attach(): Promise<Subject> {
    const { options, known } = this;
    this.interruption.throwIfRaised();
    const attached = await AttachedProcess.attach(options.target, this.interruption);
    this.attached = attached;
    const { pid, node, v8, argv, execArgv, execPath, cwd, env, uptimeS } = attached.facts;
    this.startedAtMs = this.attachedAtMs - uptimeS * 1000;
    const words = argv.slice(1).map((word) => fileBelow(word, cwd));
    const command = [basename(execPath), ...execArgv, ...words];
    const secrets = new Secrets({ command, cwd, env, load: options.load });
    const told = secrets.redactCommand(command);
    known.target = { pid, node, v8, command: told, cwd, url: '', processes: [] };
    known.nodeEnv = env['NODE_ENV'] ?? '';
    known.notes.push(...attached.notes);
    if (argv[1] !== undefined) known.scripts = new Map([[pid, relative(cwd, argv[1])]]);
    if (attached.isHere) this.busy.watch(pid);
    return { attached, secrets };
  }

  /** The window that was measured. */
  private async measure(subject: Subject): Promise<TimeWindow> {
    const { load, durationS } = this.options;
    if (load) return this.underLoad(load, subject);
    await this.sample(subject);
    this.apply({ type: 'listening', warmupS: settleS, durationS });
    // V8 compiles anew what it needs.
    await this.interruption.until(delay(settleS * 1000));
    await this.interruption.until(subject.attached.inspected.beginWindow());
    this.apply({ type: 'warm', durationS });
    const before = await this.cpuOf(subject);
    const startNs = process.hrtime.bigint();
    const tell = this.hooks.onProgress.bind(this.hooks);
    await this.interruption.until(quietWindow(durationS, tell, this.interruption.signal));
    const window = { startNs, endNs: process.hrtime.bigint() };
    await this.noteOthers(subject, before, durationS);
    return window;
  }

  private async underLoad(load: LoadOptions, subject: Subject): Promise<TimeWindow> {
    const { known, interruption } = this;
    const { attached, secrets } = subject;
    const { pid } = attached.facts;
    const redact = (text: string) => secrets.redact(text);
    const ports = await attached.serverPorts();
    const place = await interruption.until(attachedServer(load, pid, ports, redact));
    known.target!.url = originOf(place);
    this.loading = new LoadProcess();
    this.apply({ type: 'prepare', requests: load.setup?.length ?? 0 });
    const plan = await interruption.until(planLoad(load, place));
    secrets.addRequests(plan.start.requests);
    const judge = (done: LoadDone) => {
      if (isSilent(done)) throw silence(done, plan, pid, this.sign);
      checkResponses(done, plan.url, null, secrets);
    };
    await this.sample(subject);
    const { warmupS, durationS } = load;
    this.watch.beginLoad();
    this.apply({ type: 'listening', warmupS, durationS });
    if (warmupS > 0) {
      const warm = await this.stretch({ ...plan.start, durationS: warmupS }, pid);
      // Of a slow server, the window decides.
      if (warm.requests > 0 || warm.errors > 0) judge(warm);
      this.apply({ type: 'warm', durationS });
    }
    await interruption.until(attached.inspected.beginWindow());
    // What runs elsewhere is not to be seen from here.
    const target = attached.isHere ? [pid] : [];
    this.watch.beginWindow(target, this.loading.pid);
    const before = await this.cpuOf(subject);
    const done = await this.stretch({ ...plan.start, durationS }, pid);
    const cpuMicros = await this.noteOthers(subject, before, durationS);
    const cpu = this.watch.endWindow(target, this.loading.pid);
    const { scenario = null, connections, rate = null } = load;
    known.load = { done, url: plan.url, scenario, connections, rate, cpuMicros, cpu };
    if (isSilent(done)) {
      await interruption.until(explainSilence(done, plan, { place, pid }, this.sign));
    }
    judge(done);
    return { startNs: BigInt(done.startedNs), endNs: BigInt(done.endedNs) };
  }

  private sample({ attached }: Subject): Promise<void> {
    return this.interruption.until(attached.inspected.startSampling(this.options.intervalMicros));
  }

  private cpuOf({ attached: { isHere, facts } }: Subject): Promise<CpuReading> {
    return readCpu(isHere ? [facts.pid, ...descendantsOf(facts.pid)] : [], []);
  }

  /** The CPU time since `before`, whose part below the process is told, as is that of sampling. */
  private async noteOthers(
    subject: Subject,
    before: CpuReading,
    durationS: number,
  ): Promise<number | null> {
    const after = await this.cpuOf(subject);
    const { pid } = subject.attached.facts;
    const { notes } = this.known;
    const [from, to] = [before.processes, after.processes];
    notes.push(...(await unsampledBelow(pid, from, to, durationS * 1000)));
    this.known.costShare = samplingCostShare(before, after);
    return cpuMicrosBetween(from, to);
  }

  /** One stretch of load, unless the process gets stuck meanwhile (BlockedError). */
  private stretch(start: LoadStart, pid: number): Promise<LoadDone> {
    const loop = new BlockedLoop(this.sign, pid, start.timeoutS);
    const answers = this.loading!.run(start, (progress) => {
      loop.note(progress.bytes);
      this.hooks.onProgress(progress);
    });
    return unlessStuck(answers, loop, this.interruption);
  }

  /** From what was sampled to the report. */
  private async read(attached: AttachedProcess, window: TimeWindow): Promise<void> {
    const { options, known, interruption } = this;
    this.apply({ type: 'measured' });
    const { pid, cwd, argv } = attached.facts;
    const threads = await interruption.until(threadsOf(attached.inspected, pid, true));
    const { intervalMicros } = options;
    this.workspaceFolders =
      options.workspaceFolders.length > 0
        ? options.workspaceFolders
        : findWorkspaceFolders(cwd, argv[1] === undefined ? [] : [argv[1]]);
    const profile = await interruption.until(
      profileOfThreads(threads, {
        window,
        intervalMicros,
        workspaceFolders: this.workspaceFolders,
        startedAtMs: this.startedAtMs,
        processes: [attached.facts],
      }),
    );
    known.samples = { profile, report: buildReport(profile, new Set(options.areas)) };
    this.timings = { loadEndedNs: window.endNs, reportReadyNs: process.hrtime.bigint() };
  }

  /** The failure behind an error; throws what is not an expected one. */
  private async failureOf(error: unknown): Promise<Failure> {
    if (error instanceof BlockedError) {
      return this.readBlocked(error).catch((e) => this.failureOf(e));
    }
    if (error instanceof FailureError) return error.failure;
    if (error instanceof Unanswered && this.attached) return this.attached.silence;
    if (error instanceof ConnectionLost) {
      // Whether the process has ended is being found out.
      const cause = await Promise.race([
        this.interruption.cause,
        delay(lostMs, null, { ref: false }),
      ]);
      if (cause) return cause;
    }
    throw error;
  }

  /** What was sampled of a server that is stuck says where it is stuck. */
  private async readBlocked({ window }: BlockedError): Promise<Failure> {
    const { known, attached } = this;
    known.load = null;
    await this.read(attached!, window);
    const [line] = known.samples?.report.lines ?? [];
    const silentMs = Number(window.endNs - window.startNs) / 1e6;
    const place = line && { ...line, name: relative(attached!.facts.cwd, line.file) };
    return serverBlocked(silentMs / 1000, place ?? null);
  }

  private async end(): Promise<void> {
    this.busy.end();
    await this.loading?.end();
    const remains = await this.attached?.detach();
    if (remains) this.known.notes.push(remains);
  }

  private apply(event: RunEvent): void {
    const next = transition(this.state, event);
    if (next === this.state) return;
    this.state = next;
    this.hooks.onState(next);
  }
}
