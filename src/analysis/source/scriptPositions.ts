import { lineAt } from '../text/lineAt.ts';
import {
  decodedMappings,
  LEAST_UPPER_BOUND,
  originalPositionFor,
  sourceContentFor,
  traceSegment,
  type TraceMap,
} from '@jridgewell/trace-mapping';
import { originalPath } from './originalPath.ts';
import type { SourceText } from '../text/callText.ts';
import { maskCode } from '../text/maskCode.ts';
import type { SourceFiles } from './sourceFiles.ts';
import { lineStarts } from '../text/lineStarts.ts';

export interface OriginalPosition {
  file: string;
  /** 1-based. */
  line: number;
  column: number;
  /** The original name at this position, if the map has it. */
  name: string | null;
}

/** Maps offsets in a script's text to lines and columns of the file that a person wrote. */
export class ScriptPositions {
  readonly #lineStarts: number[];
  readonly #paths = new Map<string, string>();
  readonly #lines = new Map<number, string[]>();
  #code: string | null = null;

  /** @param folders where bundlers' own urls are looked up */
  constructor(
    readonly file: string,
    readonly text: string,
    private readonly map: TraceMap | null,
    private readonly folders: string[],
    private readonly files: SourceFiles,
  ) {
    this.#lineStarts = lineStarts(text);
  }

  /** The script's text with its mask, which is computed on first use. */
  get source(): SourceText {
    this.#code ??= maskCode(this.text);
    return { text: this.text, code: this.#code };
  }

  get mapped(): boolean {
    return this.map !== null;
  }

  /** The original position, or the script's own if no map covers it. */
  at(offset: number): OriginalPosition {
    const { line, column } = this.#lineAndColumn(offset);
    if (this.map) {
      const needle = { line, column };
      let found = originalPositionFor(this.map, needle);
      if (found.source === null) {
        found = originalPositionFor(this.map, { ...needle, bias: LEAST_UPPER_BOUND });
      }
      if (found.source !== null) {
        return {
          file: this.#path(found.source),
          line: found.line,
          column: found.column + 1,
          name: found.name,
        };
      }
    }
    return { file: this.file, line, column: column + 1, name: null };
  }

  /** The offset of a 1-based place in the script's text; -1 if it does not exist. */
  offsetAt(line: number, column: number): number {
    const start = this.#lineStarts[line - 1];
    const end = this.#lineStarts[line] ?? this.text.length + 1;
    return start !== undefined && column > 0 && start + column <= end ? start + column - 1 : -1;
  }

  /** The line of the script itself, 1-based. */
  lineOf(offset: number): number {
    return this.#lineAndColumn(offset).line;
  }

  /**
   * Finds where a line's code between two offsets comes from; null without code or from several lines.
   */
  onLine(line: number, from: number, to: number): OriginalPosition | null {
    const code = this.#codeOn(line, from, to);
    if (!code) return null;
    const start = this.#lineStarts[line - 1]!;
    if (!this.map) {
      return { file: this.file, line, column: code.start - start + 1, name: null };
    }
    let found: OriginalPosition | null = null;
    for (const [column, source, sourceLine = 0, sourceColumn = 0] of decodedMappings(this.map)[
      line - 1
    ] ?? []) {
      const at = start + column;
      if (source === undefined || at < Math.max(start, from) || at >= code.end) continue;
      const file = this.#path(this.map.resolvedSources[source] ?? '');
      if (found && (found.file !== file || found.line !== sourceLine + 1)) return null;
      found ??= { file, line: sourceLine + 1, column: sourceColumn + 1, name: null };
    }
    return found;
  }

  hasCode(line: number, from: number, to: number): boolean {
    return this.#codeOn(line, from, to) !== null;
  }

  /** Original name of the function with parameters at `offset`; null if the map lacks it. */
  functionName(offset: number): string | null {
    if (!this.map) return null;
    const before = this.text.slice(Math.max(0, offset - 200), offset);
    const match = nameBefore.exec(before);
    if (!match || match[1] === 'function') return null;
    const { line, column } = this.#lineAndColumn(offset - before.length + match.index);
    const found = originalPositionFor(this.map, { line, column });
    return found.source === null ? null : found.name;
  }

  /** The original of a word at `offset`; null if it is unknown and the word looks minified. */
  originalWord(offset: number, word: string): string | null {
    if (!this.map) return word;
    const { line, column } = this.#lineAndColumn(offset);
    const segment = traceSegment(this.map, line - 1, column);
    const likely = word.length > 2 ? word : null;
    if (!segment || segment.length === 1 || segment[0] !== column) return likely;
    if (segment.length === 5) return this.map.names[segment[4]] ?? likely;
    const original = this.#originalLines(segment[1])[segment[2]]?.slice(segment[3]);
    return /^[\w$#\u0080-\uffff]+/.exec(original ?? '')?.[0] ?? likely;
  }

  /** The files that the script was made from, with texts if the map includes them. */
  *sources(): Generator<[file: string, text: string | null]> {
    if (!this.map) {
      yield [this.file, this.text];
      return;
    }
    for (const source of this.map.resolvedSources) {
      yield [this.#path(source), sourceContentFor(this.map, source)];
    }
  }

  /**
   * From the first code on a line to the line's end, between two offsets; null if there is none.
   */
  #codeOn(line: number, from: number, to: number): { start: number; end: number } | null {
    const lineStart = this.#lineStarts[line - 1];
    if (lineStart === undefined) return null;
    const start = Math.max(lineStart, from);
    const end = Math.min(this.#lineStarts[line] ?? this.text.length, to);
    const indent = this.source.code.slice(start, end).search(/\S/);
    return indent < 0 ? null : { start: start + indent, end };
  }

  #originalLines(source: number): string[] {
    let lines = this.#lines.get(source);
    if (!lines) {
      lines = (this.map?.sourcesContent?.[source] ?? '').split('\n');
      this.#lines.set(source, lines);
    }
    return lines;
  }

  #path(source: string): string {
    let path = this.#paths.get(source);
    if (path === undefined) {
      path = originalPath(source, this.folders, this.files);
      this.#paths.set(source, path);
    }
    return path;
  }

  /** Returns a 1-based line and a 0-based column, as source maps do. */
  #lineAndColumn(logged: number): { line: number; column: number } {
    // A garbled line may name a place outside the text.
    const offset = Math.max(0, Math.min(logged, this.text.length));
    const starts = this.#lineStarts;
    const line = lineAt(starts, offset);
    return { line, column: offset - starts[line - 1]! };
  }
}

/** Matches what precedes a function's parameters: `name(`, `name = (`, `name: async function (`. */
const nameBefore = /([\w$]+)\s*(?:[=:]\s*(?:async\s*)?(?:function\s*\*?\s*)?)?$/;
