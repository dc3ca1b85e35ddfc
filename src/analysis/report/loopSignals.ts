import { sumByKind, type Collections } from '../../shared/collections.ts';
import type { LoopBlock, SignalsReport } from '../../shared/signals.ts';
import { blockMs } from '../../shared/signalsWire.ts';
import { isAfterAwait } from '../profile/afterAwait.ts';
import type { Profile, ProfileFunction } from '../profile/profile.ts';
import { FunctionPlaces } from './functionPlaces.ts';
import { loopSeconds, type CpuWait, type ThreadLoop } from './loopSeconds.ts';

const maxBlocks = 200;
/**
 * The thread ran or was in a system call for so much of a block at least, or for as long as makes one; else it
 * waited for a CPU.
 */
const minRanShare = 0.2;

/**
 * The signals of a window. The line that held the loop comes from the samples of that time: that of the innermost
 * function of the user's that has half of them, with what it calls and whatever has called it.
 *
 * @param windowStartMs on the clock of the events
 * @param collections those of all threads
 * @param cpuWaits as the system tells, in their order
 * @returns null if no thread told of its loop within the window
 */
export function loopSignals(
  loops: readonly ThreadLoop[],
  windowStartMs: number,
  profile: Profile,
  collections: readonly Collections[],
  cpuWaits: readonly CpuWait[] = [],
): SignalsReport | null {
  const { windowMs } = profile;
  const blocks: LoopBlock[] = [];
  const places = new FunctionPlaces(profile);
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
      for (const { startMs, ms } of event.blocks) {
        const since = startMs - windowStartMs;
        if (since < 0 || since + ms > windowMs) continue;
        const place = lineOf(profile, places, isolate, since, ms);
        blocks.push({ ...{ startMs: since, ms, pid, threadId }, ...place });
      }
    }
  }
  if (turns === 0) return null;
  const longest = blocks.toSorted((a, b) => b.ms - a.ms).slice(0, maxBlocks);
  return {
    delayMs: { mean: lateMs / turns, max },
    seconds: loopSeconds(loops, windowStartMs, profile, cpuWaits),
    blocks: longest.sort((a, b) => a.startMs - b.startMs),
    blockCount: blocks.length,
    gc: sumByKind(collections).sort((a, b) => b.ms - a.ms),
  };
}

type Place = Pick<LoopBlock, 'file' | 'line' | 'name'>;

const nobody = { file: null, line: null, name: null };

function lineOf(
  profile: Profile,
  places: FunctionPlaces,
  isolate: number,
  startMs: number,
  ms: number,
): Place {
  const { functions, frames, nodes, samples, intervalMicros } = profile;
  const lines = new Map<string, { fn: number; line: number; isKnown: boolean; count: number }>();
  const functionsRun = new Map<number, number>();
  let [all, ran] = [0, 0];
  const { timeMicros } = samples;
  const [from, to] = [startMs * 1000, (startMs + ms) * 1000];
  for (let i = 0; i < timeMicros.length; i++) {
    if (timeMicros[i]! < from || timeMicros[i]! > to || samples.isolate[i] !== isolate) continue;
    const node = samples.node[i]!;
    if (node >= 0) ran++;
    const whose = node < 0 ? 'nobody' : ownerOf(profile, node);
    if (whose === 'unknown') continue;
    all++;
    if (whose === 'nobody') continue;
    const seen = new Set<number>();
    for (let at = node; at > 0; at = nodes.parent[at]!) {
      const frame = nodes.frame[at]!;
      const fn = frames.function[frame]!;
      // The innermost frame of a function that calls itself.
      if (functions[fn]!.area !== 'app' || seen.has(fn) || places.isUnwritten(fn)) continue;
      seen.add(fn);
      functionsRun.set(fn, (functionsRun.get(fn) ?? 0) + 1);
      const only = frames.exact[frame] === 1 ? null : places.onlyLine(fn);
      const isKnown = frames.exact[frame] === 1 || only !== null;
      const line = only ?? frames.line[frame]!;
      const key = `${fn}:${line}:${isKnown}`;
      const known = lines.get(key);
      if (known) known.count++;
      else lines.set(key, { fn, line, isKnown, count: 1 });
    }
  }
  if ((ran * intervalMicros) / 1000 < Math.min(blockMs, ms * minRanShare)) return nobody;
  // Callers have at least the samples of what they call, and came later.
  const [most] = [...functionsRun]
    .filter(([, count]) => count * 2 >= all)
    .sort((a, b) => a[1] - b[1]);
  if (!most) return nobody;
  const dearest = [...lines.values()]
    .filter(({ fn }) => fn === most[0])
    // Sparkplug code before Node.js 26 has the line of its function.
    .sort((a, b) => Number(b.isKnown) - Number(a.isKnown) || b.count - a.count)[0];
  const { file, name } = functions[most[0]]!;
  return dearest ? { file, name, line: dearest.line } : nobody;
}

/** V8's own code between two steps of async functions. */
const betweenSteps = /Microtask|Promise|^Async|Await/;

/**
 * Whether the sample tells who held the loop. `unknown`: V8 has no stack for many collections of garbage, nor when it
 * goes from one async function to the next; the samples beside it tell more. `nobody`: Node.js' own work, as when
 * it writes answers after an await or a callback.
 */
function ownerOf(profile: Profile, node: number): 'user' | 'nobody' | 'unknown' {
  const { functions, frames, nodes } = profile;
  let first: ProfileFunction | null = null;
  let isOfNode = false;
  for (let at = node; at > 0; at = nodes.parent[at]!) {
    const fn = functions[frames.function[nodes.frame[at]!]!]!;
    if (fn.area === 'app' || fn.area === 'deps') return 'user';
    if (isAfterAwait(fn)) break;
    if (fn.area !== 'gc') first ??= fn;
    isOfNode ||= fn.area === 'core';
  }
  if (first === null) return 'unknown';
  if (first.area !== 'v8') return 'nobody';
  return !isOfNode || betweenSteps.test(first.name) ? 'unknown' : 'nobody';
}
