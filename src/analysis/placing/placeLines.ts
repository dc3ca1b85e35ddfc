import { lineAt } from '../source/lineAt.ts';
import { functionEnd } from './placeLinesExtent.ts';
import { maskCode } from './placeLinesMask.ts';
import { diffLines, type LineDiff } from './placeLinesDiff.ts';

/** Where the lines of a file that ran are in its text as it is now. Lines are 1-based. */
export interface PlacedLines {
  /** Null where the line is gone. */
  lineNow(ranLine: number): number | null;
  /** The line that ran, of a line of the text as it is now; null where it is new. */
  ranLine(lineNow: number): number | null;
  /** Whether the text of the line's function has changed since it ran. */
  isStale(ranLine: number): boolean;
  /** The innermost of the functions whose text holds the line that ran; -1 where there is none. */
  functionAt(ranLine: number): number;
}

/** A function of the file that ran, 1-based. */
export interface RanFunction {
  name: string;
  line: number;
  column: number;
}

/**
 * Places what ran in what the text is now, by comparing both line by line.
 *
 *     ran             now
 *     1 function a    1 // new
 *     2   work        2 function a     lineNow(2) = 3
 *     3 function b    3   work         isStale(2) = false
 *     4   more        4 function b
 *                     5   more()       lineNow(4) = 5, isStale(4) = true
 *
 * Without the text that ran (`ran` null) lines stay at their numbers and nothing is said of changes.
 */
export class RanText {
  readonly #lines: string[];
  readonly #extents: Extent[];

  constructor(
    private readonly ran: string | null,
    functions: readonly RanFunction[],
  ) {
    this.#lines = splitLines(ran ?? '');
    this.#extents = ran === null ? [] : extentsOf(ran, functions);
  }

  place(now: string): PlacedLines {
    const lines = splitLines(now);
    if (this.ran === null) return new UnknownText(lines.length);
    return new ComparedText(diffLines(this.#lines, lines), this.#extents);
  }
}

class UnknownText implements PlacedLines {
  constructor(private readonly count: number) {}

  lineNow(ranLine: number): number | null {
    return ranLine <= this.count ? ranLine : null;
  }

  ranLine(lineNow: number): number | null {
    return lineNow;
  }

  isStale(): boolean {
    return false;
  }

  functionAt(): number {
    return -1;
  }
}

/** First and last line of a function, 1-based; `index` is that of the given functions. */
interface Extent {
  index: number;
  first: number;
  last: number;
}

class ComparedText implements PlacedLines {
  readonly #newOf: Int32Array;
  readonly #oldOf = new Map<number, number>();
  readonly #stale = new Set<Extent>();

  constructor(
    diff: LineDiff,
    /** Outer ones first. */
    private readonly extents: readonly Extent[],
  ) {
    this.#newOf = diff.newOf;
    diff.newOf.forEach((line, old) => {
      if (line >= 0) this.#oldOf.set(line + 1, old + 1);
    });
    for (let at = 0; at < diff.newOf.length; at++) {
      if (diff.changed[at] === 1) this.#markLine(at + 1);
      if (diff.insertedBefore[at] === 1) this.#markGap(at, at + 1);
    }
  }

  lineNow(ranLine: number): number | null {
    const line = this.#newOf[ranLine - 1] ?? -1;
    return line < 0 ? null : line + 1;
  }

  ranLine(lineNow: number): number | null {
    return this.#oldOf.get(lineNow) ?? null;
  }

  isStale(ranLine: number): boolean {
    return this.#at(ranLine).some((extent) => this.#stale.has(extent));
  }

  functionAt(ranLine: number): number {
    return this.#at(ranLine)[0]?.index ?? -1;
  }

  #markLine(line: number): void {
    for (const extent of this.#at(line)) this.#stale.add(extent);
  }

  /** Text that came between two lines is of the innermost function that holds both. */
  #markGap(before: number, after: number): void {
    const holds = this.extents.findLast(({ first, last }) => first <= before && after <= last);
    if (holds) this.#stale.add(holds);
  }

  /** The functions that have text of their own on a line, innermost first: those that begin or end on it, and the one around. */
  #at(line: number): Extent[] {
    const found: Extent[] = [];
    for (let i = this.extents.length - 1; i >= 0; i--) {
      const extent = this.extents[i]!;
      if (line < extent.first || line > extent.last) continue;
      found.push(extent);
      if (extent.first < line && line < extent.last) break;
    }
    return found;
  }
}

function extentsOf(ran: string, functions: readonly RanFunction[]): Extent[] {
  const starts = lineStarts(ran);
  const code = maskCode(ran);
  return functions
    .map(({ name, line, column }, index) => {
      // The whole file as a function changes with everything in it: that says nothing.
      const start = starts[line - 1];
      if (start === undefined || name === '(module)') return null;
      const end = functionEnd(code, start + Math.max(0, column - 1));
      return { index, first: line, last: Math.max(line, lineAt(starts, end - 1)) };
    })
    .filter((extent) => extent !== null)
    .sort((a, b) => a.first - b.first || b.last - a.last);
}

function splitLines(text: string): string[] {
  return text.split(/\r\n|[\n\r]/);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (const { index, 0: end } of text.matchAll(/\r\n|[\n\r]/g)) starts.push(index + end.length);
  return starts;
}
