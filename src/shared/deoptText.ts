/** The meaning of one of V8's reasons, in plain sentences. */
export interface DeoptText {
  meaning: string;
  /** A remedy. */
  advice: string;
}

/**
 * The words for a reason as V8 logs it; null for one that we do not know, which is shown as V8 gives
 * it. All reasons of Node.js 18 to 26 are there: those of V8's `deoptimize-reason.h`, and of the kind
 * `dependency-change` also the names of its groups of dependencies, which older lines log.
 */
export function deoptText(reason: string): DeoptText | null {
  const known = byReason.get(reason);
  if (known) return known;
  const place = /^Insufficient type feedback for (.+)$/.exec(reason)?.[1];
  return place === undefined ? null : neverRan(place);
}

/** V8 leaves code out of the optimized code if it has not run by then. */
function neverRan(place: string): DeoptText {
  return {
    meaning: `The code came to ${places.get(place) ?? 'a place'} that had never run while V8 learned, so the optimized code does not have it.`,
    advice:
      'Once or twice, that is V8 learning. If it goes on, the inputs vary too much for one function: give the rare path a function of its own.',
  };
}

const places = new Map([
  ['call', 'a call'],
  ['construct', 'a `new`'],
  ['for-in', 'a `for…in` loop'],
  ['binary operation', 'a calculation'],
  ['compare operation', 'a comparison'],
  ['unary operation', 'a calculation'],
  ['generic named access', 'a property access'],
  ['generic keyed access', 'an access with `[…]`'],
  ['generic global access', 'an access to a global variable'],
  ['array literal', 'an array literal'],
  ['object literal', 'an object literal'],
  ['instanceof', 'an `instanceof`'],
  ['typeof', 'a `typeof`'],
]);

const nothingToDo = 'There is nothing to do about it in the code.';
const sameKind = 'Keep the kind of value in a variable or property the same from the start.';
const learning = 'Once or twice, that is V8 learning. If it goes on, ';

