import { spawn, type ChildProcess } from 'node:child_process';

/**
 * Ends the child's process group and removes the folders even where this process is killed: then the
 * guard's input ends.
 */
export function guard(child: ChildProcess, folders: string[]): void {
  const script = `
    process.stdin.resume().on('end', () => {
      try { process.kill(-${child.pid}, 'SIGKILL'); } catch {}
      setTimeout(() => {
        for (const folder of ${JSON.stringify(folders)}) {
          require('node:fs').rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
        }
      }, 500);
    });`;
  const watcher = spawn(process.execPath, ['-e', script], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  child.once('exit', () => watcher.kill('SIGKILL'));
}
