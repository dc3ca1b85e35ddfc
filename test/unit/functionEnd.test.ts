import assert from 'node:assert/strict';
import { test } from 'node:test';
import { functionEnd } from '../../src/analysis/text/functionEnd.ts';
import { maskCode } from '../../src/analysis/text/maskCode.ts';

/** `«` stands where V8 says that the function starts, `»` behind its end. */
function check(picture: string): void {
  const text = picture.replace(/[«»]/g, '');
  const start = picture.indexOf('«');
  const end = functionEnd(maskCode(text), start);
  assert.equal(`${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`, picture);
}

test('a function ends with its body, whatever its parameters hold', () => {
  check('function f«(a, { b } = {}) { if (a) { b(); } }» after();');
  check('class A { m«(a = () => { return 1; }) { a(); }» n() {} }');
  check('class A { «static { work(); }» n() {} }');
});

test('a source map may name a place before the parameters', () => {
  check('«async function* name(a) { a(); }» after();');
  check('const f = «async (a) => { a(); }»; after();');
  check('const f = «a => { a(); }»; after();');
  check('const f = (a, b«) => { a(); }»; after();');
});

test('an arrow function without braces ends with its expression', () => {
  check('list.map(«(a) => a.b»).filter(c);');
  check('const f = «(a) => ({ b: a, c: [a, a] })»; after();');
  check('const f = «(a) =>\n  a\n    .b()\n    .c()»\nafter();');
  check('const f = «(a) => a ?\n\n  b : c»\nafter();');
  check('run(«a => b», c => d);');
});

test('type parameters are passed over, with arrows and braces in them', () => {
  check('function f«<T extends { a: () => void }, U = Map<T, T>>(a: T) { a(); }» after();');
  check('const f = «<T,>(a: T) => { a.b(); }»; after();');
});

test('a return type is passed over, with braces of its own', () => {
  check('function f«(a): string { return a; }» after();');
  check('function f«(a): { b: string } { return { b: a }; }» after();');
  check('function f«(a): Promise<{ b: string }> { return a; }» after();');
  check('function f«(a): A | { b: string } { return a; }» after();');
  check('function f«(a): a is { b: string } { return a; }» after();');
  check('const f = «(a): string[] => { return a; }»; after();');
  check('const f = «(a): A.B => a.b»; after();');
});

test('what has not the shape of a function, such as one without a body, ends where it starts', () => {
  check('const a = «»"text";');
  check('declare function f«»(a): string;');
  check('abstract class A { m«»(a): string } { after(); }');
  check('declare class A { m«»(a): string; n() {} }');
  check('type A = { m«»(a): string, n() {} };');
  check('type F = (a: «»(b): string) => void;');
});

test('a function that is not closed ends with the text', () => {
  check('function f«(a) { if (a) {»');
  check('const f = «(a) => a.b»');
});
