import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deserialize, serialize, setFlagsFromString } from 'node:v8';
import { withPackedArrays } from '../../src/engine/bench/packedArrays.ts';

setFlagsFromString('--allow-natives-syntax');
const ask = (question: string) => new Function('array', `return ${question}`);
const hasHoles = ask('%HasHoleyElements(array)') as (array: unknown) => boolean;
const ofSmallIntegers = ask('%HasSmiElements(array)') as (array: unknown) => boolean;
const ofNumbers = ask('%HasDoubleElements(array)') as (array: unknown) => boolean;

function copyOf<T>(value: T): T {
  return withPackedArrays(deserialize(serialize(value)) as T);
}

test('arrays of a copy are of the kind that those of a server are of', () => {
  const call = { integers: [1, 2, 3], inside: [[1.5], [{ price: [4] }]] as const };
  assert.ok(hasHoles(deserialize(serialize(call.integers))), 'V8 packs them by itself now');
  const { integers, inside } = copyOf(call);
  assert.ok(ofSmallIntegers(integers));
  assert.ok(ofNumbers(inside[0]));
  for (const array of [integers, inside, inside[0], inside[1], inside[1][0].price]) {
    assert.ok(!hasHoles(array));
  }
});

test('a copy is the same but for the kind of its arrays', () => {
  const list: unknown[] = ['a', undefined, null, -0, 2n, new Date(5), Buffer.from('b')];
  const sparse = [1, , 3];
  const matched = /(?<year>\d+)/.exec('in 2024');
  const deep = new Map<unknown, unknown>([[list, new Set([list, [7]])]]);
  const nothing = Object.assign(Object.create(null) as object, { list });
  const circle: { list: unknown[]; again?: unknown } = { list: [] };
  circle.again = circle;
  circle.list.push(circle, circle.list);
  for (const value of [list, sparse, matched, deep, nothing, circle, 'text', undefined]) {
    const plain = deserialize(serialize(value)) as unknown;
    assert.deepEqual(copyOf(value), plain);
  }
  const again = copyOf(circle);
  assert.equal(again.again, again);
  assert.deepEqual([again.list[0] === again, again.list[1] === again.list], [true, true]);
  assert.ok(!(1 in copyOf(sparse)));
  const [[key, set]] = copyOf(deep) as Map<unknown, Set<unknown>> & [[unknown, Set<unknown>]];
  assert.ok(set.has(key), 'an array that is there twice stays one');
});
