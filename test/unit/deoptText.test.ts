import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deoptText, disabledText } from '../../src/shared/deoptText.ts';

/** Everything that V8 of Node.js 18 to 26 can log as the reason of a deopt, hand-overs of loops left out. */
const reasons = `
  (unknown) | %_DeoptimizeNow | array buffer was detached | array buffer was detached or immutable
  BigInt too big | const tracking let constness invalidated | copy-on-write array's elements changed
  deprecated map | division by zero | failed to grow elements store | First use of catch block
  float16 is not supported as machine operation | hole | hole or undefined | instance migration failed
  Insufficient type feedback for array literal | Insufficient type feedback for binary operation
  Insufficient type feedback for call | Insufficient type feedback for compare operation
  Insufficient type feedback for construct | Insufficient type feedback for for-in
  Insufficient type feedback for generic global access
  Insufficient type feedback for generic keyed access
  Insufficient type feedback for generic named access | Insufficient type feedback for instanceof
  Insufficient type feedback for object literal | Insufficient type feedback for typeof
  Insufficient type feedback for unary operation
  length is greater than the maximum for fast elements array | lost precision
  lost precision or NaN | map changed during operation | minus zero | missing map | NaN | no cache
  no initial element | not a BigInt | not a BigInt64 | not a detectable receiver | not a heap number
  not a JavaScript object | not a JavaScript object, Null or Undefined | not a Number
  not a Number or Boolean | not a Number or Oddball | not a Number or Undefined
  not a sequential one-byte String | not a Smi | not a String | not a String or a string wrapper
  not a String or oddball | not a string wrapper | not a Symbol | not AdditiveSafeInteger
  not an array index | not int32 | not unsigned int32 | out of bounds | overflow
  Result string larger than String::kMaxLength | Smi | Storing to a constant field
  SuspendGenerator is in a dead branch | the array length changed | unexpected context extension
  unexpected name in keyed access | value mismatch | wrong call target
  wrong call target constructor | wrong enum indices | wrong feedback cell | wrong handler
  wrong instance type | wrong map | wrong name | wrong value
  dependent allocation site tenuring changed | dependent allocation site transition changed
  dependent context cell state changed | dependent empty context extension changed
  dependent field representation changed | dependent field type changed
  dependent field type constness changed | dependent initial map changed
  dependent map was deprecated | dependent property cell changed | dependent prototype chain changed
  dependent script context slot property changed | embedded weak objects cleared
  exception with omitted catch handler | for testing | JS debugger attached
  marked due to eager deopt | value in stack frame was materialized
  allocation-site-tenuring-changed | allocation-site-transition-changed | code dependencies
  const-tracking-let-changed | empty-context-extension | field-const | field-representation
  field-type | initial-map-changed | property-cell-changed | prototype-check
  script-context-slot-property-changed | transition`
  .split(/[|\n]/)
  .map((reason) => reason.trim())
  .filter((reason) => reason !== '');

test('has plain sentences for every reason that V8 gives on a supported line', () => {
  assert.ok(reasons.length > 95, `${reasons.length}`);
  for (const reason of reasons) {
    const words = deoptText(reason);
    assert.ok(words, reason);
    for (const sentence of [words.meaning, words.advice]) {
      assert.match(sentence, /^[A-Z][^]+[.]$/, reason);
      assert.doesNotMatch(sentence, /\b(?:Smi|oddball|map|hidden class|feedback|OSR)\b/, reason);
    }
  }
});

test('names the place that had never run', () => {
  const words = deoptText('Insufficient type feedback for generic named access');
  assert.match(words?.meaning ?? '', /came to a property access that had never run/);
  assert.match(
    deoptText('Insufficient type feedback for teleport')?.meaning ?? '',
    /came to a place that had never run/,
  );
});

test('leaves reasons that it does not know to V8', () => {
  assert.equal(deoptText('the moon was full'), null);
  assert.equal(deoptText(''), null);
  assert.equal(disabledText('the moon was full'), 'it says “the moon was full”');
});

test('says why V8 gave up on a function', () => {
  assert.equal(disabledText('Function is too big to be optimized'), 'it is too large');
});
