import { commandOf } from '../processes/commandLine.ts';
import type { CpuTimes } from '../processes/cpuUsage.ts';

/** Below this share of one CPU a process is not worth a word. */
const minShare = 0.01;
const maxNamed = 5;

/** Processes below the one that was attached to which worked in the window, and whose work is in no share, as sentences. */
export async function unsampledBelow(
  attached: number,
  before: CpuTimes,
  after: CpuTimes,
  windowMs: number,
): Promise<string[]> {
  const busiest = [...after]
    .map(([pid, micros]) => ({ pid, share: (micros - (before.get(pid) ?? 0)) / 1000 / windowMs }))
    .filter(({ pid, share }) => pid !== attached && share >= minShare)
    .sort((a, b) => b.share - a.share)
    .slice(0, maxNamed);
  return Promise.all(
    busiest.map(async ({ pid, share }) => {
      const command = await commandOf(pid);
      const name = command === '' ? '' : ` (${command})`;
      return `Process ${pid}${name}, which process ${attached} has started, had ${Math.round(share * 100)} % of a CPU and is in no share: attach to it by its own process id.`;
    }),
  );
}
