import type { Profile } from '../profile/profile.ts';
import { functionEnd } from '../text/functionEnd.ts';
import { lineStarts } from '../text/lineStarts.ts';
import { maskCode } from '../text/maskCode.ts';

/** The beginning of a function whose code begins on a later line. */
const headAlone = /^[^{}]*(?:\{|=>)\s*$/;
/** A line that holds only brackets, after strings and comments are gone. */
const bracketsAlone = /^[\s{}()[\];,]*$/;

interface Source {
  text: string;
  lineStarts: number[];
  /** The text without strings and comments; made when it is asked for. */
  code: string | null;
}

/** Reads from the texts of functions where their code is, which their samples may not tell. */
export class FunctionPlaces {
  readonly #profile: Profile;
  readonly #sources = new Map<string, Source | null>();
  readonly #onlyLines = new Map<number, number | null>();

  constructor(profile: Profile) {
    this.#profile = profile;
  }

  /**
   * Whether it is the constructor of a class that has none written. V8 runs one, on the line of `class`, where
   * nobody wrote what it does: that is the line of `new`.
   */
  isUnwritten(fn: number): boolean {
    const found = this.#find(fn);
    // The fields of a class are a function on that line too, `(class fields)`, with lines of their own.
    if (/^[(<]/.test(this.#profile.functions[fn]!.name)) return false;
    return found !== null && /^class\b/.test(found.source.text.slice(found.start, found.start + 6));
  }

  /**
   * The line of all the code of a function, if it has one alone. Sparkplug code has no lines before Node.js 26,
   * but samples of such a function are on that line. Null if it has several, or if its text is unknown.
   */
  onlyLine(fn: number): number | null {
    let line = this.#onlyLines.get(fn);
    if (line === undefined) {
      line = this.#findOnlyLine(fn);
      this.#onlyLines.set(fn, line);
    }
    return line;
  }

  #findOnlyLine(fn: number): number | null {
    const found = this.#find(fn);
    if (!found) return null;
    const { source, start } = found;
    const code = (source.code ??= maskCode(source.text));
    const end = functionEnd(code, start);
    if (end <= start) return null;
    const [head = '', ...lines] = code.slice(start, end).split('\n');
    const first = this.#profile.functions[fn]!.line;
    const withCode = lines.flatMap((text, at) =>
      bracketsAlone.test(text) ? [] : [first + 1 + at],
    );
    if (!headAlone.test(head)) withCode.push(first);
    return withCode.length === 1 ? withCode[0]! : null;
  }

  #find(fn: number): { source: Source; start: number } | null {
    const { file, line, column } = this.#profile.functions[fn]!;
    let source = this.#sources.get(file);
    if (source === undefined) {
      const text = this.#profile.sources.get(file);
      source = text === undefined ? null : { text, lineStarts: lineStarts(text), code: null };
      this.#sources.set(file, source);
    }
    const start = source?.lineStarts[line - 1];
    if (!source || start === undefined) return null;
    return { source, start: start + Math.max(0, column - 1) };
  }
}
