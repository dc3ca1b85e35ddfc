import type { IsolateLog } from '../../analysis/log/isolateLog.ts';
import { scriptPath } from '../../analysis/text/scriptPath.ts';
import { windowOffsetMicros } from '../profile/collectProfile.ts';
import type { TailedLog } from '../profile/logTail.ts';
import { systemThreadOf } from '../processes/cpuUsage.ts';
import type { Hello } from '../processes/targetEvents.ts';
import type { TimeWindow } from '../serving/blockedLoop.ts';
import { profilerPackage } from './otherProfilers.ts';
import type { CpuReading } from './samplingCost.ts';

/**
 * Why the samples of a log can't be believed. V8 writes no log while its CPU profiler runs in the
 * same thread, and a package may start that profiler by itself.
 *
 *   profiler     ┌───────────────┐
 *   log     ticks│ nothing       │ticks      `silent`: there are too few ticks for the work
 *   code      f g│ h moves, i new│ j         `lost`: later ticks are in unknown code, h and i
 */
export interface LogDoubt {
  kind: 'silent' | 'lost';
  /** The share (0…1) of the work without samples, or of the samples without known code. */
  share: number;
  /** A package in the target that starts the profiler; null if none is known. */
  starter: string | null;
}

export class DoubtError extends Error {
  constructor(readonly doubt: LogDoubt) {
    super('The samples are not what the server did.');
    this.name = 'DoubtError';
  }
}

/** The CPU time that the system accounts for the target's work in a load phase. */
export interface TargetWork {
  before: Pick<CpuReading, 'processes' | 'threads'>;
  after: Pick<CpuReading, 'processes' | 'threads'>;
  /** Whether one of its threads has started V8's CPU profiler through an inspector session. */
  hasStartedProfiler: boolean;
}

/** With less CPU time, an accounting in hundredths of a second says nothing. */
const leastMicros = 200_000;
/** Low, because on a busy machine the sampler waits for a CPU too and misses more than half of its ticks. */
const leastSampled = 0.25;
/** Even lower, because GC, compilers and the thread pool may use much more CPU than JavaScript. */
const leastSampledOfProcess = 0.05;
/**
 * A log with ticks for more of the window is not silent. A thread that often wakes up for a moment has few samples
 * for its CPU time, since waiting and waking are idle to V8, but ticks for all of its idle time.
 */
const leastTicked = 0.25;
/** In a test, 300 ms of another profiler at the start lost 80 % and more. */
const mostLost = 0.1;
const fewSamples = 100;

/** Null if the logs of a window can be believed. */
export function doubtOfLogs(
  logs: readonly TailedLog[],
  hellos: readonly Hello[],
  window: TimeWindow,
  work: TargetWork,
): LogDoubt | null {
  const windowMicros = Number(window.endNs - window.startNs) / 1000;
  const counts = logs.map((log) => ({
    log,
    ...countSamples(log.isolate, windowOffsetMicros(log, window.startNs), windowMicros),
  }));
  const starter = profilerPackage(
    logs.flatMap(({ isolate }) => [...isolate.scripts.values()].map(({ url }) => scriptPath(url))),
  );
  for (const hello of hellos) {
    const cpu = cpuOf(hello, work);
    if (cpu === null || cpu.micros < leastMicros) continue;
    const own = counts.find(({ log }) => isLogOf(log, hello));
    const sampled = (own?.sampledMicros ?? 0) / cpu.micros;
    const ticked = (own?.tickedMicros ?? 0) / windowMicros;
    if (sampled < cpu.leastSampled && ticked < leastTicked) {
      return { kind: 'silent', share: 1 - sampled, starter };
    }
  }
  // Functions of Node's startup snapshot are in no log but may be on every stack, so some loss is
  // normal.
  if (!work.hasStartedProfiler && starter === null) return null;
  const onCpu = counts.reduce((sum, each) => sum + each.onCpu, 0);
  const lost = counts.reduce((sum, each) => sum + each.lost, 0);
  return lost > onCpu * mostLost ? { kind: 'lost', share: lost / onCpu, starter } : null;
}

/** The CPU time of a thread if the system counts by thread, else that of its process. */
function cpuOf(
  hello: Hello,
  { before, after }: TargetWork,
): { micros: number; leastSampled: number } | null {
  const thread = systemThreadOf(hello);
  const micros = thread === undefined ? undefined : after.threads.get(thread);
  if (thread !== undefined && micros !== undefined) {
    return { micros: micros - (before.threads.get(thread) ?? 0), leastSampled };
  }
  const ofProcess = after.processes.get(hello.pid);
  if (after.threads.size > 0 || hello.threadId !== 0 || ofProcess === undefined) return null;
  const spent = ofProcess - (before.processes.get(hello.pid) ?? 0);
  return { micros: spent, leastSampled: leastSampledOfProcess };
}

function isLogOf({ isolate: { clock }, pid }: TailedLog, hello: Hello): boolean {
  return clock
    ? clock.pid === hello.pid && clock.threadId === hello.threadId
    : pid === hello.pid && hello.threadId === 0;
}

function countSamples(
  log: IsolateLog,
  offsetMicros: number,
  windowMicros: number,
): { onCpu: number; lost: number; sampledMicros: number; tickedMicros: number } {
  const within = (time: number) => time + offsetMicros >= 0 && time + offsetMicros < windowMicros;
  const distances: number[] = [];
  let onCpu = 0;
  for (let i = 0; i < log.sampleTimes.length; i++) {
    if (!within(log.sampleTimes.at(i))) continue;
    if (i > 0) distances.push(log.sampleTimes.at(i) - log.sampleTimes.at(i - 1));
    if (log.sampleNodes.at(i) >= 0) onCpu++;
  }
  let lost = 0;
  for (let i = 0; i < log.lostTimes.length; i++) if (within(log.lostTimes.at(i))) lost++;
  const distance = distanceMicros(distances, log.intervalMicros);
  return {
    onCpu,
    lost,
    sampledMicros: onCpu * distance,
    tickedMicros: distances.length * distance,
  };
}

/** The median distance between ticks: a sampler that lacks CPU ticks less often than requested. */
function distanceMicros(distances: number[], intervalMicros: number | null): number {
  const asked = intervalMicros ?? 1000;
  if (distances.length < fewSamples) return asked;
  return Math.max(asked, distances.sort((a, b) => a - b)[distances.length >> 1]!);
}
