import { spawn, type ChildProcess } from 'node:child_process';
import { FailureError } from '../../shared/failure.ts';
import { loadProcessDied, loadRefused } from '../../shared/loadFailures.ts';
import type { FromLoad, LoadDone, LoadProgress, LoadStart } from '../../shared/loadWire.ts';
import { artifactPath } from '../programs/artifacts.ts';
import { ownProcessEnvironment } from '../programs/ownProcessEnvironment.ts';

/** The engine's side of the load process: one child that runs load phases one after the other. */
export class LoadProcess {
  private readonly child: ChildProcess;
  private readonly ended: Promise<string>;
  private answer: ((message: FromLoad) => void) | null = null;

  constructor() {
    this.child = spawn(process.execPath, [artifactPath('loadWorker.cjs')], {
      // The engine answers Ctrl-C, which a terminal sends to the whole group. On Windows, a hidden
      // console keeps Ctrl-C away, and only a child that is not detached ends with this process.
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: ownProcessEnvironment(),
    });
    this.ended = new Promise((resolve) => {
      this.child.once('error', (error) => resolve(error.message));
      this.child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    });
    this.child.on('message', (message: FromLoad) => this.answer?.(message));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Runs one load phase. Throws FailureError `load-process-died`. */
  async run(start: LoadStart, onProgress: (progress: LoadProgress) => void): Promise<LoadDone> {
    const answered = new Promise<LoadDone>((resolve, reject) => {
      this.answer = (message) => {
        switch (message.type) {
          case 'progress':
            return onProgress(message);
          case 'done':
            return resolve(message);
          case 'failed':
            return reject(new FailureError(loadRefused(message.message)));
        }
      };
    });
    this.send(start);
    const died = this.ended.then((reason) => {
      throw new FailureError(loadProcessDied(reason));
    });
    try {
      return await Promise.race([answered, died]);
    } finally {
      this.answer = null;
      answered.catch(() => {});
      died.catch(() => {});
    }
  }

  async end(): Promise<void> {
    if (this.child.pid === undefined) return;
    this.child.kill('SIGKILL');
    await this.ended;
  }

  private send(message: LoadStart): void {
    // If the channel is closed, `ended` gives the reason.
    if (this.child.connected) this.child.send(message, () => {});
  }
}
