import type { Profile } from '../../analysis/profile/profile.ts';
import type { Sampler } from '../../shared/profileOrigin.ts';
import type { NodeCommand, SamplerFlags } from '../processes/nodeCommand.ts';
import type { TimeWindow } from '../processes/blockedLoop.ts';
import type { LogDoubt, TargetWork } from './logDoubt.ts';
import type { Hello } from '../processes/targetEvents.ts';

/** What is started so that a command runs in reach of a sampler. */
export interface SampledLaunch {
  file: string;
  arguments: string[];
  env: NodeJS.ProcessEnv;
}

/** One way to sample the processes that a run starts. */
export interface LaunchSampler {
  readonly name: Sampler;
  /** Whether lines are missing where the target has Sparkplug code. */
  readonly needsExactLines: boolean;
  /** How the command is started. */
  launch(command: NodeCommand, env: NodeJS.ProcessEnv, flags: SamplerFlags): SampledLaunch;
  /** The environment of a program that starts Node.js by itself. */
  environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
  /** The reader of what the processes of the run's folder leave, which have been started. */
  open(runFolder: string, intervalMicros: number): Sampling;
}

/** What of the window a profile is to hold. */
export interface ProfileWish {
  window: TimeWindow;
  /** The first process of the target comes first. */
  hellos: Hello[];
  workspaceFolders: string[];
  /** When the target was started, by the system's clock. */
  startedAtMs: number;
  /** Processes that lived at the window's start or end; null where that is not known. */
  alive: ReadonlySet<number> | null;
}

/** A profile with what is known of its lines. */
export interface SampledProfile extends Profile {
  /** On-CPU samples whose line lies outside the function that it is booked on; absent where that can't be. */
  misplacedSamples?: number;
}

/** The samples of one target while they come. */
export interface Sampling {
  /** Whether a process has samples. */
  isSampled(process: Hello): boolean;
  /** The server listens: samples the processes that are not sampled since their start, so that it warms up under the sampler. */
  begin(hellos: readonly Hello[]): Promise<void>;
  /** The window is about to begin, and processes may have been started meanwhile. */
  beginWindow(hellos: readonly Hello[]): Promise<void>;
  /** Whether the main thread of a process was at work nearly all the time since the moment. */
  isBusy(pid: number, sinceNs: bigint): boolean;
  /**
   * Ends the target and reads what can't be read before, where there is such; false where there is
   * none. Then {@link isBusy} knows more.
   */
  readUnread(endTarget: () => Promise<void>): Promise<boolean>;
  /**
   * The profile of a window that has passed. Ends the target by `endTarget` as soon as that does
   * not cost samples; what that gives is its end, and never fails. Throws FailureError `log-unreadable`.
   */
  profile(wish: ProfileWish, endTarget: () => Promise<void>): Promise<SampledProfile>;
  /** Why what was sampled of a stretch of the server's work can't be believed; null where it can. */
  doubt(window: TimeWindow, hellos: readonly Hello[], work: TargetWork): Promise<LogDoubt | null>;
  /** Ends it, whether or not there was a profile. */
  end(): Promise<void>;
}
