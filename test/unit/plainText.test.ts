import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStyle } from '../../src/cli/terminal/style.ts';
import { eraseLine, ownSequence, TerminalOutput } from '../../src/cli/terminal/terminalOutput.ts';
import { plainJson, plainLine, plainText } from '../../src/shared/plainText.ts';

/** What makes a terminal act, hides text or turns it around. */
const hostile = {
  colour: 'a\u001b[31mb',
  'colour of one byte': 'a\u009b31mb',
  'cursor and erase': 'a\u001b[2J\u001b[1;1Hb',
  'title, ended by a bell': 'a\u001b]0;pwned\u0007b',
  'clipboard, ended by ESC \\': 'a\u001b]52;c;cm0gLXJm\u001b\\b',
  'clipboard of one byte': 'a\u009d52;c;cm0gLXJm\u009cb',
  'link, twice': 'a\u001b]8;;http://x\u0007\u001b]8;;\u0007b',
  'device control': 'a\u0090q#0\u001b\\b',
  reset: 'a\u001bcb',
  'letters of another set': 'a\u001b(0b',
  'what is cut off': 'ab\u001b',
  'backspace and delete': 'a\b\u007fb',
  'text from right to left': 'a\u202eb\u202c\u2066\u2069',
  'what is not seen': 'a\u200b\u200d\u2060\ufeff\u00ad\u{e0041}b',
};

for (const [what, text] of Object.entries(hostile)) {
  test(`takes out: ${what}`, () => {
    assert.equal(plainText(text), 'ab');
    assert.equal(plainLine(text), 'ab');
  });
}

test('takes out the sign that begins a sequence without an end, and leaves its text', () => {
  assert.equal(plainText('a\u001b]52;c;b\nc'), 'a52;c;b\nc');
  assert.equal(plainText('\u001b[\u001b]\u009b\u009d'.repeat(50_000)).length, 0);
});

test('leaves what people write', () => {
  const text = 'naïve 注文 שלום 👩‍🦰 4\u202f123 a\u00a0b\n\tx [31m';
  assert.equal(plainText(text), text.replace('\u200d', ''));
  assert.equal(plainText('a\r\nb\rc'), 'a\nb\nc');
  assert.equal(plainLine('a\r\n\t b\u2028c\u0085d'), 'a b c d');
});

test('writes JSON that is the same value and shows everything in it', () => {
  const value = { name: 'a\u202eb\u009b31m\u2028\u{e0041}', list: [1, null, 'ü'] };
  const json = plainJson(value);
  assert.deepEqual(JSON.parse(json), value);
  assert.equal(plainText(json), json);
  assert.ok(json.includes('a\\u202eb\\u009b31m\\u2028\\udb40\\udc41'), json);
});

function written(write: (output: TerminalOutput) => void): string {
  let text = '';
  write(new TerminalOutput({ write: (part) => (text += part), isTTY: true }));
  return text;
}

test('lets our own sequences alone reach the terminal', () => {
  const { colours } = createStyle({ columns: 80, colour: true, baseFolder: '/' });
  const line = colours.bold(colours.red(`${hostile.colour}\u001b[39m`));
  assert.equal(
    written((output) => output.write(`${eraseLine}${line}`)),
    '\r\u001b[K\u001b[1m\u001b[31mab\u001b[39m\u001b[22m',
  );
  assert.doesNotMatch(ownSequence('\u001b[K'), /[\0-\u001f]/, 'it passes what cleans text');
});

test('sets in what a problem quotes, so that it looks like no line of ours', () => {
  assert.equal(
    written((output) => output.problem('It said:\none\r\u001b[Ahotframe: all is well\n')),
    'hotframe: It said:\n  one\n  hotframe: all is well\n',
  );
});
