import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { KeptOutput } from '../processes/keptOutput.ts';
import { OutputValve } from '../processes/outputValve.ts';
import { runFolderVariable, stopTree } from '../processes/processTree.ts';

export interface BuildOptions {
  command: string;
  cwd: string;
  /** The guard of this folder ends what is left of the build if this process is killed. */
  guardedFolder: string;
  onOutput(text: string, stream: 'stdout' | 'stderr'): void;
}

/** `code` is null if a signal ended the build. */
export interface BuildEnd {
  code: number | null;
  output: KeptOutput;
}

/**
 * Runs a build in the system's shell, as a person types it, because builds are lines like `tsc &&
 * cp …`; everything else is started word by word. Processes that it leaves behind (a daemon, a
 * watcher) are ended with it, and all of it when the signal fires.
 */
export async function runBuild(options: BuildOptions, signal: AbortSignal): Promise<BuildEnd> {
  const { command, cwd, guardedFolder, onOutput } = options;
  const child = spawn(command, {
    shell: true,
    cwd,
    env: { ...process.env, [runFolderVariable]: guardedFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own group, so that all of it can be ended at once.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const output = new KeptOutput();
  for (const stream of ['stdout', 'stderr'] as const) {
    const valve = new OutputValve((text) => onOutput(text, stream));
    child[stream].on('data', (chunk: Buffer) => {
      output.add(chunk);
      valve.add(chunk, performance.now());
    });
    child[stream].once('close', () => valve.end());
  }
  const ended = new Promise<number | null>((done, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => done(code));
  });
  const closed = new Promise<void>((done) => child.once('close', () => done()));
  const stopAll = () => stopTree({ root: child.pid ?? null, runFolder: guardedFolder });
  const onAbort = () => void stopAll();
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort);
  try {
    const code = await ended;
    await stopAll();
    // Wait a moment for the rest of the output; a process that outlives the build may hold the
    // pipes open.
    await Promise.race([closed, delay(300, undefined, { ref: false })]);
    child.stdout.destroy();
    child.stderr.destroy();
    return { code, output };
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
