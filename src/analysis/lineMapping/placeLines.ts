import { lineAt } from '../text/lineAt.ts';
import { functionEnd } from '../text/functionEnd.ts';
import { maskCode } from '../text/maskCode.ts';
import { diffLines, type LineDiff } from '../text/diffLines.ts';

/** Maps the lines of a file that ran to the file's current text. Lines are 1-based. */
export interface PlacedLines {
  /** Null if the line is gone. */
  currentLine(ranLine: number): number | null;
  /** The line that ran for a current line; null if that is new. */
  ranLine(currentLine: number): number | null;
  /** Whether the text of the line's function changed since it ran. */
  isStale(ranLine: number): boolean;
  /** Index of the innermost function with text on the line that ran; -1 if there is none. */
  functionAt(ranLine: number): number;
}

/** A function of the file that ran, 1-based. */
export interface RanFunction {
  name: string;
  line: number;
  column: number;
}

/**
 * Maps lines that ran to current ones by comparing both texts line by line.
 *
 *     ran             now
 *     1 function a    1 // new
 *     2   work        2 function a     currentLine(2) = 3
 *     3 function b    3   work         isStale(2) = false
 *     4   more        4 function b
 *                     5   more()       currentLine(4) = 5, isStale(4) = true
 *
 * If the text that ran is unknown (`ran` null), lines keep their numbers and count as unchanged.
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

  currentLine(ranLine: number): number | null {
    return ranLine <= this.count ? ranLine : null;
  }

  ranLine(currentLine: number): number | null {
    return currentLine;
  }

  isStale(): boolean {
    return false;
  }

  functionAt(): number {
    return -1;
  }
}

/** First and last line of a function, 1-based; `index` is that among the given functions. */
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
    /** Outer functions first. */
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

  currentLine(ranLine: number): number | null {
    const line = this.#newOf[ranLine - 1] ?? -1;
    return line < 0 ? null : line + 1;
  }

  ranLine(currentLine: number): number | null {
    return this.#oldOf.get(currentLine) ?? null;
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

  /** Text inserted between two lines belongs to the innermost function that contains both. */
  #markGap(before: number, after: number): void {
    const holds = this.extents.findLast(({ first, last }) => first <= before && after <= last);
    if (holds) this.#stale.add(holds);
  }

  /** Functions that begin or end on a line, and the one around, innermost first. */
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
      // The module function is left out, as it changes with everything in the file.
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
