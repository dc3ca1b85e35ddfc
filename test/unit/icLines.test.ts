import assert from 'node:assert/strict';
import { test } from 'node:test';
import { transformSync } from 'esbuild';
import { IsolateLog } from '../../src/analysis/log/isolateLog.ts';
import { V8LogReader } from '../../src/analysis/log/v8LogReader.ts';
import { mergeProfile } from '../../src/analysis/merge/mergeProfile.ts';
import type { Profile } from '../../src/analysis/profile/profile.ts';
import { buildReport } from '../../src/analysis/report/buildReport.ts';
import type { IcReport } from '../../src/shared/report.ts';

/** A log as V8 writes it, of one function `sum` of `/app/a.js`, whose bytecode is at 0xa000. */
function logOf(source: string, at: string, lines: string): string {
  const text = source.replace(/[\\\n,]/g, (char) => escapes[char]!);
  const offset = source.indexOf(at);
  return `v8-version,13,6,233,17,-node.53,0
profiler,begin,1000
script-source,7,/app/a.js,${text}
code-creation,JS,9,20,0xa000,100,sum /app/a.js:1:13,0xf00,~
code-source-info,0xa000,7,12,${source.length},C0O${offset}C40O${source.length - 2},,
code-creation,JS,12,30,0xc000,512,route /app/a.js:1:1,0xf10,*
code-source-info,0xc000,7,12,${source.length},C0O${offset}I0,F0O1,S0xf00
${lines}tick,0xdead,5000,0,0x0,0,0xa003
`;
}

const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', ',': '\\x2C' };

async function profileOf(text: string, windowMs = 100): Promise<Profile> {
  const log = new IsolateLog();
  const reader = new V8LogReader(log);
  reader.push(new TextEncoder().encode(text));
  reader.end();
  assert.equal(reader.garbageLines, 0);
  const isolate = { pid: 1, threadId: 0, role: 'main' as const, log, windowOffsetMicros: 0 };
  return mergeProfile([isolate], {
    ...{ windowMs, intervalMicros: 1000, startedAtMs: 0, workspaceFolders: ['/app'] },
    files: { read: () => Promise.resolve(null), exists: () => false, changedMs: () => null },
  });
}

async function icsOf(text: string, windowMs?: number): Promise<IcReport[]> {
  const { lines } = buildReport(await profileOf(text, windowMs), new Set(['app']));
  return lines.flatMap(({ ics }) => ics ?? []);
}

const source = 'function sum(rows) {\n  return rows.price;\n}\n';
const load = (micros: number, from: string, to: string, map: string, pc = '0xa003'): string =>
  `LoadIC,${pc},${micros},2,14,${from},${to},${map},price,,\n`;

test('says the state at the end of the window, and no later one', async () => {
  const lines =
    load(1000, '0', '1', '0x10') + load(2000, '1', 'P', '0x20') + load(90_000, 'P', 'N', '0x30');
  const [before] = await icsOf(logOf(source, 'price', lines), 80);
  assert.equal(before?.state, 'polymorphic');
  assert.equal(before.shapeCount, 2);
  const [after] = await icsOf(logOf(source, 'price', lines), 100);
  assert.equal(after?.state, 'megamorphic');
  assert.equal(after.shapeCount, 3);
  assert.equal(after.property, 'price');
  assert.equal(after.kind, 'load');
});

test('forgets what V8 has dropped', async () => {
  const lines =
    load(1000, '0', '1', '0x10') + load(2000, '1', 'P', '0x20') + load(3000, '0', '1', '0x20');
  const [ic] = await icsOf(logOf(source, 'price', lines));
  assert.deepEqual([ic?.state, ic?.shapeCount], ['monomorphic', 1]);
});

test('counts each miss of a megamorphic access within the window', async () => {
  const misses = [1500, 2500, 50_000, 99_000].map((micros) => load(micros, 'N', 'N', '0x10'));
  const lines = load(1000, 'P', 'N', '0x10') + misses.join('');
  const [ic] = await icsOf(logOf(source, 'price', lines), 60);
  assert.deepEqual([ic?.misses, ic?.shapeCount], [3, 1]);
});

