import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { loaderFlags, type FileResult } from './runTestFile.ts';
import type { TestFile } from './testFiles.ts';

/** Runs test files one after the other, in a browser and a VS Code that are its own. */
export class EditorLane implements AsyncDisposable {
  private readonly ended: Promise<never>;

  private constructor(private readonly child: ChildProcess) {
    this.ended = once(child, 'exit').then(() => {
      throw new Error('The process that runs tests in VS Code has ended.');
    });
    // It ends after its last file too.
    this.ended.catch(() => {});
  }

  static start(withEditor: boolean): EditorLane {
    const script = join(import.meta.dirname, 'editorLaneProcess.ts');
    // A process of its own, since test files learn of browser and editor by their environment.
    return new EditorLane(
      fork(script, withEditor ? ['editor'] : [], {
        execArgv: loaderFlags,
        serialization: 'advanced',
      }),
    );
  }

  /** Runs the files in one process. Throws an Error where the lane's process has ended. */
  async run(files: TestFile[]): Promise<FileResult[]> {
    this.child.send(files);
    const [results] = await Promise.race([once(this.child, 'message'), this.ended]);
    return results as FileResult[];
  }

  /** The lane's process ends its browser and its editor when nobody is connected to it. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.disconnect();
    await once(this.child, 'exit');
  }
}
