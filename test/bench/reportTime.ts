import { resolve } from 'node:path';
import { runProfile } from '../../src/engine/run/run.ts';
import type { RunOptions } from '../../src/shared/runOptions.ts';
import { against } from './figures.ts';
import type { Section } from './section.ts';

const example = resolve(import.meta.dirname, '../workspaces/example');

const options: RunOptions = {
  command: ['node', 'dist/server.js'],
  cwd: example,
  env: {},
  workspaceFolders: [example],
  load: {
    url: '/invoices/1',
    method: 'GET',
    headers: {},
    requests: [],
    connections: 10,
    durationS: 5,
    warmupS: 1,
    pipelining: 1,
    timeoutS: 10,
  },
  startTimeoutS: 30,
  intervalMicros: 1000,
  exactLines: false,
  areas: ['app'],
};

/** How long after the end of the load the report of the bundled example is complete. */
export async function benchReportTime(rounds = 5): Promise<Section[]> {
  const hooks = { onState: () => {}, onProgress: () => {}, onOutput: () => {} };
  const readyMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { report, timings } = await runProfile(options, hooks, new AbortController().signal);
    if (!timings) throw new Error(report.failure?.message ?? 'The run failed.');
    readyMs.push(Number(timings.reportReadyNs - timings.loadEndedNs) / 1e6);
  }
  return [
    {
      title: `report, a run of 5 s (median of ${rounds}, range)`,
      figures: [['complete after the load', against(readyMs, 1000, 0)]],
    },
  ];
}
