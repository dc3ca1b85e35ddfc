import assert from 'node:assert/strict';
import { test } from 'node:test';
import { functionCosts } from '../../src/analysis/findings/functionCosts.ts';
import { FunctionPlaces } from '../../src/analysis/report/functionPlaces.ts';
import { loopSignals } from '../../src/analysis/report/loopSignals.ts';
import type { Profile } from '../../src/analysis/profile/profile.ts';
import type { LoopEvent } from '../../src/shared/signalsWire.ts';
import { profileFromStacks } from '../support/sampleRun.ts';

const file = '/app/main.js';

/** The functions of the profile begin at the first `(`, or `class`, of their first line. */
function withSource(profile: Profile, text: string): Profile {
  const lines = text.split('\n');
  const functions = profile.functions.map((fn) => ({
    ...fn,
    column: fn.file === file ? Math.max(0, (lines[fn.line - 1] ?? '').search(/\(|class/)) + 1 : 0,
  }));
  return { ...profile, functions, sources: new Map([[file, text]]) };
}

const source = `const fs = require('node:fs');

class NotANumber extends Error {}

function parsePrice(text) {
  if (isNaN(text)) throw new NotANumber(text);
  return Number(text);
}

function revision() {
  // A comment, and a string of many lines:
  return fs.readFileSync(\`a
  \`);
}

const twice = (x) => 2 * x;`;

test('a constructor that nobody wrote works for the line of `new`', () => {
  const profile = withSource(
    profileFromStacks([
      [8, 'parsePrice:5', 'NotANumber:3', 'capture@native'],
      [1, 'parsePrice:6', 'NotANumber:3', 'gc@gc'],
      [1, 'parsePrice:5'],
    ]),
    source,
  );
  const [only, ...others] = functionCosts(profile).functions;
  assert.deepEqual([only?.name, only?.share, only?.gcShare], ['parsePrice', 0.9, 0.1]);
  assert.deepEqual(others, []);
});

test('the fields of a class are on their lines', () => {
  const profile = withSource(
    profileFromStacks([
      [1, 'make:2', '(class_fields):1'],
      [8, 'make:2', '(class_fields):3'],
    ]),
    'class Cart {\n  items = [];\n  prices = loadPrices();\n}',
  );
  const [fields] = functionCosts(profile).functions;
  assert.deepEqual([fields?.name, fields?.line], ['(class_fields)', 3]);
});

test('the only line of a function is known, also where samples have none', () => {
  const profile = withSource(
    profileFromStacks([
      [4, '^parsePrice:5'],
      [4, '^revision:10', 'open@node'],
      [2, '^twice:16'],
    ]),
    source,
  );
  const places = new FunctionPlaces(profile);
  const onlyLines = profile.functions.map(({ name }, fn) => [name, places.onlyLine(fn)]);
  assert.deepEqual(Object.fromEntries(onlyLines), {
    ...{ parsePrice: null, revision: 12, open: null, twice: 16 },
  });
  const { functions } = functionCosts(profile);
  assert.deepEqual(
    functions.map(({ name, line, lineShare }) => [name, line, lineShare]),
    [
      ['parsePrice', 5, 0],
      ['revision', 12, 0.4],
      ['twice', 16, 0.2],
    ],
  );
});

test('garbage that Node.js makes to serve is no garbage of the line that it serves for', () => {
  const { functions } = functionCosts(
    profileFromStacks([
      [4, 'send:9', 'end:90/_http_outgoing@node', 'gc@gc'],
      [4, 'send:9'],
      [2, 'send:9', 'gc@gc'],
    ]),
  );
  assert.deepEqual(
    functions.map(({ name, share, gcShare }) => [name, share, gcShare]),
    [['send', 0.4, 0.2]],
  );
});

test('what V8 does to discard the code of a function is a cost of that function', () => {
  const profile = profileFromStacks([
    [4, 'handle:4', '^describe:10', 'alloc@native'],
    [4, 'handle:4', 'alloc@native'],
    [1, 'handle:4'],
    [1, 'handle:5', 'alloc@native'],
  ]);
  const shares = (deopts: number) => {
    const describe = profile.functions.findIndex(({ name }) => name === 'describe');
    const deopt = {
      ...{ timeMicros: 0, function: describe, siteFunction: describe, file, line: 12, column: 3 },
      ...{ kind: 'deopt-eager', reason: 'wrong map' },
    };
    const { functions } = functionCosts({
      ...profile,
      deopts: Array.from({ length: deopts }, () => deopt),
    });
    return Object.fromEntries(functions.map(({ name, share }) => [name, share]));
  };
  assert.equal(shares(60)['describe'], 0.8);
  assert.equal(shares(9)['describe'], 0.4, 'a few take no such time');
});

/** The block that all samples of the profile are in. */
function blockOf(profile: Profile): string | null {
  const { pid, threadId } = profile.isolates[0]!;
  const ms = profile.windowMs - 1;
  const event: LoopEvent = {
    ...{ type: 'loop', fromMs: 5000, toMs: 5000 + ms, turns: 1, lateMs: ms, longestMs: ms },
    blocks: [{ startMs: 5000, ms }],
  };
  const [block] = loopSignals([{ pid, threadId, events: [event] }], 5000, profile, [])!.blocks;
  return block!.name === null ? null : `${block!.name}:${block!.line}`;
}

test('a block is of whom its samples tell, where V8 has no stack for most', () => {
  const collections = profileFromStacks([
    [70, 'gc'],
    [30, 'handle:4', 'csv:14'],
  ]);
  assert.equal(blockOf(collections), 'csv:14');
  const steps = profileFromStacks([
    [60, 'runTimers:9@node', 'RunMicrotasks@v8'],
    [20, 'runTimers:9@node', 'RunMicrotasks@v8', 'rank:7'],
    [10, 'runTimers:9@node', 'RunMicrotasks@v8', 'rank:7', 'next:11'],
  ]);
  assert.equal(blockOf(steps), 'rank:7');
  const others = profileFromStacks([
    [60, 'runTimers:9@node', 'ArrayMap@v8'],
    [30, 'handle:4', 'csv:14'],
  ]);
  assert.equal(blockOf(others), null, 'other work of Node.js is not left out');
});

test('a block in which the server waited for a CPU is of nobody', () => {
  const profile = profileFromStacks([[100, 'handle:4', 'csv:14']]);
  assert.equal(blockOf(profile), 'csv:14');
  const { samples } = profile;
  const kept = (_: unknown, at: number) => at % 10 === 0;
  const waited = {
    ...profile,
    samples: {
      node: samples.node.filter(kept),
      timeMicros: samples.timeMicros.filter(kept),
      isolate: samples.isolate.filter(kept),
    },
  };
  assert.equal(blockOf(waited), null);
});

test('the only line of a function is that of its blocks', () => {
  const profile = withSource(profileFromStacks([[60, '^revision:10', 'open@node']]), source);
  assert.equal(blockOf(profile), 'revision:12');
});
