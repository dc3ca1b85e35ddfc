import { join } from 'node:path';
import { runProfile } from '../../src/engine/run/run.ts';
import type { RunOptions } from '../../src/shared/runOptions.ts';
import { quickOptions } from '../process/engineHarness.ts';
import { median, spread } from './figures.ts';
import type { Section } from './section.ts';

const servers = { collection: 'an embedded database', rows: 'a stream of CSV rows' };
const rounds = 3;
const load = { connections: 10, durationS: 6, warmupS: 1 };
/** What the command may take longer. */
const limitS = 2.5;

/** What of a server's CPU time has no line of the user's, and how long the run takes, with and without learning. */
export async function benchAwaits(): Promise<Section[]> {
  const figures: [string, string][] = [];
  let longestS = 0;
  for (const [name, words] of Object.entries(servers)) {
    const measured: RunFigures[] = [];
    const charged: RunFigures[] = [];
    for (let round = 0; round < rounds; round++) {
      measured.push(await runOf(name, false));
      charged.push(await runOf(name, true));
    }
    const shares = (runs: RunFigures[]) => spread(runs.map(({ without }) => without * 100));
    const longerS =
      median(charged.map(({ seconds }) => seconds)) -
      median(measured.map(({ seconds }) => seconds));
    longestS = Math.max(longestS, longerS);
    figures.push(
      [words, `${shares(charged)} % without a line, ${shares(measured)} % with --no-async`],
      ['  the whole run', `${longerS.toFixed(1)} s longer${longerS > limitS ? ': MISSED' : ''}`],
    );
  }
  const headline = {
    what: 'time to learn what runs after awaits',
    own: `${longestS.toFixed(1)} s`,
    others: 'none has it by line',
    wanted: `at most ${limitS} s`,
  };
  return [{ title: 'What runs after awaits', figures, headlines: [headline] }];
}

interface RunFigures {
  /** Share of CPU time that no line of the user's has. */
  without: number;
  seconds: number;
}

async function runOf(name: string, chargesAwaits: boolean): Promise<RunFigures> {
  const options: RunOptions = quickOptions(join(import.meta.dirname, 'awaitServers'), {
    command: [process.execPath, `${name}.cjs`],
    chargesAwaits,
    load,
  });
  const hooks = { onState() {}, onProgress() {}, onOutput() {} };
  const start = performance.now();
  const { report } = await runProfile(options, hooks, new AbortController().signal);
  if (!report.sampling) throw new Error(report.failure?.message ?? 'nothing was sampled');
  return {
    without: report.sampling.unattributedShare,
    seconds: (performance.now() - start) / 1000,
  };
}
