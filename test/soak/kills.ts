import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually, withFolder, type TestFolder } from '../process/engineHarness.ts';
import { Random } from '../support/random.ts';
import type { ServerClient } from '../process/serverClient.ts';
import { answerOf, roundOptions, soakServers, startClient } from './serverRounds.ts';

export const victims = ['language server', 'load process', 'target', 'guard'] as const;
export type Victim = (typeof victims)[number];

/** By a word of its command line. */
const marks: Record<Exclude<Victim, 'language server'>, string> = {
  'load process': 'loadWorker.cjs',
  target: '--prof',
  guard: 'guard.cjs',
};

/** Runs are about as long after their victim is there. */
const longestMs = 2500;

export interface KillFigures {
  /** How often each kind of failure was told; `done` where the run was over before, or needs the victim no more. */
  outcomes: Record<string, number>;
  /** Milliseconds until nothing was left, after the killing or the answer. */
  longestCleanupMs: number;
}

/**
 * Kills one process of a run at a random moment, again and again: each time nothing may survive,
 * whoever waits for the run gets an answer, and the next run works.
 */
export async function kill(victim: Victim, times: number, seed: number): Promise<KillFigures> {
  const random = new Random(seed);
  const figures: KillFigures = { outcomes: {}, longestCleanupMs: 0 };
  await withFolder(soakServers, async (folder) => {
    const storage = join(folder.path, 'storage');
    let client = await startClient(storage);
    try {
      for (let time = 1; time <= times; time++) {
        const script = random.pick(Object.keys(soakServers));
        const what = `${victim}, ${script}, time ${time} of seed ${seed}`;
        const moment = random.below(longestMs);
        let cleanupFromMs: number;
        if (victim === 'language server') {
          const running = answerOf(client, roundOptions(folder, script, 2)).catch(() => null);
          await delay(moment);
          client.child.kill('SIGKILL');
          await client.exited;
          client.connection.dispose();
          void running;
          cleanupFromMs = performance.now();
          count(figures, 'killed');
        } else {
          const outcome = await killWithin(client, folder, script, marks[victim], moment);
          cleanupFromMs = performance.now();
          checkOutcome(victim, outcome, what);
          count(figures, outcome);
        }
        const own = victim === 'language server' ? -1 : client.child.pid!;
        const others = () => folder.processes().filter((line) => Number.parseInt(line) !== own);
        await eventually(`${what}: nothing survives`, () => others().length === 0);
        await eventually(`${what}: no folder`, () => folder.runFolders().length === 0);
        const tookMs = performance.now() - cleanupFromMs;
        figures.longestCleanupMs = Math.max(figures.longestCleanupMs, tookMs);
        if (victim === 'language server') client = await startClient(storage);
        const { failure } = await answerOf(client, roundOptions(folder, 'one.js', 0.3));
        assert.equal(failure, null, `the run after ${what}: ${failure?.message}`);
      }
      await client.close();
    } finally {
      client.child.kill('SIGKILL');
      await client.exited;
    }
  });
  return figures;
}

async function killWithin(
  client: ServerClient,
  folder: TestFolder,
  script: string,
  mark: string,
  moment: number,
): Promise<string> {
  let isAnswered = false;
  const running = answerOf(client, roundOptions(folder, script, 2)).finally(() => {
    isAnswered = true;
  });
  const pids = () =>
    folder
      .processes()
      .filter((line) => line.includes(mark))
      .map((line) => Number.parseInt(line));
  await eventually(`${mark} runs`, () => isAnswered || pids().length > 0);
  await delay(moment);
  // The first one: children of the target have its flags, too.
  const [pid] = pids().sort((a, b) => a - b);
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
  const { failure } = await running;
  return failure?.kind ?? 'done';
}

/** The run is over before some moments; before that, the failure must say who died. */
function checkOutcome(victim: Victim, outcome: string, what: string): void {
  const expected: Record<Victim, readonly string[]> = {
    'language server': [],
    'load process': ['done', 'load-process-died'],
    target: ['done', 'target-died', 'exited-before-listening'],
    guard: ['done'],
  };
  assert.ok(expected[victim].includes(outcome), `${what}: ${outcome}`);
}

function count(figures: KillFigures, outcome: string): void {
  figures.outcomes[outcome] = (figures.outcomes[outcome] ?? 0) + 1;
}
