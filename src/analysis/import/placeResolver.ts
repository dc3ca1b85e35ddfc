import { functionEnd } from '../text/functionEnd.ts';
import type { ProfileFunction } from '../profile/profile.ts';
import { areaOfFile, areaOfSource } from '../source/fileArea.ts';
import type { ScriptPositions } from '../source/scriptPositions.ts';
import { functionName } from '../merge/functionResolver.ts';
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
  /** Whether the given line is not the function's own. */
  isMisplaced: boolean;
}

interface PlacedFunction {
  index: number;
  made: ProfileFunction;
  /** The place of the function's text; null if unknown. */
  extent: { script: ScriptPositions; start: number; end: number } | null;
}

/** Maps one thread's functions and lines to those of the profile. */
export class PlaceResolver {
  readonly #placed = new Map<number, PlacedFunction>();

  constructor(
    private readonly functions: readonly ForeignFunction[],
    private readonly scripts: ForeignScripts,
    /** Null if no code of other functions can be attributed to one. */
    private readonly inlines: PossibleInlines | null,
    private readonly workspaceFolders: readonly string[],
    private readonly intern: (made: ProfileFunction) => number,
  ) {}

  /**
   * Places a frame. V8's CPU profiler attributes inlined code to the function it was inlined into,
   * but with its line in its own file. So a line is only used if it lies in the function's text,
   * can't be that of another file's inlined function, and comes from one line of one file.
   * Otherwise the function's first line is used.
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
    // If nothing there looks like a function, the text is not the one that ran.
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

/** The offset where the function begins, or -1 if unknown. */
function startOf(script: ScriptPositions, { name, line, column, within }: ForeignFunction): number {
  if (line > 0 && column > 0) return script.offsetAt(line, column);
  if (line === 1 && isAnonymous(name)) return 0;
  if (line > 0) return functionOnLine(script, name, line);
  return within === undefined ? -1 : functionAround(script, name, within);
}

function isAnonymous(name: string): boolean {
  return name === '' || name === '(anonymous)' || name === 'anonymous';
}
