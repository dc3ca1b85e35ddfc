import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SourceText } from '../../src/analysis/text/functionText.ts';
import { matchFunctions, type CodeFunction } from '../../src/analysis/compare/matchFunctions.ts';

/** The functions of files, found as `function NAME` or at a comment `// @NAME` on the line before. */
function functionsOf(files: Record<string, string>): CodeFunction[] {
  return Object.entries(files).flatMap(([path, text]) => {
    const source = new SourceText(text);
    return source.lines.flatMap((content, index) => {
      const line = index + 1;
      const named = /function (\w+)/.exec(content);
      const marked = /\/\/ @(.+)/.exec(source.lines[index - 1] ?? '');
      const name = marked?.[1] ?? named?.[1];
      if (name === undefined) return [];
      const column = marked ? content.search(/\S/) + 1 : content.indexOf('(') + 1;
      return [{ name, path, line, column, text: source.functionAt(name, line, column) }];
    });
  });
}

/** Checks matches written as `a.js:one → b.js:two moved-and-renamed edited`. */
function check(
  base: Record<string, string>,
  head: Record<string, string>,
  expected: string[],
): void {
  const [from, to] = [functionsOf(base), functionsOf(head)];
  const words = (fn: CodeFunction | undefined) => (fn ? `${fn.path}:${fn.name}@${fn.line}` : '–');
  const found = matchFunctions(from, to).map(
    ({ base, head, fate, isEdited }) =>
      `${words(from[base])} → ${words(to[head])} ${fate}${isEdited ? ' edited' : ''}`,
  );
  assert.deepEqual(found.sort(), expected.sort());
}

const price = `(order) {
  let sum = 0;
  for (const line of order.lines) sum += line.count * line.price;
  return sum * (1 + order.tax);
}`;
const render = `(page) {
  const parts = [];
  for (const block of page.blocks) parts.push(escape(block.text), block.end);
  return parts.join('');
}`;

test('matches by name and file, also where the whole text is another', () => {
  check({ 'a.js': `function work${price}` }, { 'a.js': `\n\nfunction work${render}` }, [
    'a.js:work@1 → a.js:work@3 same edited',
  ]);
});

test('spaces, comments and the place in the file are no edit', () => {
  check(
    { 'a.js': `function work${price}` },
    {
      'a.js': `// first\nfunction work${price.replaceAll('  ', '\t').replace('let', '/* sum */ let')}`,
    },
    ['a.js:work@1 → a.js:work@2 same'],
  );
});

test('finds what was renamed, moved, or both, by its text', () => {
  check(
    { 'a.js': `function one${price}\nfunction two${render}` },
    { 'a.js': `function first${price}`, 'lib/b.js': `function two${render}` },
    ['a.js:one@1 → a.js:first@1 renamed', 'a.js:two@6 → lib/b.js:two@1 moved'],
  );
  check(
    { 'a.js': `function one${price}` },
    { 'b.js': `function total${price.replace('1 + order.tax', '1 + order.tax / 100')}` },
    ['a.js:one@1 → b.js:total@1 moved-and-renamed edited'],
  );
});

test('a function that calls itself is not another for its new name', () => {
  const down = (name: string) => `function ${name}(node) {
    if (node === null || node.count === 0) return 0;
    return ${name}(node.left) + ${name}(node.right) + node.count;
  }`;
  check({ 'a.js': down('sum') }, { 'a.js': down('total') }, ['a.js:sum@1 → a.js:total@1 renamed']);
});

test('what is new or gone is not matched with something else', () => {
  check({ 'a.js': `function one${price}` }, { 'a.js': `function two${render}` }, [
    'a.js:one@1 → – gone',
    '– → a.js:two@1 new',
  ]);
  // Too short to say anything.
  check(
    { 'a.js': 'function one(x) { return x.a; }' },
    { 'a.js': 'function two(x) { return x.b; }' },
    ['a.js:one@1 → – gone', '– → a.js:two@1 new'],
  );
});

test('of functions with one name in one file, the text says which is which', () => {
  const callback = (body: string) => `list.map(\n// @map callback\n${body});`;
  const first = '(order) => { const net = order.price * order.count; return net + order.tax; }';
  const second = '(page) => { const text = escape(page.title); return text + page.end; }';
  check(
    { 'a.js': [callback(first), callback(second)].join('\n') },
    { 'a.js': [callback(second), callback(first)].join('\n') },
    [
      'a.js:map callback@3 → a.js:map callback@6 same',
      'a.js:map callback@6 → a.js:map callback@3 same',
    ],
  );
});

test('a function without a name is the same only where its text is', () => {
  const at = (body: string) => `// @(anonymous)\n${body}`;
  const first = '(order) => { const net = order.price * order.count; return net + order.tax; }';
  const other = '(page) => { if (page.isOld) throw new Error(page.title); }';
  check({ 'a.js': at(first) }, { 'a.js': at(other) }, [
    'a.js:(anonymous)@2 → – gone',
    '– → a.js:(anonymous)@2 new',
  ]);
});

test('of thousands of functions each is compared with a few others', () => {
  const file = (names: (index: number) => string, end: string) =>
    Array.from(
      { length: 3000 },
      (_, i) =>
        `function ${names(i)}(a) { let x${i} = a.b${i} + ${i}; return x${i} * a.c${i % 7}${end}; }`,
    ).join('\n');
  const [from, to] = [
    functionsOf({ 'a.js': file((i) => `old${i}`, '') }),
    functionsOf({ 'b.js': file((i) => `now${i}`, ' - 1') }),
  ];
  let reads = 0;
  const counted = (functions: CodeFunction[]) =>
    functions.map(({ text, ...rest }) => ({
      ...rest,
      get text() {
        reads++;
        return text;
      },
    }));
  const matches = matchFunctions(counted(from), counted(to));
  assert.equal(matches.length, 3000);
  assert.ok(matches.every(({ base, head, fate }) => base === head && fate === 'moved-and-renamed'));
  // What many share is left aside; with it, it would be more than 90 each.
  assert.ok(reads < 30 * 3000, `${reads} reads of texts`);
});
