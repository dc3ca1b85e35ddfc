import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IsolateLog } from '../../src/analysis/log/isolateLog.ts';
import { V8LogReader } from '../../src/analysis/log/v8LogReader.ts';
import { mergeProfile } from '../../src/analysis/merge/mergeProfile.ts';
import { buildReport } from '../../src/analysis/report/buildReport.ts';
import { reportFromJson } from '../../src/analysis/report/reportJson.ts';
import type { FunctionReport } from '../../src/shared/report.ts';
import type { TierStory } from '../../src/shared/tierStory.ts';
import { changeTimeText, changeText, whyText } from '../../src/shared/tierStoryText.ts';
import { reportOf } from '../support/sampleRun.ts';

/** Where the window begins in the logs below, by V8's clock. */
const startMicros = 1_000_000;
const windowMs = 1000;

const source = `function work() {\\n  return part();\\n}\\nfunction part() {\\n  return 1;\\n}`;
const head = `v8-version,13,6,233,17,-node.53,0
profiler,begin,1000
script-source,7,/app/a.js,${source}
code-creation,BytecodeHandler,0,11,0x2000,256,LdaNamedProperty
code-creation,JS,9,20,0xa000,100,work /app/a.js:1:14,0xf00,~
code-source-info,0xa000,7,13,34,C0O20,,
code-creation,JS,9,21,0xb000,80,part /app/a.js:4:14,0xf08,~
code-source-info,0xb000,7,48,66,C0O54,,
`;

/** `count` samples with a pc, from a moment of the window on, each a millisecond after the other. */
function ticks(pc: string, fromMs: number, count: number): string {
  return Array.from({ length: count }, (_, i) => {
    return `tick,${pc},${startMicros + (fromMs + i) * 1000},0,0x0,0\n`;
  }).join('');
}

const at = (ms: number): number => startMicros + ms * 1000;
const compiled = (
  mark: string,
  address: string,
  ms: number,
  of = 'work /app/a.js:1:14,0xf00',
): string => `code-creation,JS,12,${at(ms)},${address},512,${of},${mark}\n`;
const inWork = (address: string): string => `code-source-info,${address},7,13,34,C0O20,,\n`;
const deopt = (address: string, ms: number, reason: string): string =>
  `code-deopt,${at(ms)},512,${address},-1,20,deopt-eager,</app/a.js:2:10>,${reason}\n`;
/** Samples of interpreted code: the handler's pc, with bytecode of \`work\` on the stack. */
const interpreted = (fromMs: number, count: number): string =>
  ticks('0x2010', fromMs, count).replaceAll(',0x0,0\n', ',0x0,0,0xa010\n');

async function functionsOf(log: string): Promise<FunctionReport[]> {
  const isolate = new IsolateLog();
  const reader = new V8LogReader(isolate);
  reader.push(new TextEncoder().encode(log));
  reader.end();
  assert.equal(reader.garbageLines, 0);
  const profile = await mergeProfile(
    [
      {
        ...{ log: isolate, pid: 1, threadId: 0, role: 'main' },
        windowOffsetMicros: -startMicros,
      },
    ],
    {
      ...{ windowMs, intervalMicros: 1000, startedAtMs: 0, workspaceFolders: ['/app'] },
      files: { read: () => Promise.resolve(null), exists: () => false, changedMs: () => null },
    },
  );
  const report = JSON.parse(JSON.stringify(reportOf(profile))) as unknown;
  assert.deepEqual(reportFromJson(report), report);
  return buildReport(profile, new Set(['app'])).functions;
}

async function storyOf(log: string, name = 'work'): Promise<TierStory> {
  const found = (await functionsOf(log)).find((each) => each.name === name);
  assert.ok(found?.story, `no story of ${name}`);
  return found.story;
}

const timeline = ({ changes }: TierStory): string[] =>
  changes.map((change) => {
    const what =
      change.type === 'deopt' ? change.from : change.type === 'compiled' ? change.tier : '';
    return `${change.atMs} ${change.type} ${what}`.trim();
  });

