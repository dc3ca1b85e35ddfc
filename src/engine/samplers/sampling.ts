import type { Profile } from '../../analysis/profile/profile.ts';
import type { Sampler } from '../../shared/profileOrigin.ts';
import type { NodeCommand, SamplerFlags } from '../processes/nodeCommand.ts';
import type { TimeWindow } from '../serving/blockedLoop.ts';
import type { LogDoubt, TargetWork } from './logDoubt.ts';
import type { Hello } from '../processes/targetEvents.ts';

export interface SampledLaunch {
  file: string;
  arguments: string[];
  env: NodeJS.ProcessEnv;
}

export interface LaunchSampler {
  readonly name: Sampler;
  /** Whether Sparkplug code of the target has no lines. */
  readonly needsExactLines: boolean;
  launch(command: NodeCommand, env: NodeJS.ProcessEnv, flags: SamplerFlags): SampledLaunch;
  /** The environment for a program that starts Node.js by itself. */
  environment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
  /** Samples the started processes of the run's folder. */
  open(runFolder: string, intervalMicros: number): Sampling;
}

/** The part of the run that the profile is to cover. */
export interface ProfileRequest {
  window: TimeWindow;
  /** The target's first process comes first. */
  hellos: Hello[];
  workspaceFolders: string[];
  /** When the target was started, on the system's clock. */
  startedAtMs: number;
  /** Processes that lived at the window's start or end; null if unknown. */
  alive: ReadonlySet<number> | null;
}

export interface SampledProfile extends Profile {
  /** On-CPU samples whose line is outside the function that they are booked on; absent if that can't happen. */
  misplacedSamples?: number;
}

export interface Sampling {
  isSampled(process: Hello): boolean;
  /**
   * Called when the server listens. Samples processes that are not sampled from their start, so
   * that they warm up under the sampler.
   */
  begin(hellos: readonly Hello[]): Promise<void>;
  /** Called before the window; processes may have been started since `begin`. */
  beginWindow(hellos: readonly Hello[]): Promise<void>;
  /** Whether a process's main thread was at work nearly all the time since `sinceNs`. */
  isBusy(pid: number, sinceNs: bigint): boolean;
  /**
   * Ends the target and reads samples that are unreadable while it lives; false if there are none
   * such. {@link isBusy} knows more afterwards.
   */
  readUnread(endTarget: () => Promise<void>): Promise<boolean>;
  /**
   * The profile of a past window. Calls `endTarget`, which never fails, as soon as that costs no
   * samples. Throws FailureError `log-unreadable`.
   */
  profile(request: ProfileRequest, endTarget: () => Promise<void>): Promise<SampledProfile>;
  /** Why the samples of a load phase can't be believed; null if they can. */
  doubt(window: TimeWindow, hellos: readonly Hello[], work: TargetWork): Promise<LogDoubt | null>;
  /** Must be called whether or not there was a profile. */
  end(): Promise<void>;
}
