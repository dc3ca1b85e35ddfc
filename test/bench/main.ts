/**
 * `npm run bench`: all parts but those that take long, then what they found as one table, and the
 * table of docs/benchmarks.md. Arguments choose parts: `cost` and `editor` are several of them. These take
 * minutes, and come only when they are named: `verdict`, how often a comparison is wrong; `doctor`, what
 * Clinic Doctor says of servers with a fault; `interval`, what a sample costs and is worth; `interrupt`,
 * what it takes of the server's own thread; `predictions`, whether a request gains what a benchmark of a
 * function predicts; and `windows`, when a report comes under Wine.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { benchAwaits } from './awaits.ts';
import { costBenches } from './cost.ts';
import { benchDoctor } from './doctor.ts';
import { editorBenches, inBrowser } from './editor.ts';
import { benchFlamegraph } from './flamegraph.ts';
import { benchHooks } from './hooks.ts';
import { benchInterrupt } from './interrupt.ts';
import { benchInterval } from './interval.ts';
import { benchPredictions } from './predictions.ts';
import { benchReader } from './reader.ts';
import { benchReportTime } from './reportTime.ts';
import { benchOpen } from './openProfiles.ts';
import { benchRoutes } from './routes.ts';
import { benchSave } from './saveProfile.ts';
import { headlineTable, sectionTable, sectionText, type Section } from './section.ts';
import { poolFile } from './runPool.ts';
import { benchVerdict } from './verdictRates.ts';
import { benchViewer } from './viewer.ts';
import { benchWindowsReport } from './windowsReport.ts';

const benches = {
  ...costBenches,
  flamegraph: benchFlamegraph,
  reader: benchReader,
  open: benchOpen,
  save: benchSave,
  report: () => benchReportTime(),
  routes: benchRoutes,
  awaits: benchAwaits,
  hooks: benchHooks,
  viewer: inBrowser(benchViewer),
  ...editorBenches,
  verdict: () => {
    benchVerdict(poolFile);
    return [];
  },
  doctor: benchDoctor,
  interval: benchInterval,
  interrupt: benchInterrupt,
  predictions: benchPredictions,
  windows: benchWindowsReport,
} satisfies Record<string, (folder: string) => Section[] | Promise<Section[]>>;

type Part = keyof typeof benches;
const parts = Object.keys(benches) as Part[];
const groups: Readonly<Record<string, readonly Part[]>> = {
  cost: Object.keys(costBenches) as (keyof typeof costBenches)[],
  editor: Object.keys(editorBenches) as (keyof typeof editorBenches)[],
};
/** Only when they are named. */
const long: readonly Part[] = [
  'verdict',
  'doctor',
  'interval',
  'interrupt',
  'predictions',
  'windows',
];

const named = process.argv.slice(2).flatMap((name): readonly string[] => groups[name] ?? [name]);
const unknown = named.find((name) => !parts.some((part) => part === name));
if (unknown !== undefined) {
  const names = [...Object.keys(groups), ...parts].join(', ');
  console.error(`There is no part ${unknown}: ${names}.`);
  process.exit(2);
}
const wanted = parts.filter((part) =>
  named.length === 0 ? !long.includes(part) : named.includes(part),
);

/** A part that fails leaves the others theirs. */
async function benched(part: Part, into: string): Promise<Section[]> {
  try {
    return await benches[part](into);
  } catch (error) {
    process.exitCode = 1;
    console.error(error);
    return [{ title: part, figures: [['failed', String(error).split('\n')[0] ?? '']] }];
  }
}

const folder = mkdtempSync(join(tmpdir(), 'hotframe-bench-'));
try {
  const found: Section[] = [];
  for (const part of wanted) {
    const own = join(folder, part);
    mkdirSync(own);
    const sections = await benched(part, own);
    for (const section of sections) console.log(sectionText(section));
    found.push(...sections);
    rmSync(own, { recursive: true, force: true });
  }
  if (wanted.length > 1) console.log(`\nAll together\n\n${sectionTable(found)}`);
  if (found.some(({ headlines }) => headlines)) {
    console.log(`\nAgainst others\n\n${headlineTable(found)}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