const groups: [reasons: string[], meaning: string, advice: string][] = [
  [
    ['wrong map', 'missing map', 'map changed during operation', 'wrong instance type'],
    'An object had another shape than those seen here before: other properties, the same ones added in another order, or another class.',
    'Give all objects that come here the same properties in the same order, all of them set where the object is made; do not add or delete any later.',
  ],
  [
    ['deprecated map', 'instance migration failed'],
    'An object had a shape that V8 has replaced since, because a property of such objects got another kind of value, such as a fraction after whole numbers.',
    `${sameKind} Objects that were made before the change are converted one by one, so this ends by itself if no more changes come.`,
  ],
  [
    ['dependent map was deprecated', 'transition'],
    'A shape that the code was made for was replaced, because a property of such objects got another kind of value or objects got new properties.',
    'Set all properties where the object is made, each with the kind of value that it will always have.',
  ],
  [
    ['not a Smi'],
    'A value was not the small whole number that had always been here before, but a fraction, a large number or something else.',
    'Keep indexes and counters whole, and do not mix in fractions, undefined, null or texts.',
  ],
  [
    ['Smi'],
    'A whole number came where only objects or texts had been before.',
    'Do not mix numbers with objects in one variable, property or array.',
  ],
  [
    [
      'not a heap number',
      'not a Number',
      'not a Number or Boolean',
      'not a Number or Oddball',
      'not a Number or Undefined',
    ],
    'A value was no number where calculations had seen only numbers.',
    'Convert texts to numbers where they come in, and give missing values a number instead of undefined.',
  ],
  [
    ['not int32', 'not unsigned int32', 'not AdditiveSafeInteger'],
    'A number was a fraction, or outside of the range of the whole numbers that had been here before.',
    'Keep large numbers and fractions out of variables that count or index.',
  ],
  [
    ['lost precision', 'lost precision or NaN'],
    'A number had a fraction or was too large (or was NaN) where a whole number was needed.',
    'Round before a number is used as an index or in bit operations.',
  ],
  [
    ['overflow'],
    'A calculation with whole numbers left the range of 32 bits.',
    `${learning}keep small counts and large sums in variables of their own; where wrapping is meant, as in hashes, use \`Math.imul\` and \`| 0\`.`,
  ],
  [
    ['division by zero'],
    'A whole number was divided by zero, or a remainder by zero was taken.',
    'Treat zero before the division.',
  ],
  [
    ['minus zero'],
    'A calculation gave −0, which whole numbers do not have: 0 times a negative number, or a rounded small negative one.',
    'Add 0 or use `| 0` where the sign of zero does not matter.',
  ],
  [['NaN'], 'A calculation gave NaN.', 'Check inputs before the calculation.'],
  [
    ['out of bounds', 'not an array index'],
    'An index was outside of the array or text that it was used on, or was no index at all.',
    'Check the index against the length first. A loop with `<=` in place of `<` reads one too many.',
  ],
  [
    ['hole', 'hole or undefined'],
    'An element was read that the array does not have (a gap), or a variable before it had its value.',
    'Fill arrays from the front with `push` or a literal; `new Array(n)`, `delete` and skipped indexes make gaps.',
  ],
  [
    [
      'failed to grow elements store',
      "copy-on-write array's elements changed",
      'length is greater than the maximum for fast elements array',
    ],
    'An array was written beyond what its memory allows, or changed the way its elements are kept.',
    'Fill arrays in order and from the front. For far-apart numbers as keys, use a Map.',
  ],
  [
    ['the array length changed', 'no initial element'],
    'An array changed its length while a method such as `forEach` went over it, or `reduce` found it empty.',
    'Do not add or remove elements in the callback, and give `reduce` a start value.',
  ],
  [
    ['array buffer was detached', 'array buffer was detached or immutable'],
    'The memory of a typed array had been handed on to another owner, or may not be written.',
    'Do not use a buffer after it was transferred.',
  ],
  [
    ['wrong call target', 'wrong call target constructor', 'wrong feedback cell'],
    'Another function was called here than the one that had always been called before.',
    'Where callbacks differ by call, let the line call few different functions: define them once, outside, instead of making closures or `bind` anew.',
  ],
  [
    ['wrong name', 'unexpected name in keyed access'],
    'An access with `[…]` used another property name than before.',
    'For many different names use a Map, or access known ones by name.',
  ],
  [
    ['wrong value', 'value mismatch'],
    'A value that had always been the same was another one.',
    `${learning}do not change what the rest of the program takes for fixed, such as methods or settings.`,
  ],
  [
    [
      'Storing to a constant field',
      'field-const',
      'dependent field type constness changed',
      'const tracking let constness invalidated',
      'const-tracking-let-changed',
      'script-context-slot-property-changed',
      'dependent script context slot property changed',
      'dependent context cell state changed',
    ],
    'A property or variable that had kept its first value got another one, and V8 had taken it for a constant.',
    `${learning}keep what changes often apart from what never changes.`,
  ],
  [
    [
      'field-type',
      'field-representation',
      'dependent field type changed',
      'dependent field representation changed',
    ],
    'A property got another kind of value than it had had in all objects of this shape.',
    `${sameKind} Start a property with a value of the kind that it will hold: 0, not undefined.`,
  ],
  [
    ['prototype-check', 'dependent prototype chain changed'],
    'A method or property of a class or prototype was added, replaced or removed while the code was in use.',
    'Finish classes and patches of prototypes while the program starts.',
  ],
  [
    ['property-cell-changed', 'dependent property cell changed'],
    'A global variable or something built in got another value.',
    'Do not assign to global variables or replace built-in functions while the server serves.',
  ],
  [
    ['initial-map-changed', 'dependent initial map changed'],
    'A constructor began to make objects of another shape.',
    'Set all properties in the constructor, and leave its prototype alone.',
  ],
  [
    [
      'allocation-site-tenuring-changed',
      'allocation-site-transition-changed',
      'dependent allocation site tenuring changed',
      'dependent allocation site transition changed',
    ],
    'V8 learned how long the objects made here live, or what the arrays made here hold, and makes better code for it.',
    `${learning}let an array hold one kind of value.`,
  ],
  [
    ['wrong enum indices'],
    'A `for…in` loop met an object whose list of property names had changed.',
    'Use `Object.keys` or a Map, and do not change the object in the loop.',
  ],
  [
    [
      'not a JavaScript object',
      'not a JavaScript object, Null or Undefined',
      'not a detectable receiver',
    ],
    'A value was no object where there had always been objects.',
    'Handle missing values before this line, and do not mix objects with texts or numbers.',
  ],
  [
    [
      'not a String',
      'not a string wrapper',
      'not a String or a string wrapper',
      'not a String or oddball',
      'not a sequential one-byte String',
      'not a Symbol',
    ],
    'A value was not the kind of text that had always been here before.',
    'Convert values to text where they come in, and do not mix texts with others.',
  ],
  [
    ['Result string larger than String::kMaxLength'],
    'A text grew beyond the longest that V8 allows.',
    'Build large answers in parts and write them as they come.',
  ],
  [
    ['BigInt too big', 'not a BigInt', 'not a BigInt64'],
    'A value was no BigInt, or one that does not fit into 64 bits.',
    'Do not mix BigInt with numbers; `BigInt.asIntN(64, x)` keeps results small.',
  ],
  [
    ['First use of catch block', 'exception with omitted catch handler'],
    'An exception was caught here for the first time; code for it had been left out.',
    'Once is normal. If exceptions are frequent, return a result in place of throwing.',
  ],
  [
    ['SuspendGenerator is in a dead branch'],
    'A generator or async function stopped at a place that had never been reached before.',
    'Once or twice, that is V8 learning.',
  ],
  [
    [
      'unexpected context extension',
      'empty-context-extension',
      'dependent empty context extension changed',
    ],
    'Code run by `eval` added variables to a scope that this code uses.',
    'Avoid `eval`, or use it in strict mode.',
  ],
  [
    ['embedded weak objects cleared', 'weak objects'],
    'An object or function that the code was made for is gone: garbage collection removed it.',
    `${learning}keep functions and objects that are used on every request instead of making them anew.`,
  ],
  [
    ['code dependencies'],
    'Something that the code had been made for changed: a prototype, a global variable or the kind of value in a property. V8 of this Node.js line does not say which.',
    'Look for what is added to or replaced in prototypes and globals while the server serves.',
  ],
  [
    ['JS debugger attached', 'debugger', 'value in stack frame was materialized'],
    'A debugger was attached or looked at values.',
    'Profile without a debugger.',
  ],
  [
    ['marked due to eager deopt'],
    'The same code was running a second time when it was thrown away, for example in a recursion.',
    'See the other reason of this function.',
  ],
  [
    [
      'no cache',
      'wrong handler',
      '(unknown)',
      'unknown',
      'float16 is not supported as machine operation',
      '%_DeoptimizeNow',
      'for testing',
    ],
    'V8 gives no cause that can be found in the code.',
    nothingToDo,
  ],
];

