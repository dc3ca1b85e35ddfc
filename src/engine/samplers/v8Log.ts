import type { Profile } from '../../analysis/profile/profile.ts';
import type { ProfileOrigin } from '../../shared/profileOrigin.ts';
import { collectProfile } from '../profile/collectProfile.ts';
import { LogTail } from '../profile/logTail.ts';
import { isSampled } from '../processes/learnedCommand.ts';
import { samplerArguments } from '../processes/nodeCommand.ts';
import type { Hello } from '../processes/targetEvents.ts';
import { wasAtWork, type TimeWindow } from '../serving/blockedLoop.ts';
import { doubtOfLogs, type LogDoubt, type TargetWork } from './logDoubt.ts';
import type { LaunchSampler, ProfileRequest, Sampling } from './sampling.ts';

/** V8's own log, written by the target and read as it grows. It says most, but the target must start with its flags. */
export const v8Log: LaunchSampler = {
  name: 'v8log',
  needsExactLines: true,
  launch: (command, env, flags) => ({
    file: command.file,
    arguments: samplerArguments(command, flags),
    env,
  }),
  environment: (env) => env,
  open: (runFolder) => new LogSampling(new LogTail(runFolder)),
};

/** Reads samples that processes write by themselves from their start to their end. */
export class LogSampling implements Sampling {
  constructor(
    private readonly tail: LogTail,
    private readonly origin: ProfileOrigin | null = null,
  ) {
    tail.start();
  }

  isSampled(process: Hello): boolean {
    return isSampled(process);
  }

  async begin(): Promise<void> {}

  async beginWindow(): Promise<void> {}

  isBusy(pid: number, sinceNs: bigint): boolean {
    return wasAtWork(this.tail, pid, sinceNs);
  }

  async readUnread(endTarget: () => Promise<void>): Promise<boolean> {
    if (!this.tail.isHeldBack) return false;
    await this.tail.finish(endTarget());
    return true;
  }

  async profile(request: ProfileRequest, endTarget: () => Promise<void>): Promise<Profile> {
    // The end of the target brings the last lines of the log.
    await this.tail.finish(endTarget());
    const { window, hellos, workspaceFolders, startedAtMs, alive } = request;
    const profile = await collectProfile(
      this.tail,
      window,
      hellos,
      workspaceFolders,
      startedAtMs,
      alive,
    );
    return this.origin ? { ...profile, origin: this.origin } : profile;
  }

  async doubt(
    window: TimeWindow,
    hellos: readonly Hello[],
    work: TargetWork,
  ): Promise<LogDoubt | null> {
    await this.tail.catchUp();
    const sampled = hellos.filter((hello) => this.isSampled(hello));
    return doubtOfLogs(this.tail.logs, sampled, window, work);
  }

  end(): Promise<void> {
    return this.tail.stop();
  }
}
