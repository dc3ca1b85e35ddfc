import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maskCode } from '../../src/analysis/text/maskCode.ts';

/** The code of the text, with `_` for what was blanked out and for spaces. */
const codeOf = (text: string) => maskCode(text).replaceAll(' ', '_');

test('blanks out comments and keeps their line breaks', () => {
  assert.equal(codeOf('a;// }\n{b}'), 'a;____\n{b}');
  assert.equal(codeOf('a;/* {\r\n// */{b}'), 'a;____\r\n_____{b}');
  assert.equal(codeOf('a;/* {b}'), 'a;______');
  assert.equal(codeOf('a;// {b}'), 'a;______');
});

test('blanks out strings, which end with their line where they are not closed', () => {
  assert.equal(codeOf(String.raw`f('\'}',"}'")`), 'f(_____,____)');
  assert.equal(codeOf("f('}\n}"), 'f(__\n}');
  assert.equal(codeOf("f('}\\"), 'f(___');
});

test('blanks out the text of templates and keeps the code in them', () => {
  assert.equal(codeOf('f(`}${{a}}}`)'), 'f(____{a}___)');
  assert.equal(codeOf('f(`${`}${a}`}`,{b})'), 'f(_______a____,{b})');
  assert.equal(codeOf('f(`\\`}`){b}'), 'f(_____){b}');
  assert.equal(codeOf('f(`}'), 'f(__');
});

test('blanks out regular expressions and takes a division for none', () => {
  assert.equal(codeOf('return /}/'), 'return____');
  assert.equal(codeOf('f(/[/}]}/);{b}'), 'f(_______);{b}');
  assert.equal(codeOf(String.raw`f(/\/}/){b}`), 'f(_____){b}');
  assert.equal(codeOf('/}/.test(a)'), '___.test(a)');
  assert.equal(codeOf('a/{}/b'), 'a/{}/b');
  assert.equal(codeOf('a.return/{}/b'), 'a.return/{}/b');
  assert.equal(codeOf('`a`/{}/b'), '___/{}/b');
  assert.equal(codeOf("'a'/{}/b"), '___/{}/b');
  assert.equal(codeOf('/a//{}/b'), '___/{}/b');
  assert.equal(codeOf('`${/}/}`/{}/b'), '________/{}/b');
  assert.equal(codeOf('a=/{\n}'), 'a=/{\n}');
});
