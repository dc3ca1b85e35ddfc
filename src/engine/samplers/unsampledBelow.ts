import { commandOf } from '../processes/commandLine.ts';
import type { CpuTimes } from '../processes/cpuUsage.ts';

/** Processes below this share of one CPU are not mentioned. */
const minShare = 0.01;
const maxNamed = 5;

/** Sentences on descendants of the attached process that used CPU in the window, which no share includes. */
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