const byReason = new Map(
  groups.flatMap(([reasons, meaning, advice]) =>
    reasons.map((reason) => [reason, { meaning, advice }] as const),
  ),
);

/**
 * Why V8 gave up on a function for good, as the end of "V8 does not optimize it: …"; an unknown
 * reason as V8 gives it.
 */
export function disabledText(reason: string): string {
  return disabled.get(reason) ?? `it says “${reason}”`;
}

const disabled = new Map([
  ['Function is too big to be optimized', 'it is too large'],
  ['Function contains a call with too many arguments', 'a call in it has too many arguments'],
  ['Optimization is always disabled', 'that was turned off for it'],
  ['Optimization disabled', 'that was turned off for it'],
  ['Native function literal', 'it is part of V8 itself'],
  ['Function is being debugged', 'a debugger holds it'],
  ['LiveEdit', 'a debugger changed its code'],
  ['Not enough virtual registers (regalloc)', 'it has too many variables and intermediate values'],
  ['Optimized graph construction failed', 'the optimizing compiler could not handle its code'],
  ['Maglev optimized graph construction failed', 'the compiler maglev could not handle its code'],
  [
    'Turbofan optimized graph construction failed',
    'the compiler turbofan could not handle its code',
  ],
  ['Code generation failed', 'the optimizing compiler failed on its code'],
  ['Maglev code generation failed', 'the compiler maglev failed on its code'],
  ['Turbofan code generation failed', 'the compiler turbofan failed on its code'],
  [
    'Cyclic object state detected by escape analysis',
    'objects in it refer to each other in a circle',
  ],
]);
