import { formatShare } from './format.ts';
import type { ProcessReport, RunPart } from './report.ts';
import { processesOf } from './reportSubject.ts';

/** Below this share of the window a process or thread does no work worth a word. */
const idleBelow = 0.01;

/** Whether it did next to nothing; false in runs that were saved before it was counted. */
export function isIdle({ onCpu }: ProcessReport, { sampling }: RunPart): boolean {
  if (onCpu === undefined || !sampling || sampling.windowMs <= 0) return false;
  return worksLittle(onCpu, sampling);
}

/** Whether the samples of a thread are too few of the window to speak of work. */
export function worksLittle(
  onCpu: number,
  { intervalMicros, windowMs }: { intervalMicros: number; windowMs: number },
): boolean {
  return (onCpu * intervalMicros) / 1000 / windowMs < idleBelow;
}

/** `child process 4712, app.js`, `worker thread 2 of process 4711`. */
export function processName({ pid, threadId, role, script }: ProcessReport): string {
  // What another program sampled may not say which process it was.
  if (pid === 0)
    return `${role === 'worker' ? 'worker' : role} thread${threadId > 0 ? ` ${threadId}` : ''}`;
  if (role === 'worker') {
    return `worker thread ${threadId > 0 ? `${threadId} ` : ''}of process ${pid}`;
  }
  const name = role === 'main' ? `main process ${pid}` : `child process ${pid}`;
  return script ? `${name}, ${script}` : name;
}

/** Its share of all on-CPU samples, or that it is idle; empty where that was not counted. */
export function processWork(process: ProcessReport, report: RunPart): string {
  if (isIdle(process, report)) return 'idle';
  if (process.onCpu === undefined) return '';
  const all = processesOf(report).reduce((sum, { onCpu }) => sum + (onCpu ?? 0), 0);
  return all === 0 ? 'idle' : formatShare(process.onCpu / all);
}
