import type { LoopBlock, SignalsReport } from '../../shared/signals.ts';
import { loopSeconds, type ThreadLoop } from './loopSeconds.ts';
import type { Profile } from '../profile/profile.ts';

const maxBlocks = 200;

/**
 * The signals of a window. The line that held the loop comes from the samples of that time: that of the innermost
 * function of the user's that has half of them, with what it calls and whatever has called it.
 *
 * @param windowStartMs on the clock of the events
 * @returns null if no thread told of its loop within the window
 */
export function loopSignals(
  loops: readonly ThreadLoop[],
  windowStartMs: number,
  profile: Profile,
): SignalsReport | null {
  const { windowMs } = profile;
  const gc = new Map<string, SignalsReport['gc'][number]>();
  const blocks: LoopBlock[] = [];
  let [turns, lateMs, max] = [0, 0, 0];
  for (const { pid, threadId, events } of loops) {
    const isolate = profile.isolates.findIndex(
      (each) => each.pid === pid && each.threadId === threadId,
    );
    for (const event of events) {
      const middleMs = (event.fromMs + event.toMs) / 2 - windowStartMs;
      if (middleMs < 0 || middleMs >= windowMs) continue;
      turns += event.turns;
      lateMs += event.lateMs;
      max = Math.max(max, event.longestMs);
      for (const { kind, count, ms, longestMs } of event.gc) {
        const known = gc.get(kind) ?? { kind, count: 0, ms: 0, longestMs: 0 };
        gc.set(kind, {
          ...{ kind, count: known.count + count, ms: known.ms + ms },
          longestMs: Math.max(known.longestMs, longestMs),
        });
      }
      for (const { startMs, ms } of event.blocks) {
        const since = startMs - windowStartMs;
        if (since < 0 || since + ms > windowMs) continue;
        const place = lineOf(profile, isolate, since, ms);
        blocks.push({ ...{ startMs: since, ms, pid, threadId }, ...place });
      }
    }
  }
  if (turns === 0) return null;
  const longest = blocks.toSorted((a, b) => b.ms - a.ms).slice(0, maxBlocks);
  return {
    delayMs: { mean: lateMs / turns, max },
    seconds: loopSeconds(loops, windowStartMs, windowMs),
    blocks: longest.sort((a, b) => a.startMs - b.startMs),
    blockCount: blocks.length,
    gc: [...gc.values()].sort((a, b) => b.ms - a.ms),
  };
}

type Place = Pick<LoopBlock, 'file' | 'line' | 'name'>;

function lineOf(
  { functions, frames, nodes, samples }: Profile,
  isolate: number,
  startMs: number,
  ms: number,
): Place {
  const lines = new Map<string, { frame: number; count: number }>();
  const functionsRun = new Map<number, number>();
  let all = 0;
  const { timeMicros } = samples;
  const [from, to] = [startMs * 1000, (startMs + ms) * 1000];
  for (let i = 0; i < timeMicros.length; i++) {
    if (timeMicros[i]! < from || timeMicros[i]! > to || samples.isolate[i] !== isolate) continue;
    all++;
    const seen = new Set<number>();
    for (let at = samples.node[i]!; at > 0; at = nodes.parent[at]!) {
      const frame = nodes.frame[at]!;
      const fn = frames.function[frame]!;
      // The innermost frame of a function that calls itself.
      if (functions[fn]!.area !== 'app' || seen.has(fn)) continue;
      seen.add(fn);
      const key = `${fn}:${frames.line[frame]}:${frames.exact[frame]}`;
      const known = lines.get(key);
      if (known) known.count++;
      else lines.set(key, { frame, count: 1 });
      functionsRun.set(fn, (functionsRun.get(fn) ?? 0) + 1);
    }
  }
  const nobody = { file: null, line: null, name: null };
  // Callers have at least the samples of what they call, and came later.
  const [most] = [...functionsRun]
    .filter(([, count]) => count * 2 >= all)
    .sort((a, b) => a[1] - b[1]);
  if (!most) return nobody;
  const dearest = [...lines.values()]
    .filter(({ frame }) => frames.function[frame] === most[0])
    // Sparkplug code before Node.js 26 has the line of its function.
    .sort((a, b) => frames.exact[b.frame]! - frames.exact[a.frame]! || b.count - a.count)[0];
  const { file, name } = functions[most[0]]!;
  return dearest ? { file, name, line: frames.line[dearest.frame]! } : nobody;
}
