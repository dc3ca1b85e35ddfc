import { resolve } from 'node:path';
import { profileServer } from '../../src/engine/run.ts';
import type { RunOptions } from '../../src/shared/runOptions.ts';

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
export async function benchReportTime(rounds = 5): Promise<void> {
  const hooks = { onState: () => {}, onProgress: () => {}, onOutput: () => {} };
  const readyMs: number[] = [];
  const origin = process.hrtime.bigint();
  for (let round = 0; round < rounds; round++) {
    const { report, timings } = await profileServer(options, hooks, new AbortController().signal);
    if (!timings) throw new Error(report.failure?.message ?? 'The run failed.');
    const seconds = (ns: bigint): string => (Number(ns - origin) / 1e9).toFixed(3);
    readyMs.push(Number(timings.reportReadyNs - timings.loadEndedNs) / 1e6);
    console.log(
      `report, run ${round + 1}: load ended at ${seconds(timings.loadEndedNs)} s, report complete at ${seconds(timings.reportReadyNs)} s`,
    );
  }
  const median = [...readyMs].sort((a, b) => a - b)[rounds >> 1]!;
  console.log(
    `report complete ${median.toFixed(0)} ms after the end of the load (median of ${rounds}; limit 1000)`,
  );
}
