import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { CpuTimes } from '../processes/cpuUsage.ts';
import type { Hello } from '../processes/targetEvents.ts';

/** Processes below this share of one CPU are not worth mentioning. */
const minShare = 0.01;
const maxNamed = 5;

/** Sentences on processes of the target that used CPU time in the window but were not sampled. */
export function unsampledNotes(
  hellos: readonly Hello[],
  sampled: readonly Hello[],
  before: CpuTimes,
  after: CpuTimes,
  windowMs: number,
): string[] {
  const inReach = new Set(sampled.map(({ pid }) => pid));
  const nodes = new Map(hellos.filter(({ threadId }) => threadId === 0).map((h) => [h.pid, h]));
  return [...after]
    .map(([pid, micros]) => ({ pid, share: (micros - (before.get(pid) ?? 0)) / 1000 / windowMs }))
    .filter(({ pid, share }) => share >= minShare && !inReach.has(pid))
    .sort((a, b) => b.share - a.share)
    .slice(0, maxNamed)
    .map(({ pid, share }) => {
      const hello = nodes.get(pid);
      const reason = hello
        ? 'another program started it, through which the sampler does not reach'
        : 'it is no Node.js';
      const name = hello ? `node ${basename(hello.argv[1] ?? '')}`.trim() : programName(pid);
      return `Process ${pid} (${name}) had ${Math.round(share * 100)} % of a CPU and is in no share: ${reason}.`;
    });
}

/** The name is known on Linux only. */
function programName(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
  } catch {
    return 'a child of the server';
  }
}
