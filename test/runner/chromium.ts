import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { chromiumPath } from '../support/browser.ts';

/** Makes sure that there is a browser for the views and the editor; the sentence is why there is none. */
export async function installChromium(): Promise<string | null> {
  if (chromiumPath() !== null) return null;
  const isDebian = spawnSync('apt-get', ['--version']).status === 0;
  if (!isDebian || process.getuid?.() !== 0) {
    return 'The tests of the views and the editor need Chromium: install it, or name its binary in CHROMIUM.';
  }
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const step of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    try {
      await promisify(execFile)('apt-get', step, { env });
    } catch (error) {
      const { stderr = '' } = error as { stderr?: string };
      const reason = stderr.trim().split('\n').at(-1) ?? '';
      return `The tests of the views and the editor need Chromium, which apt-get could not install: ${reason}`;
    }
  }
  return chromiumPath() === null
    ? 'The tests of the views and the editor need Chromium, which is not in PATH.'
    : null;
}