test('places an access of inlined code in the function that holds it', async () => {
  // The pc of optimized code is that behind the call.
  const [ic] = await icsOf(logOf(source, 'price', load(1000, 'P', 'N', '0x10', '0xc011')));
  assert.equal(ic?.column, source.split('\n')[1]!.indexOf('price') + 1);
});

async function shapesOf(lines: string, ...maps: string[]): Promise<string[] | undefined> {
  const loads = maps.map((map, at) =>
    load(1000 + at, at === 0 ? '0' : 'P', at === 0 ? '1' : 'P', map),
  );
  const [ic] = await icsOf(logOf(source, 'price', lines + loads.join('')));
  assert.equal(ic?.shapeCount, maps.length);
  return ic.shapes;
}

test('says of shapes which properties they have, in their order', async () => {
  const maps = `map,InitialMap,100,0x0,0x1,0x0,-1,-1,,Object
map,Transition,101,0x1,0x2,0x0,-1,-1,,id
map,Transition,102,0x2,0x10,0x0,-1,-1,,price
map,Transition,103,0x1,0x3,0x0,-1,-1,,price
map,Transition,104,0x3,0x20,0x0,-1,-1,,a\\x2Cb
map,Normalize,105,0x20,0x30,0x0,-1,-1,slow,
map-move,106,0x10,0x40
map-details,107,0x40,
map-create,108,0x50
map,InitialMap,109,0x0,0x60,0x0,-1,-1,,Row
map,Transition,110,0x60,0x61,0x0,-1,-1,,symbol("kState" hash 1f)
map,ReplaceDescriptors,111,0x61,0x62,0x0,-1,-1,CopyAsPrototype,
`;
  assert.deepEqual(await shapesOf(maps, '0x40', '0x20', '0x30', '0x50', '0x62', '0x1'), [
    '{ id, price }',
    '{ price, a,b }',
    'a dictionary',
    'Row { [kState] }',
    '{}',
  ]);
});

test('says where the first properties of a shape are not known, and cuts long lists', async () => {
  const names = [...'abcdefgh'].map((name) => name.repeat(name === 'b' ? 40 : 1));
  const maps = names.map(
    (name, at) => `map,Transition,1,0x${at + 1},0x${at + 2},0x0,-1,-1,,${name}\n`,
  );
  assert.deepEqual(await shapesOf(maps.join(''), '0x2', '0x9'), [
    '{ …, a }',
    `{ …, a, ${'b'.repeat(31)}…, c, d, e, … 3 more }`,
  ]);
});

test('reads how V8 describes the shapes that Node.js starts with', async () => {
  const described = (map: string, type: string, text: string): string =>
    `map-details,90,${map},${map}: [Map]\\n - type: ${type}\\n - instance size: 40\\n${text}\\n\n`;
  const constructor = (name: string): string =>
    ` - constructor: 0x08ba0d60c4f1 <JSFunction ${name} (sfi = 0x2a21c71d1a21)>\\n\\n`;
  const field = 'data field 0:h\\x2C p: 0\\x2C attrs: [WEC]) @ Any\\n';
  const lines = [
    described(
      '0x10',
      'JS_OBJECT_TYPE',
      `${constructor('Object')}  [0]: 0x2a21: [String] in ReadOnlySpace: #name (const ${field}  [1]: 0x2a29: [String]: #a b (${field}`,
    ),
    described(
      '0x20',
      'JS_OBJECT_TYPE',
      `${constructor('Socket')}  [0]: 0x2a21 <Symbol: kState> (const ${field}`,
    ),
    described('0x30', 'SEQ_ONE_BYTE_STRING_TYPE', ''),
    described('0x40', 'JS_ARRAY_TYPE', constructor('Array')),
    described('0x50', 'JS_OBJECT_TYPE', ` - dictionary_map\\n${constructor('Object')}`),
    described('0x60', 'JS_OBJECT_TYPE', ''),
    'map,Transition,103,0x10,0x70,0x0,-1,-1,,price\n',
  ];
  assert.deepEqual(
    await shapesOf(lines.join(''), '0x10', '0x20', '0x30', '0x40', '0x50', '0x60', '0x70'),
    [
      '{ name, a b }',
      'Socket { [kState] }',
      'a string',
      'an array',
      'a dictionary',
      '{ name, a b, price }',
    ],
  );
});