test('tells the changes of a function by the window’s clock, warm-up before zero', async () => {
  const story = await storyOf(
    head +
      compiled('^', '0xc000', -500) +
      compiled("*'", '0xd000', -400) +
      inWork('0xd000') +
      deopt('0xd000', 200.5, 'wrong map') +
      interpreted(201, 60) +
      compiled("+'", '0xe000', 300) +
      inWork('0xe000') +
      ticks('0xe010', 301, 300) +
      compiled("*'", '0xf000', 1200),
  );
  assert.deepEqual(timeline(story), [
    '-999.98 compiled ignition',
    '-500 compiled sparkplug',
    '-400 compiled turbofan',
    '200.5 deopt turbofan',
    '300 compiled maglev',
  ]);
  assert.equal(story.lastTier, 'maglev');
  assert.equal(story.notOptimized, null);
  assert.equal(story.ownSamples, 360);
  const lost = story.changes.find((change) => change.type === 'deopt');
  assert.deepEqual(lost?.type === 'deopt' && lost.deopt, {
    ...{ reason: 'wrong map', kind: 'deopt-eager' },
    ...{ file: '/app/a.js', line: 2, column: 3 },
  });
});

test('counts own samples by tier in slices of the window', async () => {
  const { slices } = await storyOf(
    head + interpreted(0, 100) + compiled('*', '0xd000', 100) + ticks('0xd010', 100, 150),
  );
  assert.ok(slices);
  assert.equal(slices.sliceMs, 50);
  assert.deepEqual(slices.ignition.slice(0, 4), [50, 50, 0, 0]);
  assert.deepEqual(slices.turbofan.slice(0, 6), [0, 0, 50, 50, 50, 0]);
  for (const list of [slices.ignition, slices.sparkplug, slices.maglev, slices.turbofan]) {
    assert.equal(list.length, 20);
  }
  const few = await storyOf(head + interpreted(0, 30));
  assert.equal(few.slices, null);
});

test('says whose code held the samples of an inlined function', async () => {
  const story = await storyOf(
    head +
      compiled('*', '0xd000', -10) +
      'code-source-info,0xd000,7,13,34,C0O54I0,F0O28,S0xf08\n' +
      ticks('0xd010', 0, 30) +
      compiled('*', '0xe000', 40, 'part /app/a.js:4:14,0xf08') +
      'code-source-info,0xe000,7,48,66,C0O54,,\n' +
      ticks('0xe010', 41, 10),
    'part',
  );
  assert.equal(story.ownSamples, 40);
  assert.deepEqual(story.inlinedInto, [
    { name: 'work', file: '/app/a.js', line: 1, column: 14, share: 0.75 },
  ]);
});

test('code for a running loop is not what calls enter', async () => {
  const loop = compiled('o*', '0xd000', 10) + inWork('0xd000') + ticks('0xd010', 11, 100);
  const story = await storyOf(head + loop + deopt('0xd000', 120, 'overflow'));
  assert.equal(story.lastTier, 'ignition');
  assert.deepEqual(
    story.changes.map((change) => change.type !== 'disabled' && (change.onStack ?? false)),
    [false, true, true],
  );
});

test('a deopt of older code changes nothing', async () => {
  const story = await storyOf(
    head +
      compiled('+', '0xd000', 10) +
      inWork('0xd000') +
      compiled('*', '0xe000', 20) +
      inWork('0xe000') +
      ticks('0xe010', 21, 40) +
      deopt('0xd000', 70, 'wrong map'),
  );
  assert.equal(story.lastTier, 'turbofan');
});

test('keeps the first and the last of very many changes', async () => {
  const rounds = Array.from({ length: 200 }, (_, i) => {
    return compiled('*', '0xd000', i * 4) + inWork('0xd000') + deopt('0xd000', i * 4 + 2, 'hole');
  });
  const story = await storyOf(head + interpreted(0, 100) + rounds.join(''));
  assert.equal(story.changes.length + story.changesLeftOut, 401);
  assert.equal(story.changes.length, 48);
  assert.equal(timeline(story)[0], '-999.98 compiled ignition');
  assert.equal(timeline(story).at(-1), '798 deopt turbofan');
  assert.equal(story.notOptimized?.type, 'deopt-loop');
  assert.match(whyText(story.notOptimized), /: 200 times within the measured time\./);
});

const why = async (log: string) => (await storyOf(log)).notOptimized;

test('tells why it is not optimized: too large', async () => {
  const large = head.replace('0xa000,100,work', '0xa000,70000,work').replace('0xb000', '0x9b000');
  assert.deepEqual(await why(large + interpreted(0, 100)), {
    ...{ type: 'too-large', bytecodeBytes: 70_000, limitBytes: 61_440 },
  });
});

