import type { LoadDone } from '../../shared/loadWire.ts';
import type { LearnedThread } from '../../shared/learningWire.ts';
import type { WindowAllocation } from '../../shared/memory.ts';
import type { Failure } from '../../shared/failure.ts';
import type { RunEvent } from '../../shared/runState.ts';
import type { Attempt } from '../launch/serverLaunch.ts';
import type { Interruption } from '../processes/interruption.ts';
import type { DoubtError } from '../samplers/logDoubt.ts';
import type { CpuReading } from '../samplers/samplingCost.ts';
import type { SampledProfile } from '../samplers/sampling.ts';
import type { Secrets } from '../secrets/secrets.ts';
import type { BlockedLoop, BusySign, TimeWindow } from '../serving/blockedLoop.ts';
import type { ServerPlace } from '../serving/loadAddress.ts';
import type { ObservedGrowth } from '../memory/growthPhase.ts';
import type { RunHooks } from './runOutcome.ts';
import type { RunKnowledge } from './runReport.ts';

/** The part of a run that its target may use. */
export interface RunContext {
  readonly interruption: Interruption;
  readonly hooks: RunHooks;
  /** The target adds what it knows of itself. */
  readonly known: RunKnowledge;
  apply(event: RunEvent): void;
}

/** A server that is there. */
export interface ServedPlace {
  /** The process whose event loop answers. */
  pid: number;
  /** The address that the load goes to; null if there is no load. */
  place: ServerPlace | null;
}

/** CPU time at the start and at the end of a load phase. */
export interface PhaseCpu {
  before: CpuReading;
  after: CpuReading;
}

/** A load whose requests are followed. */
export interface FollowedLoad {
  /** That it goes to: a server may be asked by others as well. */
  port: number;
  /** Whether its requests are for several routes. */
  hasRoutes: boolean;
  load(): Promise<unknown>;
}

/**
 * The processes that a run profiles, and all in which a server that is launched differs from a process that
 * runs already. {@link profileTarget} calls it in this order:
 *
 *   prepare ─► serve ─► beginSampling ─► beginWindow ─► endWindow ─► notesOnWindow ─► learn, grow ─► profile ─► end
 *                ▲                                                                                │
 *                └───────────────────────────────── launchAgain ◄─────────────────────────────────┘ its samples can't be believed
 */
export interface RunTarget extends BusySign {
  /** When the process was started, by the system's clock. */
  readonly startedAtMs: number;
  /** Texts that no report may show; complete once the target is prepared. */
  readonly secrets: Secrets;
  /** The last attempt that was started; null if none was. */
  readonly launched: Attempt | null;
  /** How long the first answer may take; null if the server has answered others already. */
  readonly firstAnswerS: number | null;

  /** Does what comes before the server and before the load process. */
  prepare(): Promise<void>;
  /** Resolves when the server is there, and `known.target` says what it is. Throws FailureError. */
  serve(): Promise<ServedPlace>;
  beginSampling(): Promise<void>;
  /** The window is about to begin. */
  beginWindow(): Promise<void>;
  /** Bytes that its threads have allocated in the window; null if they are not asked. */
  endWindow(): Promise<WindowAllocation | null>;
  /** The CPU time so far of all processes of the target. */
  readCpu(): Promise<CpuReading>;
  /** The processes that are sampled, out of those that were read. */
  sampledPids(cpu: CpuReading): number[];
  /** The value of `work`, unless the server dies (FailureError) or gets stuck (BlockedError) before. */
  whileServing<T>(work: Promise<T>, loop: BlockedLoop | null): Promise<T>;
  /** Throws FailureError if the answers of a load phase leave nothing to measure. */
  checkAnswers(done: LoadDone, url: string): void;
  /** Throws DoubtError if the samples of a load phase are not of the server's work. */
  checkSamples(window: TimeWindow, cpu: PhaseCpu): Promise<void>;
  /** Notes on processes that worked in the window and were not sampled, as sentences. */
  notesOnWindow(cpu: PhaseCpu, windowMs: number): Promise<string[]>;
  /**
   * Gives what the threads of the target learn of their awaits while `load` runs, and of requests while
   * `follow.load` does; null if they are not asked, or can't be.
   *
   * @param load null if an earlier run has learned of the awaits
   */
  learn(
    load: (() => Promise<unknown>) | null,
    follow: FollowedLoad,
  ): Promise<LearnedThread[] | null>;
  /**
   * Observes the memory that its threads keep from one block of load to the next; null if they are not asked.
   *
   * @param load resolves to the answers of so many seconds of load
   */
  grow(windowS: number, load: (seconds: number) => Promise<number>): Promise<ObservedGrowth | null>;
  /** The scripts that the processes were started with. */
  entryScripts(): string[];
  /**
   * The profile of a window, while the target is being left as soon as that costs no samples. `cpu`
   * is null if the server is stuck. Throws DoubtError or FailureError.
   */
  profile(
    window: TimeWindow,
    workspaceFolders: string[],
    cpu: PhaseCpu | null,
  ): Promise<SampledProfile>;
  /** Ends the server, so that {@link serve} launches it under another sampler; throws the doubt if there is none. */
  launchAgain(doubt: DoubtError): Promise<void>;
  /** Whether samples that are read only at the target's end show that it was stuck. */
  wasBlocked(pid: number, window: TimeWindow): Promise<boolean>;
  /** The failure behind an error that only this kind of target knows; null if it knows none. */
  failureOf(error: unknown): Promise<Failure | null>;
  /** Leaves nothing of what the run has made; a sentence on what had to stay. */
  end(): Promise<string | null>;
}
