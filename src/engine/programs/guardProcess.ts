import { spawn, type ChildProcess } from 'node:child_process';
import { artifactPath } from './artifacts.ts';
import { ownProcessEnvironment } from './ownProcessEnvironment.ts';

export interface LastCommand {
  file: string;
  arguments: string[];
  cwd: string;
}

/**
 * The engine's side of the guard. Its errors are ignored: a run need not end because its guard
 * can't start or has died.
 */
export class GuardProcess {
  private readonly child: ChildProcess;

  constructor(runFolder: string) {
    this.child = spawn(process.execPath, [artifactPath('guard.cjs'), runFolder], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
      windowsHide: true,
      env: ownProcessEnvironment(),
    });
    this.child.on('error', () => {});
    this.child.stdin?.on('error', () => {});
    this.child.unref();
  }

  /** Process and group id of the target. */
  watch(root: number): void {
    this.child.stdin?.write(JSON.stringify({ root }) + '\n');
  }

  /** The guard starts this command when the folder is gone. */
  thenStart(command: LastCommand): void {
    this.child.stdin?.write(JSON.stringify({ then: command }) + '\n');
  }

  /** The run has cleaned up after itself. Resolves when the guard has ended. */
  async done(): Promise<void> {
    const { child } = this;
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.ref();
    child.stdin?.end(JSON.stringify({ done: true }) + '\n');
    await ended;
  }
}