test('the marker says it in a few words', async () => {
  const large = head.replace('0xa000,100,work', '0xa000,70000,work').replace('0xb000', '0x9b000');
  const [work] = await functionsOf(large + interpreted(0, 100));
  assert.equal(
    work?.reason,
    '100 % of its own time ran in ignition, the interpreter: too large to optimize (70.0 kB of bytecode)',
  );
});

test('tells why it is not optimized: V8 gave up', async () => {
  const reason = 'Optimized graph construction failed';
  const gaveUp = `code-disable-optimization,work,${reason}\n`;
  assert.deepEqual(await why(head + interpreted(0, 50) + gaveUp + interpreted(50, 100)), {
    type: 'disabled',
    reason,
  });
  const namesake = 'code-creation,JS,9,30,0x7000,90,work /app/b.js:1:1,0xf90,~\n';
  const unclear = await why(head + namesake + interpreted(0, 50) + gaveUp + interpreted(50, 100));
  assert.equal(unclear?.type, 'unknown', 'V8 gives a name that two have');
});

test('tells why it is not optimized: made anew, optimized late, ran seldom', async () => {
  const anew = Array.from({ length: 30 }, (_, i) => {
    return `code-creation,JS,9,${at(i * 9)},0xa000,100,work /app/a.js:1:14,0xf00,~\n${inWork('0xa000')}${interpreted(i * 9, 5)}`;
  });
  assert.deepEqual(await why(head + anew.join('')), {
    type: 'never-hot',
    evidence: { type: 'made-anew', count: 30 },
  });

  const late = interpreted(0, 500) + compiled('*', '0xd000', 600) + ticks('0xd010', 610, 100);
  assert.deepEqual(await why(head + late), {
    type: 'never-hot',
    evidence: { type: 'optimized-late', atMs: 600 },
  });

  const wide = head.replace('0xa000,100,work', '0xa000,9000,work').replace('0xb000', '0x9b000');
  assert.deepEqual(await why(wide + interpreted(0, 30)), {
    type: 'never-hot',
    evidence: { type: 'ran-seldom', bytecodeBytes: 9000, runMs: 30 },
  });
});

test('tells why it is not optimized: one deopt, and not again or late', async () => {
  const lost = compiled('*', '0xd000', -90) + inWork('0xd000') + deopt('0xd000', -50, 'not a Smi');
  const never = await why(head + lost + interpreted(0, 200));
  assert.equal(never?.type, 'deopted');
  assert.deepEqual(never?.type === 'deopted' && [never.atMs, never.againAtMs], [-50, null]);
  const again = compiled('*', '0xe000', 300) + inWork('0xe000') + ticks('0xe010', 301, 50);
  const late = await why(head + lost + interpreted(0, 200) + again);
  assert.deepEqual(late?.type === 'deopted' && [late.atMs, late.againAtMs], [-50, 300]);
});

test('says that V8 did not say why', async () => {
  assert.deepEqual(await why(head + interpreted(0, 300)), { type: 'unknown' });
});

test('says nothing of an optimized function, nor of few samples without a marker', async () => {
  assert.equal(await why(head + compiled('*', '0xd000', -5) + ticks('0xd010', 0, 50)), null);
});

test('functions without a real share have no story', async () => {
  const other = compiled('*', '0xe000', -5, 'part /app/a.js:4:14,0xf08');
  const functions = await functionsOf(
    head + compiled('*', '0xd000', -5) + other + ticks('0xd010', 0, 900) + ticks('0xe010', 900, 2),
  );
  assert.deepEqual(
    functions.map(({ name, story }) => [name, story !== undefined]),
    [
      ['work', true],
      ['part', false],
    ],
  );
});

test('puts changes and reasons in words', async () => {
  const { changes } = await storyOf(
    head +
      compiled('o+', '0xd000', -1.5) +
      inWork('0xd000') +
      deopt('0xd000', 2100, 'wrong map') +
      deopt('0xd000', 700, 'wrong map') +
      interpreted(0, 40),
  );
  assert.deepEqual(changes.map(changeText), [
    'Made ready for ignition, the interpreter (100 B)',
    'Compiled by maglev, the quick optimizing compiler (512 B), for a loop that was running',
    'Deoptimized: its maglev code of a running loop was thrown away, wrong map',
  ]);
  assert.equal(changeTimeText(changes[2]!.atMs), '700 ms into the measured time');
  assert.equal(changeTimeText(changes[1]!.atMs), '2 ms before the measured time');
});
