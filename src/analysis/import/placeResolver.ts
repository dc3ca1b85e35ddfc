import { functionEnd } from '../placing/placeLinesExtent.ts';
import type { ProfileFunction } from '../profile/profile.ts';
import { areaOfFile, areaOfSource } from '../report/fileArea.ts';
import type { ScriptPositions } from '../log/scriptPositions.ts';
import { functionName } from '../source/functionResolver.ts';
import { areaOfName } from './areaOfName.ts';
import type { ForeignFunction } from './foreignProfile.ts';
import type { PossibleInlines } from './possibleInlines.ts';
import { functionAround, functionOnLine } from './functionInText.ts';
import { scriptFileOf, type ForeignScripts } from './foreignScripts.ts';

interface PlacedFrame {
  function: number;
  line: number;
  column: number;
  exact: boolean;
  /** The line that was given is none of the function's own. */
  isMisplaced: boolean;
}

interface PlacedFunction {
  index: number;
  made: ProfileFunction;
  /** Where the text of the function is; null where that is not known. */
  extent: { script: ScriptPositions; start: number; end: number } | null;
}

/** Turns one thread's functions and lines into those of the profile. */
export class PlaceResolver {
  readonly #placed = new Map<number, PlacedFunction>();

  constructor(
    private readonly functions: readonly ForeignFunction[],
    private readonly scripts: ForeignScripts,
    /** Null where nothing of another function can be booked on one. */
    private readonly inlines: PossibleInlines | null,
    private readonly workspaceFolders: readonly string[],
    private readonly intern: (made: ProfileFunction) => number,
  ) {}

  /**
   * V8's CPU profiler books inlined code on the function that it was inlined into, under the line
   * that it has in its own file. A line is taken only where it lies in the text of the function, can
   * be no other file's that is inlined there, and comes from one line of one file; else the
   * function's first stands for it.
   */
  frame(fn: number, line: number, column: number): PlacedFrame {
    const { index, made, extent } = this.#function(fn);
    const unplaced = { function: index, line: made.line, column: made.column };
    if (made.file === '') return { ...unplaced, exact: true, isMisplaced: false };
    if (line === 0) return { ...unplaced, exact: false, isMisplaced: false };
    if (!extent) return { ...unplaced, exact: false, isMisplaced: this.#isBefore(fn, line) };
    const { script, start, end } = extent;
    const offset = column > 0 ? script.offsetAt(line, column) : -1;
    const isInside =
      offset >= 0 ? offset >= start && offset < end : script.hasCode(line, start, end);
    if (!isInside || this.inlines?.canBeForeign(this.functions[fn]!.url, start, end, line)) {
      return { ...unplaced, exact: false, isMisplaced: true };
    }
    const at = offset >= 0 ? script.at(offset) : script.onLine(line, start, end);
    if (at?.file !== made.file) return { ...unplaced, exact: false, isMisplaced: false };
    return { function: index, line: at.line, column: at.column, exact: true, isMisplaced: false };
  }

  #isBefore(fn: number, line: number): boolean {
    return line < this.functions[fn]!.line;
  }

  #function(fn: number): PlacedFunction {
    let placed = this.#placed.get(fn);
    if (!placed) {
      const { made, extent } = this.#place(this.functions[fn]!);
      placed = { index: this.intern(made), made, extent };
      this.#placed.set(fn, placed);
    }
    return placed;
  }

  #place(fn: ForeignFunction): Omit<PlacedFunction, 'index'> {
    const { name, url, line, column, within } = fn;
    const file = scriptFileOf(url);
    if (file === '') {
      const area = areaOfName(name);
      const made = { name: name || '(anonymous)', file, line: 0, column: 0, area, package: '' };
      return { made, extent: null };
    }
    const script = this.scripts.of(url);
    const first = line > 0 ? line : (within ?? 0);
    const offset = script ? startOf(script, fn) : -1;
    if (!script || offset < 0) return this.#withoutText(name, file, first, column);
    const end = offset === 0 ? script.text.length : functionEnd(script.source.code, offset);
    // Nothing there looks like a function: it is not the text that ran.
    if (end <= offset && !/^<\w+_initializer>$/.test(name)) {
      return this.#withoutText(name, file, first, column);
    }
    const at = script.at(offset);
    const made = {
      name: functionName(script, offset, isAnonymous(name) ? '' : name),
      file: at.file,
      line: at.line,
      column: at.column,
      ...areaOfSource(at.file, script.file, this.workspaceFolders),
    };
    return { made, extent: end > offset ? { script, start: offset, end } : null };
  }

  #withoutText(
    name: string,
    file: string,
    line: number,
    column: number,
  ): Omit<PlacedFunction, 'index'> {
    const place = { file, line: Math.max(line, 1), column: Math.max(column, 1) };
    const isModule = isAnonymous(name) && line === 1 && column <= 1;
    const words = isModule ? '(module)' : isAnonymous(name) ? '(anonymous)' : name;
    return {
      made: { name: words, ...place, ...areaOfFile(file, this.workspaceFolders) },
      extent: null,
    };
  }
}

/** Where the function begins; -1 where that is not known. */
function startOf(script: ScriptPositions, { name, line, column, within }: ForeignFunction): number {
  if (line > 0 && column > 0) return script.offsetAt(line, column);
  if (line === 1 && isAnonymous(name)) return 0;
  if (line > 0) return functionOnLine(script, name, line);
  return within === undefined ? -1 : functionAround(script, name, within);
}

function isAnonymous(name: string): boolean {
  return name === '' || name === '(anonymous)' || name === 'anonymous';
}
