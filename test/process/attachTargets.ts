import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { attachAndProfile } from '../../src/engine/attach/attach.ts';
import { portsOf } from '../../src/engine/processes/listeningPorts.ts';
import type { AttachOptions, AttachTarget } from '../../src/shared/attach.ts';
import type { LoadOptions } from '../../src/shared/runOptions.ts';
import type { RunState } from '../../src/shared/runState.ts';
import { quickOptions, type Watched } from './engineHarness.ts';

/** A process that runs before anybody attaches to it. */
export interface RunningServer extends AsyncDisposable {
  child: ChildProcess;
  pid: number;
  /** That it listened on first. */
  port: number;
  /** What it has printed so far. */
  output(): string;
}

const startMs = 20_000;

/** Starts a server of its own and waits until it listens; ends it with the block. */
export async function startServer(
  node: string,
  words: string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<RunningServer> {
  const child = spawn(node, words, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const pid = child.pid;
  assert.ok(pid, 'it starts');
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  const end = performance.now() + startMs;
  for (;;) {
    const [first] = await portsOf(pid);
    if (first) {
      const { port } = first;
      return { child, pid, port, output: () => output, [Symbol.asyncDispose]: stop };
    }
    if (performance.now() > end || child.exitCode !== null) {
      await stop();
      assert.fail(`the server does not listen: ${output}`);
    }
    // Who asks without a pause takes the CPU that the server starts with.
    await delay(50);
  }
}

export type QuickAttachment = Partial<Omit<AttachOptions, 'target' | 'load'>> & {
  load?: Partial<LoadOptions> | null;
};

/** Attaches for a second, of 300 requests; `onState` may abort or meddle. `toldIn`: when the outcome was told. */
export async function attach(
  target: AttachTarget,
  { load = {}, ...options }: QuickAttachment = {},
  onState: (state: RunState, abort: AbortController) => void = () => {},
): Promise<Watched & { toldIn: RunState['phase'][] }> {
  const toldIn: RunState['phase'][] = [];
  const phases: RunState['phase'][] = [];
  const abort = new AbortController();
  const outcome = await attachAndProfile(
    {
      target,
      // So that what runs beside a test has a CPU too.
      load: load && { ...quickOptions('').load, rate: 300, ...load },
      durationS: 1,
      workspaceFolders: [],
      intervalMicros: 1000,
      areas: ['app'],
      ...options,
    },
    {
      onState(state) {
        phases.push(state.phase);
        onState(state, abort);
      },
      onProgress() {},
      onOutput() {},
      onOutcome: () => toldIn.push(phases.at(-1)!),
    },
    abort.signal,
  );
  return { ...outcome, phases, toldIn, output: '' };
}

/** An attachment that must fail: its sentence. */
export async function attachFailure(
  kind: string,
  target: AttachTarget,
  options: QuickAttachment = {},
): Promise<string> {
  const { report, phases } = await attach(target, options);
  assert.equal(report.failure?.kind, kind, report.failure?.message ?? 'it did not fail');
  assert.equal(phases.at(-1), 'failed');
  return report.failure.message;
}

/** That the process runs on as it was found: it answers, and has no port but its own. */
export async function runsOn({ pid, port, child }: RunningServer): Promise<void> {
  assert.equal(child.exitCode, null);
  assert.equal(child.signalCode, null);
  assert.deepEqual([...new Set((await portsOf(pid)).map((each) => each.port))], [port]);
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  assert.equal(answer.status, 200);
  await answer.arrayBuffer();
}
