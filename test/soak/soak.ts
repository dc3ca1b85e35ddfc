import assert from 'node:assert/strict';
import { join } from 'node:path';
import { eventually, withFolder } from '../process/engineHarness.ts';
import { Random } from '../support/random.ts';
import {
  answerOf,
  openFiles,
  residentMb,
  roundOptions,
  soakServers,
  startClient,
} from './serverRounds.ts';

export interface SoakFigures {
  done: number;
  cancelled: number;
  /** Of the language server, after the first runs and after the last. */
  filesBefore: number;
  filesAfter: number;
  memoryBeforeMb: number;
  memoryAfterMb: number;
}

/** Runs that count as warming up the language server. */
const warmRuns = 3;
/** The last moment of a run is at about this time. */
const longestMs = 3000;

/**
 * Runs one after another through one language server, three in four of them cancelled at a random
 * moment. After each, nothing of it may be left.
 */
export async function soak(runs: number, seed: number): Promise<SoakFigures> {
  const random = new Random(seed);
  const figures: SoakFigures = {
    ...{ done: 0, cancelled: 0, filesBefore: 0, filesAfter: 0 },
    ...{ memoryBeforeMb: 0, memoryAfterMb: 0 },
  };
  await withFolder(soakServers, async (folder) => {
    const client = await startClient(join(folder.path, 'storage'));
    const pid = client.child.pid!;
    const others = () => folder.processes().filter((line) => Number.parseInt(line) !== pid);
    try {
      for (let run = 1; run <= runs; run++) {
        const script = random.pick(Object.keys(soakServers));
        const answer = answerOf(client, roundOptions(folder, script, 0.3));
        const isToBeStopped = random.chance(0.75);
        const stop = setTimeout(() => void client.notify('hotframe/stop'), random.below(longestMs));
        if (!isToBeStopped) clearTimeout(stop);
        const { failure } = await answer;
        clearTimeout(stop);
        if (failure === null) figures.done++;
        else {
          assert.equal(failure.kind, 'cancelled', `run ${run}, seed ${seed}: ${failure.message}`);
          assert.ok(isToBeStopped);
          figures.cancelled++;
        }
        assert.deepEqual(others(), [], `run ${run} leaves no process`);
        assert.deepEqual(folder.runFolders(), [], `run ${run} leaves no folder`);
        if (run !== warmRuns && run !== runs) continue;
        // Pipes of processes that have just ended close with the next turn of the loop.
        if (run === runs) {
          await eventually('the files close', () => openFiles(pid) <= figures.filesBefore, 5000);
        }
        const now = { files: openFiles(pid), memoryMb: residentMb(pid) };
        if (run === warmRuns) {
          figures.filesBefore = now.files;
          figures.memoryBeforeMb = now.memoryMb;
        }
        figures.filesAfter = now.files;
        figures.memoryAfterMb = now.memoryMb;
      }
      await client.close();
    } finally {
      client.child.kill('SIGKILL');
      await client.exited;
    }
  });
  return figures;
}
