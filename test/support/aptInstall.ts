import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

/** Whether packages of the system can be installed here: on a Debian, by root. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;
}

/** Installs the packages; why it could not, or null. */
export async function aptInstall(...names: string[]): Promise<string | null> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  // Another test file may be installing something else.
  const words = ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '-qq'];
  try {
    await promisify(execFile)('apt-get', ['update', '-qq'], { env });
    await promisify(execFile)('apt-get', [...words, '--no-install-recommends', ...names], { env });
    return null;
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    return stderr.trim().split('\n').at(-1) ?? '';
  }
}
