import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { runProfile } from '../../src/engine/run/run.ts';
import type { RunOutcome } from '../../src/engine/run/runOutcome.ts';
import type { LoadOptions, RunOptions } from '../../src/shared/runOptions.ts';
import type { RunState } from '../../src/shared/runState.ts';

/** A folder for one test, which is also the temporary folder of what runs in it. */
export interface TestFolder {
  path: string;
  /** Temporary folders of runs that are still there. */
  runFolders(): string[];
  /** Living processes that were started from a run of this folder, as `PID COMMAND` (Linux; else empty). */
  processes(): string[];
}

const systemTmp = realpathSync(tmpdir());

/** Gives a test its files in a folder of its own, and checks that it leaves no process and no run folder. */
export async function withFolder(
  files: Record<string, string>,
  body: (folder: TestFolder) => Promise<void>,
): Promise<void> {
  const path = mkdtempSync(join(systemTmp, 'engine-test-'));
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = path;
  const folder: TestFolder = {
    path,
    runFolders: () => readdirSync(path).filter((name) => name.startsWith('hotframe-')),
    processes: () => processesWith(`TMPDIR=${path}`),
  };
  let isWell = false;
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(path, name)), { recursive: true });
      writeFileSync(join(path, name), text);
    }
    await body(folder);
    assert.deepEqual(folder.processes(), [], 'no process is left');
    assert.deepEqual(folder.runFolders(), [], 'no run folder is left');
    isWell = true;
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    try {
      rmSync(path, { recursive: true, force: true });
    } catch (error) {
      // What still runs there writes files: the failure before this one says why.
      if (isWell) throw error;
    }
  }
}

export type QuickOptions = Partial<Omit<RunOptions, 'load'>> & { load?: Partial<LoadOptions> };

/** Options of a quick run of `node server.js` under as much load as it can take. */
export function quickOptions(cwd: string, options: QuickOptions = {}): RunOptions {
  return {
    command: [process.execPath, 'server.js'],
    cwd,
    env: {},
    workspaceFolders: [],
    startTimeoutS: 20,
    intervalMicros: 1000,
    // Its load would be most of a short run.
    chargesAwaits: false,
    exactLines: false,
    areas: ['app'],
    ...options,
    load: {
      url: '/',
      method: 'GET',
      headers: {},
      requests: [],
      connections: 4,
      durationS: 1,
      warmupS: 0.3,
      pipelining: 1,
      timeoutS: 10,
      ...options.load,
    },
  };
}

/**
 * Load for a test that asks nothing of shares or rates: server and client stand still for most of
 * the time, so that the tests beside it have the CPU. Each load phase sends all of it at its start.
 */
export const lightLoad = { rate: 40, durationS: 0.5, warmupS: 0.2 } satisfies Partial<LoadOptions>;

/** Options of a quick run of `node server.js` under a light load. */
export function lightOptions(cwd: string, options: QuickOptions = {}): RunOptions {
  return quickOptions(cwd, { ...options, load: { ...lightLoad, ...options.load } });
}

export interface Watched extends RunOutcome {
  phases: RunState['phase'][];
  output: string;
}

type OnState = (state: RunState, abort: AbortController) => void;

/** Runs to the end under a light load; `onState` may abort or meddle. */
export function lightRun(
  folder: TestFolder,
  options: QuickOptions = {},
  onState?: OnState,
): Promise<Watched> {
  return watchRun(folder, { ...options, load: { ...lightLoad, ...options.load } }, onState);
}

/** Runs to the end under as much load as the server can take; `onState` may abort or meddle. */
export async function watchRun(
  folder: Pick<TestFolder, 'path'>,
  options: QuickOptions = {},
  onState: OnState = () => {},
): Promise<Watched> {
  const phases: RunState['phase'][] = [];
  let output = '';
  const abort = new AbortController();
  const outcome = await runProfile(
    quickOptions(folder.path, options),
    {
      onState(state) {
        phases.push(state.phase);
        onState(state, abort);
      },
      onProgress() {},
      onOutput(text) {
        output += text;
      },
    },
    abort.signal,
  );
  return { ...outcome, phases, output };
}

/** A run under a light load that must fail: its sentence, after the checks that hold for every failure. */
export async function failureOf(
  folder: TestFolder,
  kind: string,
  options: QuickOptions = {},
): Promise<string> {
  const { report, phases } = await lightRun(folder, options);
  assert.equal(report.failure?.kind, kind, report.failure?.message ?? 'the run did not fail');
  assert.equal(phases.at(-1), 'failed');
  return report.failure.message;
}

/** The outcome of a run that must succeed. @param what was run, where the test runs more than one */
export function succeeded(watched: Watched, what = 'the server'): Watched {
  assert.equal(watched.report.failure, null, `${what}: ${watched.report.failure?.message}`);
  return watched;
}

/** Polls until the condition holds; the deadline is a failure. */
export async function eventually(what: string, holds: () => boolean, deadlineMs = 15_000) {
  const end = performance.now() + deadlineMs;
  while (!holds()) {
    assert.ok(performance.now() < end, `${what} within ${deadlineMs} ms`);
    await delay(20);
  }
}

/** Living processes (never this one) with the variable in their environment. */
function processesWith(variable: string): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return [];
    try {
      if (!readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(variable)) return [];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      // A zombie has neither.
      return command ? [`${pid} ${command}`] : [];
    } catch {
      return [];
    }
  });
}
