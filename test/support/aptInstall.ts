import { execFile, spawnSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

/** Another test file may be installing something else, which takes this long at most. */
const lockedMs = 300_000;

/** Whether packages of the system can be installed here: on a Debian, by root. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

/** Installs the packages; why it could not, or null. */
export async function aptInstall(...names: string[]): Promise<string | null> {
  const end = performance.now() + lockedMs;
  let problem = await updateAndInstall(names);
  // apt-get waits for the lock of dpkg, and for that of the lists of packages it does not.
  while (problem?.includes('Unable to lock directory') && performance.now() < end) {
    await delay(1000);
    problem = await updateAndInstall(names);
  }
  return problem;
}

async function updateAndInstall(names: readonly string[]): Promise<string | null> {
  // Services of a package are not started in the first run level.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const words = ['-o', `DPkg::Lock::Timeout=${lockedMs / 1000}`, 'install', '-y', '-qq'];
  try {
    await promisify(execFile)('apt-get', ['update', '-qq'], { env });
    await promisify(execFile)('apt-get', [...words, '--no-install-recommends', ...names], { env });
    return null;
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    return stderr.trim().split('\n').at(-1) ?? '';
  }
}
