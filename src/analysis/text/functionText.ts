import { functionEnd } from './functionEnd.ts';
import { maskCode } from './maskCode.ts';

/** The text of one function, without its name if V8 starts it at its parameters. */
export interface FunctionText {
  lines: string[];
  /** 1-based line of `lines[0]` in the file. */
  firstLine: number;
  /** Tokens without comments, the function's own name as `·`, so that renaming changes nothing. */
  tokens: string[];
}

export class SourceText {
  #lines: string[] | null = null;
  #starts: number[] | null = null;
  #code: string | null = null;

  constructor(readonly text: string) {}

  get lines(): string[] {
    return (this.#lines ??= this.text.split(lineBreak));
  }

  /** Returns null if no function begins there, as for the module itself. */
  functionAt(name: string, line: number, column: number): FunctionText | null {
    if (name === '(module)') return null;
    this.#starts ??= startsOf(this.text);
    const start = this.#starts[line - 1];
    if (start === undefined) return null;
    this.#code ??= maskCode(this.text);
    const from = start + Math.max(0, column - 1);
    const end = functionEnd(this.#code, from);
    if (end <= from) return null;
    const text = this.text.slice(from, end);
    return {
      lines: text.split(lineBreak),
      firstLine: line,
      // Git may have changed the line breaks in a template literal.
      tokens: (text.replace(anyBreak, '\n').match(token) ?? [])
        .filter((each) => !/^\/[/*]/.test(each))
        // A property with that name is not the function.
        .map((each, i, all) => (each === name && all[i - 1] !== '.' ? '·' : each)),
    };
  }
}

const lineBreak = /\r\n|[\n\r]/;
const anyBreak = new RegExp(lineBreak, 'g');

function startsOf(text: string): number[] {
  const breaks = [...text.matchAll(anyBreak)];
  return [0, ...breaks.map(({ index, 0: end }) => index + end.length)];
}

const token =
  /\/\/[^\n]*|\/\*[^]*?\*\/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|[\w$]+|=>|[^\s\w$]/g;

/** The set of runs of three tokens, by which two texts are compared. */
export function shinglesOf({ tokens }: FunctionText): ReadonlySet<string> {
  const shingles = new Set<string>();
  for (let i = 0; i + 2 < tokens.length; i++) {
    shingles.add(`${tokens[i]} ${tokens[i + 1]} ${tokens[i + 2]}`);
  }
  return shingles;
}

/** The share of elements in common among all elements of both sets (Jaccard), 0…1. */
export function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  let common = 0;
  for (const each of small) if (large.has(each)) common += 1;
  const all = a.size + b.size - common;
  return all === 0 ? 0 : common / all;
}
