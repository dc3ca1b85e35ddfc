import type { ScriptPositions } from '../source/scriptPositions.ts';
import { functionEnd } from '../text/functionEnd.ts';

/** Lines of a script, both ends included. */
interface LineRange {
  url: string;
  from: number;
  to: number;
}

interface Definition extends LineRange {
  script: ScriptPositions;
  start: number;
  end: number;
}

const maxScriptLength = 5_000_000;
/** V8 does not inline longer functions (its limit is 460 bytes of bytecode). */
const maxInlinedLength = 6000;
/** With more candidates, nothing can be ruled out. */
const maxCandidates = 300;
/** V8 also inlines what inlined code calls, until it becomes too large. */
const maxDepth = 3;

/**
 * Finds which lines of other files V8 may attribute to a function because it inlined their code:
 * those of functions with the name of something that the function calls, and of what these call. It
 * only knows files with a text.
 */
export class PossibleInlines {
  #definitions: Map<string, Definition[]> | null = null;
  readonly #ranges = new Map<string, LineRange[] | null>();

  constructor(private readonly scripts: ReadonlyMap<string, ScriptPositions | null>) {}

  /** Whether a line attributed to the function between two offsets can be another file's. */
  canBeForeign(url: string, start: number, end: number, line: number): boolean {
    const ranges = this.#rangesOf(url, start, end);
    return ranges === null || ranges.some(({ from, to }) => line >= from && line <= to);
  }

  /** Returns null if there are too many to tell. */
  #rangesOf(url: string, start: number, end: number): LineRange[] | null {
    const key = `${start}:${url}`;
    let ranges = this.#ranges.get(key);
    if (ranges === undefined) {
      ranges = this.#find(url, start, end);
      this.#ranges.set(key, ranges);
    }
    return ranges;
  }

  #find(url: string, start: number, end: number): LineRange[] | null {
    const script = this.scripts.get(url);
    if (!script) return null;
    const definitions = (this.#definitions ??= this.#defined());
    const seen = new Set<Definition>();
    let words = calledText(script.source.code.slice(start, end));
    for (let depth = 0; depth < maxDepth && words.size > 0; depth++) {
      const found = [...words]
        .flatMap((word) => definitions.get(word) ?? [])
        .filter((each) => !seen.has(each));
      for (const each of found) seen.add(each);
      if (seen.size > maxCandidates) return null;
      words = new Set(
        found.flatMap((each) => [
          ...calledText(each.script.source.code.slice(each.start, each.end)),
        ]),
      );
    }
    return [...seen].filter((each) => each.url !== url);
  }

  #defined(): Map<string, Definition[]> {
    const all = new Map<string, Definition[]>();
    for (const [url, script] of this.scripts) {
      // Code inlined within a bundle has the right file, so large bundles are skipped.
      if (!script || script.text.length > maxScriptLength) continue;
      const { code } = script.source;
      for (const match of code.matchAll(definition)) {
        const name = match[1] ?? match[2] ?? match[3]!;
        const start = match.index + match[0].indexOf(name) + name.length;
        const end = functionEnd(code, start);
        if (keywords.has(name) || end <= start || end - start > maxInlinedLength) continue;
        const known = all.get(name);
        const made = {
          ...{ url, script, start, end },
          from: script.lineOf(start),
          to: script.lineOf(end - 1),
        };
        if (known) known.push(made);
        else all.set(name, [made]);
      }
    }
    return all;
  }
}

/** Matches a function's name before its parameters: declared, assigned, a property, or a method. */
const definition =
  /\bfunction\s*\*?\s*([\w$]+)\s*(?=\()|(?<![\w$])([\w$]+)\s*[:=]\s*(?=(?:async\b\s*)?(?:function\b|\(|[\w$]+\s*=>))|(?<![\w$])([\w$]+)\s*(?=\([^()]*\)\s*\{)/g;

const keywords = new Set(['if', 'for', 'while', 'switch', 'catch', 'with', 'return', 'function']);

function calledText(code: string): Set<string> {
  const words = new Set<string>();
  for (const [, word = ''] of code.matchAll(/(?<![\w$])([\w$]+)\s*(?:\?\.)?\(/g)) {
    if (!keywords.has(word)) words.add(word);
  }
  return words;
}
