import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { serialize } from 'node:v8';
import { BenchProcesses } from '../../src/engine/bench/benchProcess.ts';
import { sideOf } from '../../src/engine/bench/benchSides.ts';
import { placeInFile } from '../../src/engine/bench/placeInFile.ts';
import { recordCalls } from '../../src/engine/bench/recordCalls.ts';
import type { BenchJob, CheckedAnswers, MeasuredCalls } from '../../src/shared/benchWire.ts';
import { detail, once } from '../support/detail.ts';
import { workspaces } from './cliDriver.ts';
import { lightOptions } from './engineHarness.ts';

/** Functions of every kind, recorded in a server that calls them: each is measured, or told why not. */

const kinds = join(workspaces, 'function-kinds');
const folder = mkdtempSync(join(tmpdir(), 'bench-kinds-'));
after(() => rmSync(folder, { recursive: true }));

const expected: Record<string, { of: string; is: Partial<MeasuredCalls & CheckedAnswers> }> = {
  'a method of an object literal': { of: 'work.cjs: method(list)', is: { threw: 0 } },
  'what returns the promise of another function': {
    of: 'work.mjs: export function promisedLater',
    is: { kind: 'async', threw: 0, differing: 0 },
  },
};

const expectedInDetail: typeof expected = {
  'a static method that uses its class': { of: 'work.cjs: static total', is: { threw: 0 } },
  'a getter of an object literal': { of: 'work.cjs: get half', is: { threw: 0 } },
  'a method that calls one of its class': { of: 'work.cjs: repeats(list)', is: { threw: 0 } },
  'a function that reads what its module keeps': {
    of: 'work.cjs: function readsModuleState',
    is: { threw: 0, differing: 0, isUnsteady: false },
  },
  'a function that counts its calls in its module': {
    of: 'work.cjs: function countsUp',
    is: { threw: 0, isUnsteady: true, holdsFunctions: false },
  },
  'a closure over what a call of another makes': {
    of: 'work.cjs: const isBelow',
    is: { threw: 0, isUnsteady: false },
  },
  'a function that makes another': {
    of: 'work.cjs: function makeAdder',
    is: { isUnsteady: true, holdsFunctions: true },
  },
  'a callback': { of: 'work.cjs: function byCallback', is: { threw: 0, differing: 0 } },
  'a function that throws': { of: 'work.cjs: function alwaysThrows', is: { differing: 0 } },
  'a function that returns a Proxy': { of: 'work.cjs: function returnsProxy', is: { threw: 0 } },
  'a function that recurses deeply': {
    of: 'work.cjs: function goesDeep',
    is: { threw: 0, differing: 0 },
  },
  'a function that changes its arguments': {
    of: 'work.cjs: function mutates',
    is: { mutates: true, differing: 0 },
  },
  'a function that gets its this': { of: 'work.cjs: function usesThis', is: { threw: 0 } },
  'a function of a prototype': { of: 'work.cjs: Legacy.prototype.sum', is: { threw: 0 } },
  'a function among the exports': { of: 'work.cjs: exports.viaExports', is: { threw: 0 } },
  'an async method': { of: 'work.mjs: async total', is: { kind: 'async', threw: 0 } },
  'a generator': { of: 'work.mjs: export function* evens', is: { kind: 'generator', threw: 0 } },
  'what returns a generator': {
    of: 'work.mjs: export function iterates',
    is: { kind: 'generator', threw: 0 },
  },
  'an async generator': {
    of: 'work.mjs: export async function* pages',
    is: { kind: 'async generator', threw: 0 },
  },
  'a default export without a name': { of: 'byDefault.mjs: export default', is: { threw: 0 } },
  'an arrow function that is exported': { of: 'named.mjs: const sum', is: { threw: 0 } },
};

/** What is told of those that can't be measured, with what to do. */
const refused: Record<string, { of: string; says: RegExp }> = {
  'a function in a field of objects': {
    of: 'work.cjs: inField =',
    says: /does not make the function inField: .* Make it a method .*, or measure the server before and after/,
  },
};