test('counts the names that a keyed access was asked for, but no array indexes', async () => {
  const lines = ['name', 'sku', '17', 'name', 'symbol("x" hash 1f)'].map(
    (key, at) => `KeyedLoadIC,0xa003,${1000 + at},2,14,1,${at > 0 ? 'N' : '1'},0x10,${key},,\n`,
  );
  const [ic] = await icsOf(logOf(source, 'price', lines.join('')));
  assert.deepEqual([ic?.kind, ic?.property, ic?.keyCount], ['keyed-load', '', 3]);
});

/** Samples by line: one in JavaScript, two under a builtin whose caller V8 did not log. */
async function lookUps(builtin: string, lines: string): Promise<Record<number, number>> {
  const text = 'function sum(rows) {\n  const a = rows;\n  return a.price;\n}\n';
  const [first, second] = [text.indexOf('const'), text.indexOf('price')];
  const ticks = ['0xa003', '0x1010', '0x1010'].map((pc) => `tick,${pc},6000,0,0x0,0,0xb005\n`);
  const log = `v8-version,13,6,233,17,-node.53,0
profiler,begin,1000
script-source,7,/app/a.js,${text.replace(/\n/g, '\\n')}
code-creation,Builtin,2,10,0x1000,256,${builtin}
code-creation,JS,9,20,0xb000,100,main /app/a.js:1:1,0xf20,~
code-source-info,0xb000,7,0,40,C0O1,,
code-creation,JS,9,20,0xa000,100,sum /app/a.js:1:13,0xf00,~
code-source-info,0xa000,7,12,${text.length},C0O${first}C40O${second},,
${lines}${ticks.join('')}`;
  const { lines: hot, onCpu } = buildReport(await profileOf(log), new Set(['app']));
  const own = hot.filter(({ self }) => self > 0);
  return Object.fromEntries(own.map(({ line, self }) => [line, Math.round(self * onCpu)]));
}

test('places a look-up whose caller V8 did not log where the function has its megamorphic access', async () => {
  const one = load(1000, 'P', 'N', '0x10', '0xa029');
  assert.deepEqual(await lookUps('LoadIC_Megamorphic', one), { 2: 1, 3: 2 });
  // Not where it is another builtin, has another state, or may be on two lines.
  assert.deepEqual(await lookUps('KeyedLoadIC_Megamorphic', one), { 2: 3 });
  assert.deepEqual(await lookUps('ArrayPrototypeConcat', one), { 2: 3 });
  const few = load(1000, '1', 'P', '0x10', '0xa029');
  assert.deepEqual(await lookUps('LoadIC_Megamorphic', few), { 2: 3 });
  const two = one + `LoadIC,0xa003,1000,1,14,P,N,0x10,id,,\n`;
  assert.deepEqual(await lookUps('LoadIC_Megamorphic', two), { 2: 3 });
});

test('leaves out accesses without feedback, global variables and lines without time', async () => {
  const lines = `${load(1000, 'X', 'X', '0x10')}LoadGlobalIC,0xa003,1001,2,1,0,1,0x10,Math,,
${load(1002, '0', '1', '0x10', '0xa029')}${load(1003, '0', '1', '0x10', '0x99')}`;
  assert.deepEqual(await icsOf(logOf(source, 'price', lines)), []);
});

test('places an access in the TypeScript that a person wrote', async () => {
  const typed = `interface Row {
  price: number;
}

export function sum(rows: Row): number {
  // The longer the comment, the further the line is from that of the script.
  return rows.price;
}
`;
  const { code } = transformSync(typed, {
    ...{ loader: 'ts', sourcemap: 'inline', sourcefile: '/app/a.ts', minify: true },
  });
  const at = code.indexOf('.price') + 1;
  assert.ok(at > 0);
  const text = logOf(code, code.slice(at), load(1000, 'P', 'N', '0x10'));
  const { lines } = buildReport(await profileOf(text), new Set(['app']));
  const [line] = lines.filter(({ ics }) => ics);
  assert.deepEqual([line?.file, line?.line], ['/app/a.ts', 7]);
  assert.equal(line?.ics?.[0]?.state, 'megamorphic');
});
