import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RanText, type RanFunction } from '../../src/analysis/lineMapping/placeLines.ts';

/**
 * Compares two pictures. A ran line names itself by a letter before a bar, and a line of the text
 * as it is now says which one should be there: `a|` the line a, `a!|` the same with its function
 * changed since, nothing a new line. Lines that no line names should be gone. `f>` after the bar
 * starts a function at the last parenthesis or arrow parameter of the line.
 */
function check(ran: string, now: string): void {
  const before = readPicture(ran);
  const after = readPicture(now);
  const functions: RanFunction[] = before.flatMap(({ text, isFunction }, index) =>
    isFunction ? [{ name: 'f', line: index + 1, column: text.indexOf('(') + 1 }] : [],
  );
  const placed = new RanText(textOf(before), functions).place(textOf(after));
  const expected = new Map(after.filter(({ name }) => name !== '').map((row) => [row.name, row]));
  for (const [index, { name, text }] of before.entries()) {
    if (name === '') continue;
    const row = expected.get(name);
    const line = row ? after.indexOf(row) + 1 : null;
    assert.equal(placed.currentLine(index + 1), line, `line of ${name}: ${text}`);
    if (!row || line === null) continue;
    assert.equal(placed.isStale(index + 1), row.isStale, `${name} changed since: ${text}`);
    assert.equal(placed.ranLine(line), index + 1, `back to ${name}`);
  }
}

interface Row {
  name: string;
  isStale: boolean;
  isFunction: boolean;
  text: string;
}

function readPicture(picture: string): Row[] {
  const rows = picture.split('\n').slice(1, -1);
  return rows.map((row) => {
    const match = /^\s*([a-z]?)(!?)(>?)\|(.*)$/.exec(row);
    assert.ok(match, `'${row}' is not [name][!][>]|text`);
    const [, name = '', stale, start, text = ''] = match;
    return { name, isStale: stale === '!', isFunction: start === '>', text };
  });
}

function textOf(rows: Row[]): string {
  return rows.map(({ text }) => text).join('\n');
}

const two = `
  a>|function first(x) {
   b|  return work(x);
   c|}
    |
  d>|function second(x) {
   e|  return more(x);
   f|}
`;

test('leaves lines of the same text where they are', () => check(two, two));

test('a function whose first line is gone has changed', () => {
  check(
    two,
    `
     b!|  return work(x);
     c!|}
       |
      d|function second(x) {
      e|  return more(x);
      f|}
    `,
  );
});

test('moves lines with what was inserted above, and says nothing of a change', () => {
  check(
    two,
    `
       |// new
       |// new too
      a|function first(x) {
      b|  return work(x);
      c|}
       |
      d|function second(x) {
      e|  return more(x);
      f|}
    `,
  );
});

test('says that the one function has changed whose line was edited, and keeps the line', () => {
  check(
    two,
    `
      a!|function first(x) {
      b!|  return work(x + 1);
      c!|}
        |
       d|function second(x) {
       e|  return more(x);
       f|}
    `,
  );
});

test('drops lines that were deleted', () => {
  check(
    two,
    `
      a!|function first(x) {
      c!|}
        |
       d|function second(x) {
       e|  return more(x);
       f|}
    `,
  );
});

test('says that a function has changed where a line came into it', () => {
  check(
    two,
    `
       a|function first(x) {
       b|  return work(x);
       c|}
        |
      d!|function second(x) {
        |  if (!x) return;
      e!|  return more(x);
      f!|}
    `,
  );
});

test('says that a function has changed where a line came before its end, which is that of the file', () => {
  check(
    two,
    `
       a|function first(x) {
       b|  return work(x);
       c|}
        |
      d!|function second(x) {
      e!|  return more(x);
        |  // never
      f!|}
    `,
  );
});

test('takes a new function between two for a change of neither', () => {
  check(
    two,
    `
       a|function first(x) {
       b|  return work(x);
       c|}
        |
        |function between(x) {
        |  return other(x);
        |}
        |
       d|function second(x) {
       e|  return more(x);
       f|}
    `,
  );
  check(
    `
      a>|function first(x) {
       b|  return 1;
       c|}
    `,
    `
       a|function first(x) {
       b|  return 1;
       c|}
        |function second(x) {
        |  return 2;
        |}
    `,
  );
});

