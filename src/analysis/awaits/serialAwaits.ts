import type { SerialAwaits, WaitName } from '../../shared/requestTimes.ts';
import { areAwaitsIndependent } from '../text/independentAwaits.ts';
import { maskCode } from '../text/maskCode.ts';
import type { ContextStacks } from './contextStacks.ts';
import type { FollowedPath } from './followedPaths.ts';

const maxPairs = 20;

/** One wait on a path with the frames that led to it, outermost first. */
interface Wait {
  stack: readonly number[];
  keys: readonly string[];
  ms: number;
  name: WaitName;
}

interface Pair {
  first: number;
  second: number;
  /** Milliseconds by the frame that waits. */
  firstMs: Map<number, number>;
  secondMs: Map<number, number>;
  /** False if something that is waited for must not be moved. */
  mayMove: boolean;
}

/**
 * Pairs of awaits that requests wait at one after the other, in one function of the user's, where the
 * source tells that neither needs the other (see independentAwaits.ts). Dearest first, by what side by
 * side would save.
 *
 * @param scale from the milliseconds that were learned to those of the measured window
 * @param minMs pairs that would save less are left out
 */
export function serialAwaits(
  paths: readonly FollowedPath[],
  stacks: ContextStacks,
  sourceOf: (file: string) => string | null,
  { scale, minMs }: { scale: number; minMs: number },
): SerialAwaits[] {
  const pairs = new Map<string, Pair>();
  for (const path of paths) addPairs(pairs, path, stacks);
  const codeOf = new Map<string, string>();
  const found = [...pairs.values()].flatMap((pair): SerialAwaits[] => {
    const firstMs = sumOf(pair.firstMs) * scale;
    const secondMs = sumOf(pair.secondMs) * scale;
    if (!pair.mayMove || Math.min(firstMs, secondMs) < minMs) return [];
    const { file, functionName, line: firstLine } = stacks.line(pair.first);
    const { line: secondLine } = stacks.line(pair.second);
    const text = sourceOf(file);
    if (text === null) return [];
    const code = codeOf.get(file) ?? maskCode(text);
    codeOf.set(file, code);
    if (!areAwaitsIndependent(text, code, firstLine, secondLine)) return [];
    const firstWaitsAt = waitingPlace(pair.first, pair.firstMs, stacks);
    const secondWaitsAt = waitingPlace(pair.second, pair.secondMs, stacks);
    return [
      {
        ...{ file, functionName, firstLine, secondLine, firstMs, secondMs },
        ...(firstWaitsAt && { firstWaitsAt }),
        ...(secondWaitsAt && { secondWaitsAt }),
      },
    ];
  });
  return found.sort((a, b) => savedMs(b) - savedMs(a)).slice(0, maxPairs);
}

/** Where most of an await's time is waited for, if not at the await itself. */
function waitingPlace(
  own: number,
  msByFrame: ReadonlyMap<number, number>,
  stacks: ContextStacks,
): { file: string; line: number } | null {
  const [[frame, ms]] = [...msByFrame].sort((a, b) => b[1] - a[1]) as [[number, number]];
  if (ms < sumOf(msByFrame) / 2 || stacks.keyOf(frame) === stacks.keyOf(own)) return null;
  const { file, line } = stacks.line(frame);
  return { file, line };
}

function savedMs({ firstMs, secondMs }: SerialAwaits): number {
  return Math.min(firstMs, secondMs);
}

function addPairs(
  pairs: Map<string, Pair>,
  { thread, steps, weight }: FollowedPath,
  stacks: ContextStacks,
): void {
  const waits = steps.flatMap(({ context, name, ms }): Wait[] => {
    if (!name) return [];
    const stack = stacks.of(thread, context);
    return [{ stack, keys: stack.map((frame) => stacks.keyOf(frame)), ms, name }];
  });
  for (let at = 1; at < waits.length; at++) {
    const [before, after] = [waits[at - 1]!, waits[at]!];
    const depth = before.keys.findIndex((key, i) => key !== after.keys[i]);
    const [first, second] = [before.stack[depth], after.stack[depth]];
    if (first === undefined || second === undefined) continue;
    if (stacks.functionOf(first) !== stacks.functionOf(second)) continue;
    if (stacks.line(first).line >= stacks.line(second).line) continue;
    const firsts = around(waits, at - 1, -1, depth);
    const seconds = around(waits, at, 1, depth);
    const key = `${before.keys[depth]} ${after.keys[depth]}`;
    let pair = pairs.get(key);
    if (!pair) {
      pair = { first, second, firstMs: new Map(), secondMs: new Map(), mayMove: true };
      pairs.set(key, pair);
    }
    addMs(pair.firstMs, firsts, weight);
    addMs(pair.secondMs, seconds, weight);
    pair.mayMove &&= [...firsts, ...seconds].every(({ name }) => mayMove(name));
  }
}

/** The waits from `at` on in one direction with the same frames down to `depth`. */
function around(waits: readonly Wait[], at: number, step: 1 | -1, depth: number): Wait[] {
  const { keys } = waits[at]!;
  const found: Wait[] = [];
  for (let i = at; i >= 0 && i < waits.length; i += step) {
    const wait = waits[i]!;
    if (keys.slice(0, depth + 1).some((key, each) => key !== wait.keys[each])) break;
    found.push(wait);
  }
  return found;
}

function addMs(msByFrame: Map<number, number>, waits: readonly Wait[], weight: number): void {
  for (const { stack, ms } of waits) {
    const frame = stack.at(-1)!;
    msByFrame.set(frame, (msByFrame.get(frame) ?? 0) + ms * weight);
  }
}

function sumOf(msByFrame: ReadonlyMap<number, number>): number {
  return [...msByFrame.values()].reduce((sum, ms) => sum + ms, 0);
}

/** Reads may be asked for at any time; for locks and for changes the order matters. */
function mayMove({ kind, target }: WaitName): boolean {
  if (kind === 'lock') return target !== '';
  if (kind === 'http') return target === '' || /^(?:GET|HEAD) /.test(target);
  if (kind !== 'db') return true;
  const [, , ...statement] = target.split(' ');
  if (/\b(?:insert|update|delete|merge|into|for update)\b/i.test(target)) return false;
  return (
    statement.length === 0 ||
    /\b(?:select|with|show|get|mget|hget|hgetall|hmget|smembers|lrange|zrange|exists)\b/i.test(
      target,
    )
  );
}
