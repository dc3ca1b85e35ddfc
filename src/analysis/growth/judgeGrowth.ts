import type { GrowthMark } from '../../shared/growth.ts';

/**
 * Tells growth that goes on from a cache that is being filled, from marks before the first block of load and
 * after each. A leak grows with the requests in each block, and does not slow down:
 *
 *     leak    ▁▂▃▄▅▆▇     a cache    ▁▄▆▇▇▇▇
 */

/** Growth in all blocks that is worth a finding: code and caches of Node.js itself grow by less. */
const minBytes = 250_000;
const minBytesPerRequest = 16;
/** The second half has to grow by at least this share of the first half's growth per request. */
const steadyShare = 0.4;
/** The same in the last block: a cache may have become full in the last but one. */
const lastShare = 0.2;
/** Blocks in which V8 may have freed more, such as code that is not used any more. */
const freedBlocks = 1;
/** Fewer handles may be those of a pool. */
const minHandles = 20;
const minHandlesPerRequest = 0.002;
/** Its sockets and libraries count for the limit of a process as well. */
const fullShare = 0.95;

/** Bytes in use at each mark, on the heaps and outside of them, of all threads. */
export function usedBytes(threads: readonly GrowthMark[][]): number[] {
  return sumOf(threads, (mark) => mark.usedBytes + mark.externalBytes);
}

/** Whether the memory of a server goes on to grow. */
export function memoryGrows(
  threads: readonly GrowthMark[][],
  requests: readonly number[],
): boolean {
  const growth = risesOf(usedBytes(threads));
  // What V8 frees once may be more than a leak of few requests has added in all blocks.
  const perRequest = medianPerRequest(growth, requests);
  const answers = requests.reduce((sum, each) => sum + each, 0);
  return (
    perRequest * answers >= minBytes &&
    perRequest >= minBytesPerRequest &&
    isSteady(growth, requests)
  );
}

/**
 * Whether something is added in all blocks but one and does not slow down. Per request: another program may have taken
 * the time of a block. Medians: a large table is made anew now and then.
 */
export function isSteady(growth: readonly number[], requests: readonly number[]): boolean {
  const rates = ratesOf(growth, requests);
  if (rates.length < 2) return false;
  const half = Math.floor(rates.length / 2);
  const first = medianOf(rates.slice(0, half));
  const second = medianOf(rates.slice(half));
  const fallen = rates.filter((rate) => rate <= 0).length;
  const isEnding = rates.at(-1)! < lastShare * first;
  return fallen <= freedBlocks && first > 0 && second >= steadyShare * first && !isEnding;
}

export interface GrowingHandles {
  /** By Node.js' own name, or `files`. */
  kind: string;
  perRequest: number;
  open: number;
}

/** Kinds of handles of which more are open after each block. */
export function handlesGrow(
  threads: readonly GrowthMark[][],
  requests: readonly number[],
): GrowingHandles[] {
  const kinds = new Set(threads.flatMap((marks) => Object.keys(marks.at(-1)?.resources ?? {})));
  const counts = [...kinds].map((kind): [string, number[]] => [
    kind,
    sumOf(threads, ({ resources }) => resources[kind] ?? 0),
  ]);
  counts.push(['files', sumOf(threads, ({ files }) => files ?? 0)]);
  return counts.flatMap(([kind, open]) => {
    const judged = kind === 'files' ? open.slice(0, marksUntilFull(threads)) : open;
    const growth = risesOf(judged);
    const more = judged.at(-1)! - judged[0]!;
    const loaded = requests.slice(0, growth.length);
    const answers = loaded.reduce((sum, each) => sum + each, 0);
    const perRequest = more / Math.max(1, answers);
    const isMany = more >= minHandles && perRequest >= minHandlesPerRequest;
    return isMany && isSteady(growth, loaded) ? [{ kind, perRequest, open: open.at(-1)! }] : [];
  });
}

/** The marks before one of the processes has as many files as it may, and can't go on to grow. */
function marksUntilFull(threads: readonly GrowthMark[][]): number {
  const [first = []] = threads;
  const full = first.findIndex((_, at) => threads.some((marks) => isFull(marks[at]!)));
  return full === -1 ? first.length : full;
}

function isFull({ files, maxFiles }: GrowthMark): boolean {
  return files !== null && maxFiles !== null && files >= maxFiles * fullShare;
}

/** The growth of a block for each of its requests, as the median of the blocks; NaN without blocks. */
export function medianPerRequest(growth: readonly number[], requests: readonly number[]): number {
  return medianOf(ratesOf(growth, requests));
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

function ratesOf(growth: readonly number[], requests: readonly number[]): number[] {
  return growth.map((each, block) => each / Math.max(1, requests[block]!));
}

/** From each value to the next. */
export function risesOf(values: readonly number[]): number[] {
  return values.slice(1).map((value, index) => value - values[index]!);
}

function sumOf(threads: readonly GrowthMark[][], of: (mark: GrowthMark) => number): number[] {
  const [first = []] = threads;
  return first.map((_, at) => threads.reduce((sum, marks) => sum + of(marks[at]!), 0));
}
