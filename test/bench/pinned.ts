import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Linux: the CPUs that this process may run on, as `taskset` takes them: `0-3,6`. */
export function allowedCpus(): string {
  const status = readFileSync('/proc/self/status', 'utf8');
  return /^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1] ?? '0';
}

/** Linux: has a process with all its threads, and what it starts from now on, run on these CPUs. */
export function pin(pid: number, cpus: string): void {
  execFileSync('taskset', ['-acp', cpus, String(pid)], { stdio: 'ignore' });
}