test('takes a function that went for a change of none that stayed', () => {
  check(
    `
      a>|function first(x) {
       b|  return 1;
       c|}
        |function between(x) {
        |  return 2;
        |}
      d>|function second(x) {
       e|  return 3;
       f|}
    `,
    `
       a|function first(x) {
       b|  return 1;
       c|}
       d|function second(x) {
       e|  return 3;
       f|}
    `,
  );
});

test('takes indentation and blank lines for no change', () => {
  check(
    two,
    `
       a|  function first(x) {
        |
       b|      return work(x);
       c|  }
       d|function second(x) {
       e|  return more(x);
       f|}
    `,
  );
});

test('tells a function from the one inside it', () => {
  const nested = `
    a>|function outer(list) {
     b|  const base = start();
    c>|  const inner = (x) => {
     d|    return base + x;
     e|  };
     f|  return list.map(inner);
     g|}
  `;
  check(
    nested,
    `
       a|function outer(list) {
       b|  const base = start();
      c!|  const inner = (x) => {
      d!|    return base - x;
      e!|  };
       f|  return list.map(inner);
       g|}
    `,
  );
  check(
    nested,
    `
      a!|function outer(list) {
      b!|  const base = restart();
      c!|  const inner = (x) => {
       d|    return base + x;
      e!|  };
      f!|  return list.map(inner);
      g!|}
    `,
  );
});

test('finds the end of a function whatever is in it', () => {
  check(
    `
      a>|function first(x: { y: string }): { z: Map<string, () => void> } {
       b|  const s = '}' + "}" + \`}\${x.y + '}'}}\`; // }
       c|  /* } */ return { z: x.y.match(/[/}]}/) / 2 };
       d|}
        |const after = 1;
      e>|const short = (x) =>
       f|  x.filter(Boolean)
       g|    .length;
        |const last = 2;
    `,
    `
       a|function first(x: { y: string }): { z: Map<string, () => void> } {
       b|  const s = '}' + "}" + \`}\${x.y + '}'}}\`; // }
       c|  /* } */ return { z: x.y.match(/[/}]}/) / 2 };
       d|}
        |const after = 5;
       e|const short = (x) =>
       f|  x.filter(Boolean)
       g|    .length;
        |const last = 6;
    `,
  );
  check(
    `
      a>|const short = (x) =>
       b|  x.filter(Boolean)
       c|    .length;
        |const last = 2;
    `,
    `
      a!|const short = (x) =>
      b!|  x.filter(Boolean)
        |    .at(0).name;
        |const last = 2;
    `,
  );
});

test('finds the end of an arrow function that its map places inside its parenthesis', () => {
  const ran = 'const f = (word) => {\n  use(word);\n};\nlast();';
  const placed = new RanText(ran, [{ name: 'f', line: 1, column: 12 }]).place(
    ran.replace('use(word)', 'use(word, 1)'),
  );
  assert.deepEqual(
    [1, 2, 3, 4].map((line) => placed.isStale(line)),
    [true, true, true, false],
  );
});

/** Which of the given functions is around each line, -1 where there is none. */
function around(ran: string, functions: RanFunction[], ...lines: number[]): number[] {
  const placed = new RanText(ran, functions).place(ran);
  return lines.map((line) => placed.functionAt(line));
}

test('knows the innermost function around a line, in whatever order they are given', () => {
  const ran = `before();
function outer(list) {
  return list.map((each) => {
    use(each);
  });
}
after();`;
  const outer = { name: 'outer', line: 2, column: 15 };
  const inner = { name: 'inner', line: 3, column: 19 };
  assert.deepEqual(around(ran, [outer, inner], 1, 2, 3, 4, 5, 6, 7), [-1, 0, 1, 1, 1, 0, -1]);
  assert.deepEqual(around(ran, [inner, outer], 1, 2, 3, 4, 5, 6, 7), [-1, 1, 0, 0, 0, 1, -1]);
  const placed = new RanText(ran, [inner, outer]).place(ran.replace('use(each)', 'use()'));
  assert.deepEqual([placed.isStale(2), placed.isStale(4)], [false, true]);
});

