import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Linux: has this process, and all that it starts meanwhile, run on one CPU. Two CPUs of a virtual
 * machine may be halves of one core, each slower while the other works; CPU time a request would then
 * say how busy the load was. Throws an Error where `taskset` is missing.
 */
export async function onOneCpu<T>(work: () => Promise<T>): Promise<T> {
  const status = readFileSync('/proc/self/status', 'utf8');
  const allowed = /^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1] ?? '0';
  pin(/^\d+/.exec(allowed)?.[0] ?? '0');
  try {
    return await work();
  } finally {
    pin(allowed);
  }
}

function pin(cpus: string): void {
  execFileSync('taskset', ['-acp', cpus, String(process.pid)], { stdio: 'ignore' });
}
