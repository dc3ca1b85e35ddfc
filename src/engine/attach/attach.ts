import { basename, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { attachTargetText, type AttachOptions } from '../../shared/attach.ts';
import type { Failure } from '../../shared/failure.ts';
import { fileBelow } from '../../shared/filePaths.ts';
import type { LoadDone } from '../../shared/loadWire.ts';
import { descendantsOf } from '../processes/processTree.ts';
import { checkResponses } from '../run/checkResponses.ts';
import { profileTarget } from '../run/profileTarget.ts';
import type { RunHooks, RunOutcome } from '../run/runOutcome.ts';
import type { PhaseCpu, RunContext, RunTarget, ServedPlace } from '../run/runTarget.ts';
import { BusyClock } from '../samplers/busyClock.ts';
import { threadsOf } from '../samplers/inspector.ts';
import type { DoubtError } from '../samplers/logDoubt.ts';
import { ConnectionLost, Unanswered } from '../samplers/inspectorConnection.ts';
import { profileOfThreads } from '../samplers/inspectorProfile.ts';
import { readCpu, type CpuReading } from '../samplers/samplingCost.ts';
import type { SampledProfile } from '../samplers/sampling.ts';
import { unsampledBelow } from '../samplers/unsampledBelow.ts';
import { Secrets } from '../secrets/secrets.ts';
import type { BlockedLoop, TimeWindow } from '../serving/blockedLoop.ts';
import { originOf } from '../serving/loadAddress.ts';
import { unlessStuck } from '../serving/unlessStuck.ts';
import { AttachedProcess } from './attachedProcess.ts';
import { attachedServer } from './attachedServer.ts';

/**
 * Samples a process that runs already, under load or as it is, and leaves it as it was. Expected
 * failures are in the report; it throws on defects only.
 *
 *   find it ─► open its inspector if it is closed ─► sample ─► detach, close what was opened
 */
export function attachAndProfile(
  options: AttachOptions,
  hooks: RunHooks,
  signal: AbortSignal,
): Promise<RunOutcome> {
  const durationS = options.load?.durationS ?? options.durationS;
  return profileTarget({ ...options, durationS }, hooks, signal, (run) => {
    return new AttachedTarget(run, options);
  });
}

/** More than it takes to see what became of a process whose inspector is gone. */
const lostMs = 5000;

/** A process that runs already, which the run attaches to and leaves. */
class AttachedTarget implements RunTarget {
  readonly launched = null;
  readonly firstAnswerS = null;
  /** Before the process is known, the time of the run itself. */
  startedAtMs = Date.now();
  private readonly busy = new BusyClock();
  private attached: AttachedProcess | null = null;
  secrets!: Secrets;

  constructor(
    private readonly run: RunContext,
    private readonly options: AttachOptions,
  ) {}

  async prepare(): Promise<void> {
    const { options, run, startedAtMs } = this;
    const { interruption, known } = run;
    run.apply({ type: 'attach', to: attachTargetText(options.target) });
    interruption.throwIfRaised();
    const attached = (this.attached = await AttachedProcess.attach(options.target, interruption));
    const { pid, node, v8, argv, execArgv, execPath, cwd, env, uptimeS } = attached.facts;
    this.startedAtMs = startedAtMs - uptimeS * 1000;
    const words = argv.slice(1).map((word) => fileBelow(word, cwd));
    const command = [basename(execPath), ...execArgv, ...words];
    this.secrets = new Secrets({ command, cwd, env, load: options.load });
    const told = this.secrets.redactCommand(command);
    known.target = { pid, node, v8, command: told, cwd, url: '', processes: [] };
    known.nodeEnv = env['NODE_ENV'] ?? '';
    known.notes.push(...attached.notes);
    if (argv[1] !== undefined) known.scripts = new Map([[pid, relative(cwd, argv[1])]]);
    if (attached.isHere) this.busy.watch(pid);
  }

  async serve(): Promise<ServedPlace> {
    const { load } = this.options;
    const { interruption, known } = this.run;
    const { pid } = this.process.facts;
    if (!load) return { pid, place: null };
    const ports = await this.process.serverPorts();
    const redact = (text: string) => this.secrets.redact(text);
    const place = await interruption.until(attachedServer(load, pid, ports, redact));
    known.target!.url = originOf(place);
    return { pid, place };
  }

  beginSampling(): Promise<void> {
    return this.process.inspected.startSampling(this.options.intervalMicros);
  }

  beginWindow(): Promise<void> {
    return this.process.inspected.beginWindow();
  }

  /** Only what is loaded into a process can count for it. */
  async endWindow(): Promise<null> {
    return null;
  }

  /** Nothing of a process that runs elsewhere is to be seen from here. */
  readCpu(): Promise<CpuReading> {
    const { isHere, facts } = this.process;
    return readCpu(isHere ? [facts.pid, ...descendantsOf(facts.pid)] : [], []);
  }

  sampledPids(): number[] {
    const { isHere, facts } = this.process;
    return isHere ? [facts.pid] : [];
  }

  isBusy(pid: number, sinceNs: bigint): boolean {
    return this.busy.wasBusy(pid, sinceNs);
  }

  /** Its death interrupts the run by itself. */
  whileServing<T>(work: Promise<T>, loop: BlockedLoop | null): Promise<T> {
    return unlessStuck(work, loop, this.run.interruption);
  }

  checkAnswers(done: LoadDone, url: string): void {
    checkResponses(done, url, null, this.secrets);
  }

  /** The inspector samples beside other profilers. */
  async checkSamples(): Promise<void> {}

  notesOnWindow({ before, after }: PhaseCpu, windowMs: number): Promise<string[]> {
    const { pid } = this.process.facts;
    return unsampledBelow(pid, before.processes, after.processes, windowMs);
  }

  /** Nothing is loaded into a process that is somebody's own. */
  async grow(): Promise<null> {
    return null;
  }

  async learn(): Promise<null> {
    return null;
  }

  entryScripts(): string[] {
    const [, script] = this.process.facts.argv;
    return script === undefined ? [] : [script];
  }

  async profile(window: TimeWindow, workspaceFolders: string[]): Promise<SampledProfile> {
    const { process: attached, startedAtMs, run } = this;
    const { intervalMicros } = this.options;
    const { inspected, facts } = attached;
    const threads = await run.interruption.until(threadsOf(inspected, facts.pid, true));
    // Whoever waits for the end below is told where that fails.
    attached.detach().catch(() => undefined);
    const request = { window, intervalMicros, workspaceFolders, startedAtMs, processes: [facts] };
    return run.interruption.until(profileOfThreads(threads, request));
  }

  async launchAgain(doubt: DoubtError): Promise<never> {
    throw doubt;
  }

  async wasBlocked(): Promise<boolean> {
    return false;
  }

  async failureOf(error: unknown): Promise<Failure | null> {
    if (error instanceof Unanswered) return this.attached?.silence ?? null;
    if (!(error instanceof ConnectionLost)) return null;
    // Whether the process has ended is being found out.
    return Promise.race([this.run.interruption.cause, delay(lostMs, null, { ref: false })]);
  }

  async end(): Promise<string | null> {
    this.busy.end();
    return (await this.attached?.detach()) ?? null;
  }

  private get process(): AttachedProcess {
    return this.attached!;
  }
}
