// A bundler can't follow the requires in the package's `main`, but it can bundle this build.
import {
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser/lib/esm/main.js';
import { plainLine } from '../../shared/plainText.ts';

/** A problem in a text, as a sentence with its place. Lines and columns are 1-based. */
export class SourceError extends Error {
  constructor(
    message: string,
    readonly line: number | null = null,
    readonly column: number | null = null,
  ) {
    const words = plainLine(message);
    super(words.length > longestMessage ? cutMiddle(words) : words);
    this.name = 'SourceError';
  }
}

/** A message may quote a name that is as long as the broken file. */
const longestMessage = 500;

function cutMiddle(message: string): string {
  return `${message.slice(0, 300)}…${message.slice(-150)}`;
}

/** Reads JSON that may have comments and trailing commas. Throws SourceError. */
export function parseJsonSource(text: string): JsonValue {
  const source = text.replace(/^\uFEFF/, '');
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(source, errors, { allowTrailingComma: true });
  } catch (error) {
    // The parser is recursive, so deep nesting overflows the stack.
    if (error instanceof RangeError) throw new SourceError('it is nested too deeply to be read.');
    throw error;
  }
  const first = errors[0];
  if (first) throw errorAt(source, first.offset, syntaxText(printParseErrorCode(first.error)));
  if (!root) throw new SourceError('the file is empty.', 1, 1);
  return new JsonValue(root, source);
}

/** A JSON value that knows its place in the text. Each reading method throws SourceError if the kind is wrong. */
export class JsonValue {
  constructor(
    private readonly node: Node,
    private readonly source: string,
  ) {}

  /** An error that points at this value. */
  problem(sentence: string): SourceError {
    return errorAt(this.source, this.node.offset, sentence);
  }

  get isText(): boolean {
    return this.node.type === 'string';
  }

  /** `what` begins the error's sentence, as in `the path`. */
  text(what: string): string {
    if (this.node.type !== 'string') throw this.problem(`${what} must be a text in quotes.`);
    return this.node.value as string;
  }

  number(what: string, min: number, max: number, { whole }: { whole: boolean }): number {
    const value = this.node.value as unknown;
    const isRight =
      typeof value === 'number' &&
      value >= min &&
      value <= max &&
      (!whole || Number.isInteger(value));
    if (isRight) return value;
    throw this.problem(`${what} must be a ${whole ? 'whole ' : ''}number from ${min} to ${max}.`);
  }

  list(what: string): JsonValue[] {
    if (this.node.type !== 'array') throw this.problem(`${what} must be a list in [ ].`);
    return this.children().map((node) => new JsonValue(node, this.source));
  }

  /** Names with their values in order. Throws on a duplicate name. */
  entries(what: string): [name: string, value: JsonValue][] {
    if (this.node.type !== 'object') throw this.problem(`${what} must be an object in { }.`);
    const seen = new Set<string>();
    return this.children().map((property) => {
      const [key, value] = property.children ?? [];
      const name = String(key!.value);
      if (seen.has(name)) throw errorAt(this.source, key!.offset, `“${name}” is there twice.`);
      seen.add(name);
      return [name, new JsonValue(value!, this.source)];
    });
  }

  /** The values by name. Throws on a name that is not `known`. */
  fields<Name extends string>(what: string, known: readonly Name[]): Map<Name, JsonValue> {
    const fields = new Map<Name, JsonValue>();
    for (const [name, value] of this.entries(what)) {
      if (name === '$schema') continue;
      if (!(known as readonly string[]).includes(name)) {
        const at = value.node.parent?.offset ?? value.node.offset;
        throw errorAt(
          this.source,
          at,
          `“${name}” is not known in ${what}; it may have ${known.join(', ')}.`,
        );
      }
      fields.set(name as Name, value);
    }
    return fields;
  }

  /** The plain JavaScript value, with `replace` applied to each text in it. */
  plain(replace: (text: string, at: JsonValue) => string): unknown {
    switch (this.node.type) {
      case 'string':
        return replace(this.node.value as string, this);
      case 'array':
        return this.children().map((node) => new JsonValue(node, this.source).plain(replace));
      case 'object':
        return Object.fromEntries(
          this.entries('an object').map(([name, value]) => [name, value.plain(replace)]),
        );
      case 'property':
      case 'number':
      case 'boolean':
      case 'null':
        return this.node.value as unknown;
    }
  }

  private children(): Node[] {
    return this.node.children ?? [];
  }
}

function errorAt(source: string, offset: number, sentence: string): SourceError {
  const before = source.slice(0, offset);
  const lineStart = Math.max(before.lastIndexOf('\n'), before.lastIndexOf('\r')) + 1;
  const line = before.split(/\r\n|\r|\n/).length;
  return new SourceError(sentence, line, offset - lineStart + 1);
}

/** A sentence for the parser's error code. */
function syntaxText(code: string): string {
  switch (code) {
    case 'CommaExpected':
      return 'a comma is missing before this.';
    case 'ColonExpected':
      return 'a colon is missing before this.';
    case 'ValueExpected':
      return 'a value is missing here.';
    case 'PropertyNameExpected':
      return 'a name in quotes is missing here.';
    case 'CloseBraceExpected':
      return 'a } is missing here.';
    case 'CloseBracketExpected':
      return 'a ] is missing here.';
    case 'EndOfFileExpected':
      return 'there is something behind the end of the object.';
    case 'UnexpectedEndOfString':
      return 'the quote that ends this text is missing.';
    case 'UnexpectedEndOfComment':
      return 'the end of this comment is missing.';
    default:
      return 'this is not JSON.';
  }
}
