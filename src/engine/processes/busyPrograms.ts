import { basename } from 'node:path';
import { plainText, wordsOf } from './commandLine.ts';
import { namesIn, statOf } from './procFiles.ts';

/** A program that used a CPU within the window. Processes of the same name are added up. */
export interface BusyProgram {
  name: string;
  /** Share of one CPU. */
  share: number;
  /** Whether it did (nearly) nothing before the load began. */
  isSinceLoad: boolean;
}

/** CPU time of each process so far. The keys are pid and start time, because pids are reused. */
export interface ProgramReading {
  atMs: number;
  processes: ReadonlyMap<string, { pid: number; name: string; micros: number }>;
}

const microsPerTick = 10_000;
const minShare = 0.05;
const maxNamed = 4;

/** The busiest programs of a window, from shares of one CPU by name before the load and within the window. */
export function busyPrograms(
  before: ReadonlyMap<string, number>,
  within: ReadonlyMap<string, number>,
): BusyProgram[] {
  return [...within]
    .filter(([, share]) => share >= minShare)
    .map(([name, share]) => ({ name, share, isSinceLoad: (before.get(name) ?? 0) < share / 4 }))
    .sort((a, b) => b.share - a.share)
    .slice(0, maxNamed);
}

/** Shares of one CPU between two readings, by program name; processes of the run are left out. */
export function programShares(
  from: ProgramReading,
  to: ProgramReading,
  ours: ReadonlySet<number>,
): Map<string, number> {
  const shares = new Map<string, number>();
  for (const [key, { pid, name, micros }] of to.processes) {
    const spent = micros - (from.processes.get(key)?.micros ?? 0);
    if (spent <= 0 || ours.has(pid)) continue;
    shares.set(name, (shares.get(name) ?? 0) + spent / 1000 / (to.atMs - from.atMs));
  }
  return shares;
}

/** Null except on Linux. */
export function readPrograms(): ProgramReading | null {
  if (process.platform !== 'linux') return null;
  const processes = new Map<string, { pid: number; name: string; micros: number }>();
  for (const pid of namesIn('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const stat = statOf(`/proc/${pid}/stat`);
    if (!stat) continue;
    const { fields } = stat;
    const micros = (Number(fields[11]) + Number(fields[12])) * microsPerTick;
    if (!(micros > 0)) continue;
    const name = nameOf(Number(pid), stat.name);
    processes.set(`${pid} ${fields[19]}`, { pid: Number(pid), name, micros });
  }
  return { atMs: performance.now(), processes };
}

/** Shows only the script of a Node.js process: the rest of its command line may be private. */
function nameOf(pid: number, name: string): string {
  if (!/^(node|node-MainThread|MainThread)$/.test(name)) return name;
  const [, ...words] = plainText(wordsOf(pid));
  const script = words.find((word) => !word.startsWith('-'));
  const isCode = words.some((word) => /^(-p?e|-p|--eval|--print)$/.test(word));
  return script === undefined || isCode ? 'node' : `node ${basename(script)}`;
}