test('knows which of two functions that begin on one line is inside the other', () => {
  const ran = `const all = (list) => { list.map((each) => {
    use(each);
  });
  more();
}`;
  const outer = { name: 'all', line: 1, column: 13 };
  const inner = { name: 'each', line: 1, column: 34 };
  assert.deepEqual(around(ran, [outer, inner], 2, 4), [1, 0]);
  assert.deepEqual(around(ran, [inner, outer], 2, 4), [0, 1]);
});

test('tells functions that begin on one line by their columns', () => {
  const ran = `const one = (x) => x, two = (x) => {
  use(x);
};`;
  const functions = ['one', 'two'].map((name) => ({
    ...{ name, line: 1 },
    column: ran.indexOf(`${name} = `) + `${name} = `.length + 1,
  }));
  assert.deepEqual(around(ran, functions, 2), [1]);
});

test('takes the file as a function for none of its functions', () => {
  const ran = 'function main() {\n  work();\n}';
  assert.deepEqual(around(ran, [{ name: '(module)', line: 1, column: 1 }], 1, 2), [-1, -1]);
});

test('says that a function has changed whose own line did, though its end is not found', () => {
  const ran = 'one();\ntwo();\nthree();';
  const placed = new RanText(ran, [{ name: 'f', line: 2, column: 1 }]).place(
    ran.replace('two()', 'two(2)'),
  );
  assert.deepEqual(
    [1, 2, 3].map((line) => placed.isStale(line)),
    [false, true, false],
  );
});

test('leaves out a function that a wrong map places beyond the end of the text', () => {
  assert.deepEqual(around('one();', [{ name: 'f', line: 9, column: 1 }], 1, 9), [-1, -1]);
});

test('takes no line that stayed for another one that was edited', () => {
  check(
    `
      a|send(order, 1);
      b|send(order, 2);
    `,
    `
       |stop();
      b|send(order, 2);
    `,
  );
});

test('reads every line ending', () => {
  const placed = new RanText('a\r\nb\r\nc', []).place('new\na\nb\nc');
  assert.deepEqual(
    [1, 2, 3].map((line) => placed.currentLine(line)),
    [2, 3, 4],
  );
  const mixed = 'one();\rtwo();\r\nfunction f() {\r  work();\n}';
  const moved = new RanText(mixed, [{ name: 'f', line: 3, column: 11 }]).place(`new();\r${mixed}`);
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((line) => [moved.currentLine(line), moved.functionAt(line)]),
    [
      [2, -1],
      [3, -1],
      [4, 0],
      [5, 0],
      [6, 0],
    ],
  );
});

test('keeps line numbers and says nothing where the text that ran is not known', () => {
  const placed = new RanText(null, [{ name: 'f', line: 1, column: 1 }]).place('one\ntwo');
  assert.equal(placed.currentLine(2), 2);
  assert.equal(placed.currentLine(3), null);
  assert.equal(placed.ranLine(2), 2);
  assert.equal(placed.isStale(1), false);
  assert.equal(placed.functionAt(1), -1);
});

test('places a file of 5000 lines', () => {
  const lines = Array.from({ length: 5000 }, (_, n) => `  const value${n} = compute(${n});`);
  const ran = lines.join('\n');
  const edited = [...lines.slice(0, 2000), 'inserted();', ...lines.slice(2001)].join('\n');
  const placed = new RanText(ran, []).place(edited);
  assert.equal(placed.currentLine(5000), 5000);
});

/** Without giving up, minutes. */
test('gives up on another text altogether', { timeout: 30_000 }, () => {
  const ran = Array.from({ length: 20_000 }, (_, n) => `a${n}`).join('\n');
  const now = Array.from({ length: 20_000 }, (_, n) => `${n} lines of another text, ${n}`).join(
    '\n',
  );
  const placed = new RanText(ran, []).place(now);
  assert.equal(placed.currentLine(10), null);
  // But not on what both begin and end with.
  const framed = new RanText(`first\n${ran}\nlast`, []).place(`first\nnew\n${now}\nlast`);
  assert.deepEqual(
    [1, 10, 20_002].map((line) => framed.currentLine(line)),
    [1, null, 20_003],
  );
});
