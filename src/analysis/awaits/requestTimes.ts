import type { LearnedWait } from '../../shared/learningWire.ts';
import type { RequestTimes, WaitingLine, WaitReport } from '../../shared/requestTimes.ts';
import { minWaitMs, minWaitShare } from '../../shared/requestText.ts';
import { noCause } from './causeTree.ts';
import { ContextStacks } from './contextStacks.ts';
import { dividedLatency, summed, type WindowTimes } from './dividedLatency.ts';
import { chosenTimelines, followedPaths } from './followedPaths.ts';
import type { LearnedWork } from './learnedWork.ts';
import { serialAwaits } from './serialAwaits.ts';
import { LoopPlaces } from './loopPlaces.ts';
import { longestRows, waitKey, type WaitRow } from './waitRows.ts';
import { waitTree } from './waitTree.ts';

/**
 * Says where the mean latency of the window went, and the lines at which requests waited.
 *
 * @param sourceOf the text of an original file; null if it is not known
 * @returns null if no request was followed
 */
export function requestTimes(
  work: LearnedWork,
  window: WindowTimes & { p50Ms: number },
  sourceOf: (file: string) => string | null,
): RequestTimes | null {
  const followed = summed(work.requests.flatMap((each) => each ?? []));
  if (!followed) return null;
  const { count: sampled } = followed;
  const { parts, scale } = dividedLatency(followed, window);
  const { meanMs, p50Ms } = window;
  const stacks = new ContextStacks(work);
  const paths = followedPaths(work);
  const loops = new LoopPlaces(stacks, sourceOf);
  const minMs = Math.max(minWaitMs, meanMs * minWaitShare);
  return {
    ...{ sampled, meanMs, p50Ms, parts },
    serialAwaits: serialAwaits(paths, stacks, sourceOf, { scale, minMs }),
    lines: waitingLines(work, longestRows(paths, stacks), sampled, scale, loops),
    picture: {
      tree: waitTree(work, stacks, sampled, scale),
      ...chosenTimelines(work, paths, stacks),
    },
  };
}

function waitingLines(
  { profile, causesOfContexts, requests }: LearnedWork,
  rows: ReadonlyMap<string, WaitRow>,
  sampled: number,
  scale: number,
  loops: LoopPlaces,
): WaitingLine[] {
  const { functions, frames, nodes } = profile;
  const byFrame = new Map<string, { line: WaitingLine; waits: Map<string, LearnedWait> }>();
  requests.forEach((followed, thread) => {
    for (const wait of followed?.waits ?? []) {
      const node = causesOfContexts[thread]![wait.context] ?? noCause;
      if (node === noCause) continue;
      const frame = nodes.frame[node]!;
      const { name, file } = functions[frames.function[frame]!]!;
      const [line, column] = [frames.line[frame]!, frames.column[frame]!];
      const key = `${file}:${line}`;
      let there = byFrame.get(key);
      if (!there) {
        const made = { file, line, column, functionName: name, waitMs: 0, waits: [] };
        byFrame.set(key, (there = { line: made, waits: new Map() }));
      }
      const waitKey = `${wait.kind} ${wait.target}`;
      const same = there.waits.get(waitKey);
      if (same) same.ms.push(...wait.ms);
      else there.waits.set(waitKey, { ...wait, ms: [...wait.ms] });
    }
  });
  const lines = [...byFrame.values()].map(({ line, waits }) => {
    const reports = [...waits.values()].map((wait) => {
      const row = rows.get(waitKey(line, wait));
      const loop = row && row.length >= 2 ? loops.of(row.stack) : null;
      const inRow = row?.length ?? 0;
      return { ...waitReport(wait, sampled, scale), inRow, ...(loop && { loop }) };
    });
    reports.sort((a, b) => b.ms - a.ms);
    const waitMs = reports.reduce((total, { ms }) => total + ms, 0);
    return { ...line, waitMs, waits: reports };
  });
  return lines.sort((a, b) => b.waitMs - a.waitMs);
}

function waitReport({ kind, target, ms }: LearnedWait, sampled: number, scale: number): WaitReport {
  const sorted = Float64Array.from(ms).sort();
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  const sum = sorted.reduce((total, each) => total + each, 0);
  return {
    ...{ kind, target, ms: (sum / sampled) * scale, perRequest: sorted.length / sampled },
    ...{ p50Ms: at(0.5), p99Ms: at(0.99) },
  };
}