const refusedInDetail: typeof refused = {
  'a function that gets a Proxy': {
    of: 'work.cjs: function takesProxy',
    says: /argument 1 can't be copied: it is a Proxy\. Write the calls once in a fixture/,
  },
  'a generator that is never consumed': {
    of: 'work.cjs: function* neverTaken',
    says: /neverTaken .* is a generator whose code the load never ran: nobody called it, or asked/,
  },
  'a generator without end': {
    of: 'work.cjs: function* endless',
    says: /^Error: endless yields without end, .* Give the line of the function that takes it/,
  },
  'a private method': {
    of: 'work.cjs: #hidden',
    says: /#hidden is private: .* Give the line of a method that calls it/,
  },
  'a closure over private names': {
    of: 'work.mjs: return list.map((each) => each * this.#taxes',
    says: /uses private names of its class.* Give the line of the method around it/,
  },
  'a method that reads private fields': {
    of: 'work.mjs: taxed(list)',
    says: /private fields of `this`, which no copy has .* gets the exports of the module/,
  },
  'a method whose name is computed': {
    of: "work.cjs: ['computed']",
    says: /name of this method is computed/,
  },
  'a function that gets a function': {
    of: 'work.cjs: function withHandler',
    says: /argument 2 can't be copied: it is a function\. Write the calls once in a fixture/,
  },
  'a closure over a function': {
    of: 'work.cjs: return (list) => {',
    says: /log, which it takes from around it, can't be copied: it is a function\. Write/,
  },
};

for (const [all, add] of [
  [expected, once],
  [expectedInDetail, detail],
] as const) {
  for (const [what, { of, is }] of Object.entries(all)) {
    void add(`measures ${what}`, async () => {
      const answers = await benched(of);
      const told = Object.fromEntries(
        Object.keys(is).map((name) => [name, answers[name as keyof typeof is]]),
      );
      assert.deepEqual(told, is, JSON.stringify(answers));
      if (what === 'a function that throws') assert.equal(answers.threw, answers.recorded);
    });
  }
}

for (const [all, add] of [
  [refused, once],
  [refusedInDetail, detail],
] as const) {
  for (const [what, { of, says }] of Object.entries(all)) {
    void add(`says why it can't measure ${what}`, () => assert.rejects(benched(of), says));
  }
}

once('keeps calls of all kinds where each second one throws', async () => {
  const { threw, recorded } = await benched('work.cjs: function throwsOnOdd');
  assert.ok(threw > 0 && threw < recorded, `${threw} of ${recorded} calls threw`);
});

detail('says so where a call waits for what never comes', async () => {
  const file = join(folder, 'never.cjs');
  writeFileSync(
    file,
    'exports.never = async function never() {\n  await new Promise(() => {});\n};',
  );
  const fixture = join(folder, 'never.mjs');
  writeFileSync(fixture, 'export const calls = [{ args: [] }];');
  const own = mkdtempSync(join(folder, 'never-'));
  const node = { execPath: process.execPath, execArgv: [], cwd: folder, env: process.env };
  const processes = new BenchProcesses(node, own, new AbortController().signal);
  const sides = [sideOf(placeInFile({ file, line: 1 }), 1, null)];
  await assert.rejects(
    processes.run({ task: 'measure', sides, callsFile: null, fixture, tier: null }),
    /waits for a promise that is never settled here/,
  );
});

detail('measures a method that reads private fields with calls of a fixture', async () => {
  const fixture = join(folder, 'calls.mjs');
  writeFileSync(
    fixture,
    'export const calls = ({ Shop }) => [{ this: new Shop(), args: [[1, 2, 3]] }];',
  );
  const answers = await benched('work.mjs: taxed(list)', fixture);
  assert.deepEqual([answers.threw, answers.differing], [0, 0]);
});

/** Records the calls of a short load, and measures them in one process. */
async function benched(
  of: string,
  fixture: string | null = null,
): Promise<MeasuredCalls & CheckedAnswers> {
  const [name = '', beginning = ''] = of.split(': ');
  const file = join(kinds, name);
  const lines = readFileSync(file, 'utf8').split('\n');
  const line = lines.findIndex((each) => each.trim().startsWith(beginning)) + 1;
  assert.ok(line > 0, of);
  const own = mkdtempSync(join(folder, 'kind-'));
  const { signal } = new AbortController();
  const run = lightOptions(kinds, { command: [process.execPath, 'server.cjs'] });
  const options = { run, file, line, against: null, fixture, writeTo: null, budgetS: 5 };
  const hooks = { onState: () => {}, onProgress: () => {}, onOutput: () => {} };
  const { recording, launched } = await recordCalls(options, run, own, hooks, signal);
  const callsFile = join(own, 'calls');
  writeFileSync(callsFile, serialize(recording.kept));
  const { execPath, execArgv, cwd } = recording;
  const processes = new BenchProcesses({ execPath, execArgv, cwd, env: launched.env }, own, signal);
  const sides = [sideOf(recording.found!, 1, null), sideOf(recording.found!, 2, null)];
  const job = { sides, callsFile: fixture === null ? callsFile : null, fixture, tier: null };
  const ask = async (task: BenchJob['task']) => (await processes.run({ task, ...job })).answer;
  const measured = await ask('measure');
  const checked = await ask('check');
  assert.ok(measured.type === 'measured' && checked.type === 'checked');
  return { ...measured, ...checked };
}
