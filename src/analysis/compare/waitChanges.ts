import type { WaitChange } from '../../shared/codeChange.ts';
import { diffLines } from '../text/diffLines.ts';
import type { CodeSide, LineWait, RunCosts } from './codeSide.ts';
import { bySize, judge, type Measured } from './costMeasure.ts';
import { measurePairs } from './pairMeasure.ts';
import { pairRuns } from './runPairs.ts';

/** A run whose requests were followed. */
type FollowedRun = RunCosts & { waits: Map<string, LineWait> };

/** A line by its path and number in each state; 0 if it is new or gone. */
interface Place {
  path: string;
  base: number;
  head: number;
}

/**
 * Lists where requests wait longer or shorter, by the same pairs of runs as the verdict. Lines of a
 * file are matched by its text; a wait that moved to another file is gone there and new here.
 */
export function waitChanges(base: CodeSide, head: CodeSide): WaitChange[] {
  const runs = { base: base.runs.filter(isFollowed), head: head.runs.filter(isFollowed) };
  if (runs.base.length === 0 || runs.head.length === 0) return [];
  const { pairs } = pairRuns(runs.base, runs.head);
  const measured = placesOf(runs, base, head).flatMap((place) => {
    const of = measureWait(place, runs, pairs);
    return of ? [{ ...of, place }] : [];
  });
  return judge(measured)
    .map(({ entry: { place }, cost }): WaitChange => {
      const [before, now] = [waitIn(runs.base, place, 'base'), waitIn(runs.head, place, 'head')];
      return {
        ...cost,
        base: before && { file: before.file, line: before.line },
        head: now && { file: now.file, line: now.line },
        ...(now ?? before)!.name,
      };
    })
    .sort(bySize);
}

function isFollowed(run: RunCosts): run is FollowedRun {
  return run.waits !== null;
}

/** Each line of either state at which requests wait. */
function placesOf(
  runs: Record<'base' | 'head', FollowedRun[]>,
  base: CodeSide,
  head: CodeSide,
): Place[] {
  const places = new Map<string, Place>();
  const waitsOf = (side: 'base' | 'head') => runs[side].flatMap(({ waits }) => [...waits.values()]);
  for (const { path, line } of waitsOf('base')) {
    const now = headLineOf(path, line, base, head);
    places.set(`${path}:${line}:${now}`, { path, base: line, head: now });
  }
  const taken = new Set([...places.values()].map(({ path, head: now }) => `${path}:${now}`));
  for (const { path, line } of waitsOf('head')) {
    if (!taken.has(`${path}:${line}`)) {
      places.set(`${path}:0:${line}`, { path, base: 0, head: line });
    }
  }
  return [...places.values()];
}

/** The line of the head's file, 0 if it is gone. Without both texts it is taken for the same line. */
function headLineOf(path: string, line: number, base: CodeSide, head: CodeSide): number {
  const [before, now] = [base.texts.get(path), head.texts.get(path)];
  if (!before || !now) return line;
  return (diffLines(before.lines, now.lines).newOf[line - 1] ?? -1) + 1;
}

function measureWait(
  { path, ...lines }: Place,
  runs: Record<'base' | 'head', FollowedRun[]>,
  pairs: readonly { base: FollowedRun; head: FollowedRun }[],
): Measured | null {
  const valueOf = (side: 'base' | 'head') => (run: FollowedRun) => {
    const { ms = 0, errorMs = 0 } = run.waits.get(`${path}:${lines[side]}`) ?? {};
    return { micros: ms * 1000, variance: (errorMs * 1000) ** 2 };
  };
  return measurePairs({ base: valueOf('base'), head: valueOf('head') }, runs, pairs);
}

/** The wait of a state's first run that has it. */
function waitIn(
  runs: readonly FollowedRun[],
  { path, ...lines }: Place,
  side: 'base' | 'head',
): LineWait | null {
  const key = `${path}:${lines[side]}`;
  return runs.find(({ waits }) => waits.has(key))?.waits.get(key) ?? null;
}
