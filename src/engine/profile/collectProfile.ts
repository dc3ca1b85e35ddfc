import { mergeProfile, type IsolateInput } from '../../analysis/merge/mergeProfile.ts';
import type { Profile } from '../../analysis/profile/profile.ts';
import { medianDistanceMicros } from '../../analysis/profile/medianInterval.ts';
import { skippedLinesNote } from '../../shared/samplerText.ts';
import { logEmpty, logUnknown } from '../../shared/samplingFailures.ts';
import { FailureError } from '../../shared/failure.ts';
import type { TargetEvent } from '../../shared/targetWire.ts';
import { runsWrapper } from '../processes/wrappers.ts';
import { filesOfRun } from './diskFiles.ts';
import type { LogTail, TailedLog } from './logTail.ts';

/** The profile of a window on the system's monotonic clock. Throws FailureError `log-unreadable`. */
export async function collectProfile(
  tail: LogTail,
  window: { startNs: bigint; endNs: bigint },
  processes: Extract<TargetEvent, { type: 'hello' }>[],
  workspaceFolders: string[],
  startedAtMs: number,
  /** Processes that lived at the window's start or end; null if unknown. */
  alive: ReadonlySet<number> | null = null,
): Promise<Profile> {
  const readable = tail.logs.filter(({ reader }) => reader.looksLikeV8Log);
  if (readable.length === 0) {
    const empty = tail.logs.length === 0 || tail.logs.every(({ reader }) => reader.lines === 0);
    throw new FailureError(empty ? logEmpty() : logUnknown(tail.logs[0]!.reader.lines));
  }
  const windowMs = Number(window.endNs - window.startNs) / 1e6;
  const mainPid = processes[0]?.pid;
  const wrapperPids = new Set(
    processes.flatMap(({ pid, argv }) => (runsWrapper(argv) ? [pid] : [])),
  );
  const isolates = readable.map((log) => ({
    ...isolateInput(log, window.startNs, mainPid),
    hasEnded: alive !== null && log.pid !== null && !alive.has(log.pid),
    isWrapper: log.pid !== mainPid && log.pid !== null && wrapperPids.has(log.pid),
  }));
  const profile = await mergeProfile(isolates, {
    windowMs,
    intervalMicros: isolates[0]!.log.intervalMicros ?? 1000,
    startedAtMs,
    workspaceFolders,
    files: filesOfRun(workspaceFolders),
  });
  profile.intervalMicros = realInterval(profile);
  for (const { reader, pid, isolate } of readable) {
    if (reader.garbageLines > 0) {
      profile.notes.push(
        skippedLinesNote(reader.garbageLines, reader.lines, `V8's log of process ${pid ?? '?'}`),
      );
    }
    if (!isolate.clock) {
      profile.notes.push(
        `A thread of process ${pid ?? '?'} was started without the profiler's preload: its window is placed by the age of its log, to about 5 ms.`,
      );
    }
  }
  return profile;
}

/**
 * The real sampling interval. Windows wakes threads by a clock of 64 ticks a second unless a
 * program has asked for a faster one; then V8's sampler takes fewer samples than requested.
 */
function realInterval(profile: Profile): number {
  const asked = profile.intervalMicros;
  if (process.platform !== 'win32') return asked;
  return Math.max(asked, Math.round(medianDistanceMicros(profile) ?? 0));
}

function isolateInput(log: TailedLog, startNs: bigint, mainPid: number | undefined): IsolateInput {
  const { isolate } = log;
  const pid = isolate.clock?.pid ?? log.pid ?? 0;
  // Main threads always write a clock mark. Without one, it is a worker with an execArgv of its
  // own.
  const threadId = isolate.clock?.threadId ?? -1;
  return {
    log: isolate,
    pid,
    threadId,
    role: threadId !== 0 ? 'worker' : pid === mainPid ? 'main' : 'child',
    windowOffsetMicros: windowOffsetMicros(log, startNs),
  };
}

/** Add this to the log's microseconds to get those since the window's start. */
export function windowOffsetMicros({ isolate, createdNs }: TailedLog, startNs: bigint): number {
  const zero = isolate.clock
    ? isolate.clock.ns - BigInt(Math.round(isolate.clock.micros * 1000))
    : createdNs;
  return Number(zero - startNs) / 1000;
}
