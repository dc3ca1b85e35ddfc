import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { descendantsOf } from '../../src/engine/processes/processTree.ts';

export interface Watched {
  ms: number;
  /** Resident memory of it and all that it started, at most; NaN where the system does not tell. */
  peakMb: number;
  /** Why it is no measurement; null where it ended well. */
  problem: string | null;
}

/** Runs a program to its end, and watches its memory from outside. */
export async function watchedProcess(
  file: string,
  words: readonly string[],
  cwd: string,
  deadlineS: number,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Watched> {
  const start = performance.now();
  const child = spawn(file, words, {
    cwd,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own, to be ended as one.
    detached: true,
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-500)));
  let peakMb = NaN;
  let isLate = false;
  const look = setInterval(() => {
    const now = residentMb([child.pid!, ...descendantsOf(child.pid!)]);
    if (now > 0) peakMb = Math.max(now, Number.isNaN(peakMb) ? 0 : peakMb);
    if (performance.now() - start < deadlineS * 1000) return;
    isLate = true;
    process.kill(-child.pid!, 'SIGKILL');
  }, 50);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  clearInterval(look);
  const ms = performance.now() - start;
  const problem = isLate
    ? `not done after ${deadlineS} s, with ${peakMb.toFixed(0)} MB`
    : code === 0
      ? null
      : `failed: ${said.trim().split('\n').at(-1) ?? `exit code ${code}`}`;
  return { ms, peakMb, problem };
}

function residentMb(pids: readonly number[]): number {
  let sum = 0;
  for (const pid of pids) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      sum += Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
    } catch {
      // It has ended.
    }
  }
  return sum;
}
