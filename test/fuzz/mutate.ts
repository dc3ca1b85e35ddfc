import type { Random } from '../support/random.ts';

/** Numbers at the edges of what programs expect, as text. */
const numbers = [
  '0',
  '-1',
  '1',
  '255',
  '2147483648',
  '-2147483649',
  '4294967296',
  '9007199254740993',
  '1'.repeat(25),
  '9'.repeat(400),
  '0x0',
  '0xfffffffffffff',
  '0xffffffffffffffff',
  '1e308',
  'NaN',
  '',
];

const texts = [
  '',
  ',',
  '\\',
  '\\x',
  '\\u12',
  '\u0000',
  '\ufeff',
  '"',
  '\r\n',
  '\n\n\n',
  '__proto__',
  'constructor',
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  'file:///%zz',
  '\ud800',
  '👩‍🔧'.repeat(40),
  '('.repeat(3000),
  '/* '.repeat(2000),
  '`${'.repeat(2000),
  ' '.repeat(5000),
  ':1:1'.repeat(2000),
  'C0O1'.repeat(3000),
  'F0O1I0'.repeat(3000),
  'a'.repeat(20_000),
];

/** The text with one to four things wrong: characters, numbers, fields, lines, or its end. */
export function mutateText(text: string, random: Random): string {
  let changed = text;
  for (let count = 1 + random.below(4); count > 0; count--) {
    changed = random.pick(textMutations)(changed, random);
  }
  return changed;
}

type Mutation = (text: string, random: Random) => string;

const textMutations: readonly Mutation[] = [
  // One character is another.
  (text, random) =>
    splice(text, random.below(text.length), 1, String.fromCharCode(random.below(256))),
  // A piece is gone, doubled, or somewhere else.
  (text, random) => splice(text, random.below(text.length), random.below(200), ''),
  (text, random) => {
    const piece = pieceOf(text, random, 400);
    return splice(text, random.below(text.length), 0, piece.repeat(1 + random.below(20)));
  },
  // The writer was killed, or the start is lost.
  (text, random) => text.slice(0, random.below(text.length)),
  (text, random) => text.slice(random.below(text.length)),
  (text, random) => splice(text, random.below(text.length), 0, random.pick(texts)),
  replaceNumber,
  replaceNumber,
  replaceNumber,
  (text, random) => withLines(text, random, (lines, at) => lines.splice(at, 1)),
  (text, random) =>
    withLines(text, random, (lines, at) => {
      const line = lines[at]!;
      lines.splice(random.below(lines.length), 0, ...Array(1 + random.below(50)).fill(line));
    }),
  (text, random) =>
    withLines(text, random, (lines, at) => {
      const other = random.below(lines.length);
      [lines[at], lines[other]] = [lines[other]!, lines[at]!];
    }),
  // A field of one line is that of another.
  (text, random) =>
    withLines(text, random, (lines, at) => {
      const fields = lines[at]!.split(',');
      const others = random.pick(lines).split(',');
      fields[random.below(fields.length)] = random.pick(others);
      lines[at] = fields.join(',');
    }),
  (text, random) =>
    withLines(text, random, (lines, at) => {
      const fields = lines[at]!.split(',');
      fields[random.below(fields.length)] = random.pick(random.chance(0.5) ? numbers : texts);
      lines[at] = fields.join(',');
    }),
];

function replaceNumber(text: string, random: Random): string {
  const from = random.below(text.length);
  const found = /(?:0x[0-9a-f]+|\d+)/.exec(text.slice(from));
  if (!found) return text;
  return splice(text, from + found.index, found[0].length, random.pick(numbers));
}

function withLines(
  text: string,
  random: Random,
  change: (lines: string[], at: number) => void,
): string {
  const lines = text.split('\n');
  change(lines, random.below(lines.length));
  return lines.join('\n');
}

function pieceOf(text: string, random: Random, longest: number): string {
  const from = random.below(text.length);
  return text.slice(from, from + random.below(longest));
}

function splice(text: string, at: number, removed: number, added: string): string {
  return text.slice(0, at) + added + text.slice(at + removed);
}

/** A copy of plain JSON data with one to four values wrong, gone, doubled or swapped. */
export function mutateJson(data: unknown, random: Random): unknown {
  const root = { data: structuredClone(data) };
  for (let count = 1 + random.below(4); count > 0; count--) mutateOne(root, random);
  return root.data;
}

type Holder = Record<string, unknown>;

function mutateOne(root: Holder, random: Random): void {
  const [holder, key] = placeIn(root, random);
  switch (random.below(6)) {
    case 0:
      if (Array.isArray(holder)) (holder as unknown[]).splice(Number(key), 1);
      else if (holder !== root) delete holder[key];
      return;
    case 1: {
      const [other, otherKey] = placeIn(root, random);
      // Cut from its own tree first, or the data may become a circle.
      holder[key] = structuredClone(other[otherKey]);
      return;
    }
    case 2: {
      const value = holder[key];
      if (Array.isArray(value) && value.length > 0 && value.length < 10_000) {
        value.push(...(structuredClone(value) as unknown[]));
      } else holder[key] = wrongValue(random);
      return;
    }
    case 3:
      if (typeof holder[key] === 'string') holder[key] = mutateString(holder[key], random);
      else if (typeof holder[key] === 'number') holder[key] = random.pick(wrongNumbers);
      else holder[key] = wrongValue(random);
      return;
    default:
      holder[key] = wrongValue(random);
  }
}

/** Some place in the tree: each level is as likely to be chosen. */
function placeIn(root: Holder, random: Random): [holder: Holder, key: string] {
  let holder = root;
  let key = 'data';
  for (let depth = 1 + random.below(7); depth > 0; depth--) {
    const value = holder[key];
    if (typeof value !== 'object' || value === null) break;
    const keys = Object.keys(value);
    if (keys.length === 0) break;
    holder = value as Holder;
    key = random.pick(keys);
  }
  return [holder, key];
}

const wrongNumbers = [0, -1, 1.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 65536, Number.MIN_VALUE];

function wrongValue(random: Random): unknown {
  const values = [null, true, '', {}, [], [null], [[]], { length: 1e9 }, 'file:///%zz'];
  if (random.chance(0.4)) return random.pick(wrongNumbers);
  return random.chance(0.3) ? random.pick(texts) : random.pick(values);
}

function mutateString(text: string, random: Random): string {
  return text === '' ? random.pick(texts) : mutateText(text, random);
}
