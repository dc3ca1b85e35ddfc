import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KeptOutput } from '../../src/engine/processes/keptOutput.ts';
import { FailureError } from '../../src/shared/failure.ts';
import { exitedBeforeListening } from '../../src/shared/launchFailures.ts';
import { lastOutput } from '../../src/shared/outputText.ts';
import { terminalText } from '../../src/shared/wording.ts';

const outputText = (output: string) => terminalText([lastOutput(output)]);

const exit = { code: 1, signal: null };
const stack = Array.from({ length: 60 }, (_, i) => `    at step${i} (/shop/start.js:${i}:1)`);
const log = Array.from({ length: 80 }, (_, i) => `loaded plugin ${i}`);

test('a start failure keeps the beginning of its error and the end of the output', () => {
  const lines = [...log, 'Error: no database at db:5432', ...stack, 'Node.js v24.1.0'];
  const { message } = exitedBeforeListening(exit, lines.join('\n'));
  assert.match(message, /Its last output:\nError: no database at db:5432\n +at step0 /);
  assert.match(
    message,
    /step8 .*\n\[…\]\n.*step57 .*\n.*step58 .*\n.*step59 .*\nNode\.js v24\.1\.0$/,
  );
  assert.ok(!message.includes('loaded plugin'));
});

test('what ended the server counts, not an error that it lived with', () => {
  const lines = [
    'Error: no cache, going on without',
    ...log,
    '/shop/a.js:7',
    '  throw e;',
    '  ^',
    '',
  ];
  const words = outputText([...lines, 'TypeError: x is not a function', ...stack].join('\n'));
  assert.match(
    words,
    /^Its last output:\n\/shop\/a\.js:7\n {2}throw e;\n {2}\^\n\nTypeError: x is not/,
  );
});

test('an error of one endless line keeps its beginning', () => {
  const words = outputText(`ValidationError: "price" ${'is wrong, '.repeat(1000)}\nbye`);
  assert.match(words, /^Its last output:\nValidationError: "price" is wrong/);
  assert.match(words, /\n\[…\]\n[^]*bye$/);
  assert.ok(words.length < 1500, `${words.length} characters`);
});

for (const [what, first] of Object.entries({
  'a compiler': 'src/a.ts(1,2): error TS2304: Cannot find name',
  'a logger': '2026-01-01T00:00:00Z ERROR could not start',
  'a class of its own': 'PrismaClientInitializationError: ',
  'a code': 'Error [ERR_MODULE_NOT_FOUND]: Cannot find package',
  'a program': 'error: cannot open the configuration',
})) {
  test(`an error of ${what} is found by its first line`, () => {
    const words = outputText([...log, first, ...stack].join('\n'));
    assert.ok(words.startsWith(`Its last output:\n${first.trimEnd()}`), words);
  });
}

test('what is short, or shows no error, is told by its last lines', () => {
  assert.equal(outputText('a\nError: b\n  at c\n'), 'Its last output:\na\nError: b\n  at c');
  assert.match(outputText(log.join('\n')), /^Its last output:\nloaded plugin 65\n[^]*79$/);
  assert.equal(outputText(' \n'), 'It printed nothing.');
});

test('a failure has no colours and no other commands of a terminal', () => {
  const output = '\u001b[31mError: \u001b[1mno database\u001b[0m\u001b]0;x\u0007\r\n';
  const { failure, message } = new FailureError(exitedBeforeListening(exit, output));
  assert.match(failure.message, /Its last output:\nError: no database$/);
  assert.equal(message, failure.message);
});

test('of a long output the beginning and the end are kept, each without what a limit cut', () => {
  const kept = new KeptOutput();
  kept.add(Buffer.from(`first\n${'ä'.repeat(8500)}`));
  for (let i = 0; i < 100; i++) kept.add(Buffer.from(`${'x'.repeat(1023)}\n`));
  kept.add(Buffer.from('last'));
  const parts: string[] = [];
  const text = kept.text((part) => {
    parts.push(part);
    return part;
  });
  assert.equal(parts.length, 2);
  assert.match(parts[0]!, /^first\nä+$/);
  assert.match(parts[1]!, /^x[x\n]+\nlast$/);
  const [, leftOut] = /\n\[(\d+) bytes are left out here\]\n/.exec(text) ?? [];
  const keptBytes = Buffer.byteLength(parts[0]!) + Buffer.byteLength(parts[1]!);
  // The half of an ä that stood at the end of the beginning.
  assert.ok(Math.abs(6 + 17000 + 102400 + 4 - keptBytes - Number(leftOut)) <= 1);
});

test('a short output is whole', () => {
  const kept = new KeptOutput();
  for (const part of ['a', 'b'.repeat(20_000), 'c']) kept.add(Buffer.from(part));
  assert.equal(
    kept.text((text) => text),
    `a${'b'.repeat(20_000)}c`,
  );
});
