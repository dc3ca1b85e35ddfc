import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { saveRun } from '../../src/analysis/saved/savedRun.ts';
import { runProfile } from '../../src/engine/run/run.ts';

export interface LongServer {
  /** The workspace's folder, with `server.js` in it. */
  workspace: string;
  /** Of the saved run. */
  profile: string;
  /** Lines of `server.js` with self time. */
  hotLines: number;
  /** The number of the hottest of them. */
  hottestLine: number;
}

const functions = 500;

/** A server of 5,000 lines, each tenth of which works, and a real run of it. */
export async function longServer(folder: string): Promise<LongServer> {
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const file = join(workspace, 'server.js');
  writeFileSync(file, sourceText());
  const { report, profile } = await runProfile(
    {
      command: ['node', 'server.js'],
      cwd: workspace,
      env: {},
      workspaceFolders: [workspace],
      load: {
        url: '/',
        method: 'GET',
        headers: {},
        requests: [],
        connections: 4,
        durationS: 10,
        warmupS: 2,
        pipelining: 1,
        timeoutS: 10,
      },
      startTimeoutS: 30,
      intervalMicros: 500,
      exactLines: true,
      areas: ['app'],
    },
    { onState: () => {}, onProgress: () => {}, onOutput: () => {} },
    new AbortController().signal,
  );
  if (!profile) throw new Error(report.failure?.message ?? 'The run failed.');
  const saved = join(workspace, 'long.cpuprofile');
  writeFileSync(saved, saveRun(profile, report));
  const hot = report.lines.filter((line) => line.file === file && line.self > 0);
  return { workspace, profile: saved, hotLines: hot.length, hottestLine: hot[0]?.line ?? 0 };
}

function sourceText(): string {
  const steps = Array.from({ length: functions - 1 }, (_, i) => step(i));
  return [...steps, handler()].join('');
}

/** Ten lines, of which one is hot. */
function step(i: number): string {
  return `
/** Step ${i} of an order: mixes the price into the running sum. */
function step${i}(order, sum) {
  const { price, count, rate } = order;
  let mixed = sum + ${i};
  for (let i = 0; i < count; i++) {
    mixed = (Math.imul(mixed ^ price, ${2 * i + 3}) + (mixed >>> ${1 + (i % 13)}) + Math.floor(Math.sqrt(rate * i))) | 0;
  }
  return mixed;
}
`;
}

function handler(): string {
  const names = Array.from({ length: functions - 1 }, (_, i) => `step${i}`);
  return `
const steps = [${names.join(', ')}];
require('node:http')
  .createServer((request, response) => {
    let sum = 0;
    for (const step of steps) sum = step({ price: 17, count: 60, rate: 3 }, sum);
    response.end(String(sum));
  })
  .listen(0);
`;
}
