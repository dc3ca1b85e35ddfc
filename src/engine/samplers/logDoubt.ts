import type { IsolateLog } from '../../analysis/log/isolateLog.ts';
import { scriptPath } from '../../analysis/log/logText.ts';
import { windowOffsetMicros } from '../profile/collectProfile.ts';
import type { TailedLog } from '../profile/logTail.ts';
import { systemThreadOf } from '../processes/cpuUsage.ts';
import type { Hello } from '../processes/targetEvents.ts';
import type { TimeWindow } from '../processes/blockedLoop.ts';
import { profilerPackage } from './otherProfilers.ts';
import type { CpuReading } from './samplingCost.ts';

/**
 * Why the samples of a log can't be believed: V8 writes no log while its CPU profiler runs in the
 * same thread, which a package may start by itself.
 *
 *   profiler     ┌───────────────┐
 *   log     ticks│ nothing       │ticks      `silent`: there are too few ticks for the work
 *   code      f g│ h moves, i new│ j         `lost`: later ticks are in h and i, of which nothing is known
 */
export interface LogDoubt {
  kind: 'silent' | 'lost';
  /** Of the work without samples, or of the samples without their code (0…1). */
  share: number;
  /** A package in the target that starts that profiler; null where none is known. */
  starter: string | null;
}

/** Ends a measuring whose samples can't be believed. */
export class DoubtError extends Error {
  constructor(readonly doubt: LogDoubt) {
    super('The samples are not what the server did.');
    this.name = 'DoubtError';
  }
}

/** What else is known of a stretch of the target's work. */
export interface TargetWork {
  before: Pick<CpuReading, 'processes' | 'threads'>;
  after: Pick<CpuReading, 'processes' | 'threads'>;
  /** Whether one of its threads has started V8's CPU profiler by an inspector session of its own. */
  hasStartedProfiler: boolean;
}

/** Below this much CPU time, the accounting in hundredths of a second says nothing. */
const leastMicros = 200_000;
/** A machine that is busy takes more than half of the ticks from the sampler, which waits for a CPU as well. */
const leastSampled = 0.25;
/** A process has other threads that work (GC, compilers, the thread pool), perhaps much more than its JavaScript. */
const leastSampledOfProcess = 0.05;
/** After 300 ms of another profiler at the start it was 80 % and more. */
const mostLost = 0.1;
const fewSamples = 100;

/** What is wrong with the logs of a window; null where nothing is. */
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
    if (sampled < cpu.leastSampled) return { kind: 'silent', share: 1 - sampled, starter };
  }
  // The functions of Node's own startup snapshot are never told of, and may be on every stack.
  if (!work.hasStartedProfiler && starter === null) return null;
  const onCpu = counts.reduce((sum, each) => sum + each.onCpu, 0);
  const lost = counts.reduce((sum, each) => sum + each.lost, 0);
  return lost > onCpu * mostLost ? { kind: 'lost', share: lost / onCpu, starter } : null;
}

/** What a thread has spent, where the system counts by thread; else what its process has. */
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
): { onCpu: number; lost: number; sampledMicros: number } {
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
  return {
    onCpu,
    lost,
    sampledMicros: onCpu * distanceMicros(distances, log.intervalMicros),
  };
}

/** A sampler that has no CPU itself ticks at larger distances than it was asked for. */
function distanceMicros(distances: number[], intervalMicros: number | null): number {
  const asked = intervalMicros ?? 1000;
  if (distances.length < fewSamples) return asked;
  return Math.max(asked, distances.sort((a, b) => a - b)[distances.length >> 1]!);
}
