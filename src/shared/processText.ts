import { formatShare } from './format.ts';
import type { ProcessReport, RunPart, SamplingReport } from './report.ts';
import { processesOf } from './reportSubject.ts';

/** A process or thread that works less than this share of the window is idle. */
const idleBelow = 0.01;

/** Whether it did next to nothing; false in saved runs that lack the count. */
export function isIdle({ onCpu }: ProcessReport, { sampling }: RunPart): boolean {
  if (onCpu === undefined || !sampling || sampling.windowMs <= 0) return false;
  return (onCpu * sampling.intervalMicros) / 1000 / sampling.windowMs < idleBelow;
}

/**
 * The thread whose idle time is shown: `the main thread`, or with several processes `the main
 * thread of process 4711`.
 */
export function idleThreadText(
  { idleOf }: Pick<SamplingReport, 'idleOf'>,
  processes: readonly ProcessReport[],
): string {
  if (!idleOf) return 'the server';
  const { pid, threadId } = idleOf;
  if (threadId !== 0) return `the ${processName({ pid, threadId, role: 'worker', samples: 0 })}`;
  const isOnly = processes.every((each) => each.pid === pid);
  return isOnly ? 'the main thread' : `the main thread of process ${pid}`;
}

/** `child process 4712, app.js`, `worker thread 2 of process 4711`. */
export function processName({ pid, threadId, role, script }: ProcessReport): string {
  // A profile of another program may lack the process id.
  if (pid === 0)
    return `${role === 'worker' ? 'worker' : role} thread${threadId > 0 ? ` ${threadId}` : ''}`;
  if (role === 'worker') {
    return `worker thread ${threadId > 0 ? `${threadId} ` : ''}of process ${pid}`;
  }
  const name = role === 'main' ? `main process ${pid}` : `child process ${pid}`;
  return script ? `${name}, ${script}` : name;
}

/** Its share of all on-CPU samples, or that it is idle; empty if not counted. */
export function processWork(process: ProcessReport, report: RunPart): string {
  if (isIdle(process, report)) return 'idle';
  if (process.onCpu === undefined) return '';
  const all = processesOf(report).reduce((sum, { onCpu }) => sum + (onCpu ?? 0), 0);
  return all === 0 ? 'idle' : formatShare(process.onCpu / all);
}

/** `idle 7.0 %`; empty if that is not known. */
export function processIdle({ idleShare }: ProcessReport): string {
  return idleShare === undefined ? '' : `idle ${formatShare(idleShare)}`;
}
