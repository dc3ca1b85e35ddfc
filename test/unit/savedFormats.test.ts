import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Profile as Pprof } from 'pprof-format';
import { collapsedText } from '../../src/analysis/export/collapsed.ts';
import { pprofBytes } from '../../src/analysis/export/pprof.ts';
import { speedscopeText } from '../../src/analysis/export/speedscope.ts';
import type { Profile } from '../../src/analysis/profile/profile.ts';
import type { Report } from '../../src/shared/report.ts';
import { saveFormatOf, saveFormats, saveSuffixText } from '../../src/shared/saveFormats.ts';
import {
  assertSameFunctions,
  functionsOf,
  onCpuOf,
  type ReadStack,
} from '../support/functionTotals.ts';
import { hostileNames, hostileRun } from '../support/hostileRun.ts';
import { largeProfile } from '../support/largeRun.ts';
import { reportOf } from '../support/sampleRun.ts';
import { shopRun } from '../support/shopRun.ts';
import { profileFromText } from '../support/textProfile.ts';

const small = profileFromText(`
  main:1    main:2   main:1     idle  main:1     gc
  ^route:9  route:8  read:4@lib       route:8
  walk:3    gc                        walk:3
  walk:3                              walk:4
`);

test('collapsed stacks are one line for each stack of functions', () => {
  assert.equal(
    collapsedText(small, reportOf(small), '/app'),
    [
      '(garbage collector) 1',
      'main (main.js:1);read (node_modules/lib/index.js:4) 1',
      'main (main.js:1);route (main.js:8);(garbage collector) 1',
      'main (main.js:1);route (main.js:8);walk (main.js:3);walk (main.js:3) 2',
      '',
    ].join('\n'),
  );
});

test('collapsed stacks begin with the process where there are several', () => {
  const { profile, report } = hostileRun();
  const roots = linesOf(profile, report).map(({ frames }) => frames[0]);
  assert.deepEqual([...new Set(roots)].sort(), [
    '(child process 4712, src/jobs%3B%0A.js)',
    '(main process 4711)',
    '(worker thread 2 of process 4711)',
  ]);
});

test('collapsed stacks stay one frame a name and one line a stack, whatever the names', () => {
  const { profile, report } = hostileRun();
  const text = collapsedText(profile, report, '/app');
  // The form that every reader knows.
  for (const line of text.split('\n').slice(0, -1)) assert.match(line, /^[^#\s][^\p{Cc}]* \d+$/u);
  assert.ok(text.includes('a%3Bb%3Bc 7 (src/routes/orders.js:14)'));
  assert.ok(text.includes(';</script>') && text.includes('größe 计算 🔥'));
  const stacks = linesOf(profile, report).map(({ frames, value }) => ({
    frames: frames.slice(1),
    value,
  }));
  assert.equal(sumOf(stacks), onCpuOf(profile));
  assertSameFunctions(functionsOf(stacks), profile, { keyOf: collapsedKey });
});

function collapsedKey({ name, file, line }: { name: string; file: string; line: number }): string {
  const place = file.replace('/app/', '');
  return `${name} (${place}:${line})`.replace(/[;\u0000-\u001f\u2028]|^#/g, encodeURIComponent);
}

function linesOf(profile: Profile, report: Report): ReadStack[] {
  return collapsedText(profile, report, '/app')
    .split('\n')
    .slice(0, -1)
    .map((line) => {
      const end = line.lastIndexOf(' ');
      return { frames: line.slice(0, end).split(';'), value: Number(line.slice(end + 1)) };
    });
}

interface Speedscope {
  activeProfileIndex: number;
  shared: { frames: { name: string; file?: string; line?: number; col?: number }[] };
  profiles: {
    type: string;
    name: string;
    unit: string;
    startValue: number;
    endValue: number;
    samples: number[][];
    weights: number[];
  }[];
}

const speedscopeOf = (profile: Profile, report = reportOf(profile)) =>
  JSON.parse(speedscopeText(profile, report)) as Speedscope;

test('speedscope gets each stack in the order of time, with empty ones where no code ran', () => {
  const file = speedscopeOf(small);
  const [only, ...others] = file.profiles;
  assert.ok(only && others.length === 0);
  const names = only.samples.map((stack) =>
    stack.map((frame) => file.shared.frames[frame]!.name).join(' '),
  );
  assert.deepEqual(names, [
    'main route walk walk',
    'main route (garbage collector)',
    'main read',
    '',
    'main route walk walk',
    '(garbage collector)',
  ]);
  assert.deepEqual(only.weights, [1000, 1000, 1000, 1000, 1000, 1000]);
  assert.deepEqual([only.startValue, only.endValue, only.unit], [0, 6000, 'microseconds']);
  assert.deepEqual(file.shared.frames[1], { name: 'route', file: '/app/main.js', line: 8, col: 1 });
  assert.deepEqual(file.shared.frames[3], { name: '(garbage collector)' });
});

test('speedscope gets a profile for each thread that worked, over the whole window', () => {
  const { profile, report } = hostileRun();
  const file = speedscopeOf(profile, report);
  assert.deepEqual(
    file.profiles.map(({ name }) => name),
    ['main process 4711', 'worker thread 2 of process 4711', 'child process 4712, src/jobs;\n.js'],
  );
  const windowMicros = profile.windowMs * 1000;
  let whole = 0;
  const stacks: ReadStack[] = [];
  for (const { samples, weights, endValue, type } of file.profiles) {
    assert.equal(type, 'sampled');
    assert.equal(samples.length, weights.length);
    assert.ok(weights.every((weight) => Number.isInteger(weight) && weight > 0));
    assert.equal(
      weights.reduce((sum, weight) => sum + weight, 0),
      endValue,
    );
    assert.ok(Math.abs(endValue / windowMicros - 1) < 0.02, `${endValue} of ${windowMicros}`);
    assert.ok(samples.some((stack, index) => stack.length === 0 && weights[index]! > 200_000));
    samples.forEach((stack, index) => {
      if (stack.length === 0) return;
      whole += weights[index]!;
      const frames = stack.map((frame) => {
        const { name, file: path, line } = file.shared.frames[frame]!;
        return path === undefined ? name : `${name} ${path}:${line}`;
      });
      stacks.push({ frames, value: weights[index]! });
    });
  }
  assert.equal(whole, onCpuOf(profile) * 1000);
  assertSameFunctions(functionsOf(stacks), profile);
});

test('speedscope gets something to show of a server that only waited', () => {
  const waiting = profileFromText('idle idle idle');
  const { profiles, activeProfileIndex } = speedscopeOf(waiting);
  assert.deepEqual([profiles.length, activeProfileIndex], [1, 0]);
  assert.deepEqual([profiles[0]!.samples, profiles[0]!.weights], [[[]], [3000]]);
});

test('pprof has each stack with its lines, its samples and their CPU time', () => {
  const { profile } = shopRun();
  const report = reportOf(profile, { takenAt: '2026-03-04T05:06:07.000Z' });
  const { stacks, pprof, text } = readPprof(profile, report);
  assert.deepEqual(
    pprof.sampleType.map(({ type, unit }) => `${text(type)}/${text(unit)}`),
    ['samples/count', 'cpu/nanoseconds'],
  );
  assert.equal(text(pprof.defaultSampleType), 'cpu');
  assert.equal(Number(pprof.period), 1_000_000);
  assert.equal(Number(pprof.durationNanos), profile.windowMs * 1e6);
  const start = Date.parse(report.takenAt!) - profile.windowMs;
  assert.equal(BigInt(pprof.timeNanos), BigInt(start) * 1_000_000n);
  for (const { value, label } of pprof.sample) {
    assert.equal(Number(value[1]), Number(value[0]) * 1_000_000);
    assert.equal(label.length, 0);
  }
  assert.equal(sumOf(stacks), onCpuOf(profile));
  assertSameFunctions(functionsOf(stacks), profile);

  const lines = new Map<string, number>();
  for (const { value, locationId } of pprof.sample) {
    const { functionId, line } = pprof.location[Number(locationId[0]) - 1]!.line[0]!;
    const { name } = pprof.function[Number(functionId) - 1]!;
    const key = `${text(name)}:${String(line)}`;
    lines.set(key, (lines.get(key) ?? 0) + Number(value[0]));
  }
  assert.equal(lines.get('distance:52'), 95);
  assert.equal(lines.get('distance:55'), 58);
  assert.equal(lines.get('priceWithTax:22'), 210);
  assert.equal(lines.get('priceWithTax:0'), 64, 'Sparkplug has no lines, and none is made up');
});

test('pprof says with a label which process it was, and keeps every name', () => {
  const { profile, report } = hostileRun();
  const { stacks, pprof, text } = readPprof(profile, report);
  const counts = new Map<string, number>();
  for (const { label, value } of pprof.sample) {
    assert.equal(label.length, 1);
    assert.equal(text(label[0]!.key), 'process');
    const name = text(label[0]!.str);
    counts.set(name, (counts.get(name) ?? 0) + Number(value[0]));
  }
  const wanted = new Map<string, number>();
  const names = [
    'main process 4711',
    'worker thread 2 of process 4711',
    'child process 4712, src/jobs;\n.js',
  ];
  profile.samples.node.forEach((node, index) => {
    const name = names[profile.samples.isolate[index]!]!;
    if (node >= 0) wanted.set(name, (wanted.get(name) ?? 0) + 1);
  });
  assert.deepEqual(counts, wanted);
  assertSameFunctions(functionsOf(stacks), profile);
  const kept = new Set(pprof.function.map(({ systemName }) => text(systemName)));
  for (const name of hostileNames) assert.ok(kept.has(name), name);
});

test('pprof tells functions without a name apart', () => {
  const { profile } = shopRun();
  for (const fn of profile.functions.filter(({ area }) => area === 'app')) fn.name = '(anonymous)';
  const { pprof, text, stacks } = readPprof(profile, reportOf(profile));
  const names = pprof.function.map(({ name }) => text(name));
  assert.ok(names.includes('(anonymous) tax.js:20'), names.join(', '));
  assertSameFunctions(functionsOf(stacks), profile);
});

function readPprof(profile: Profile, report: Report) {
  const pprof = Pprof.decode(pprofBytes(profile, report));
  const text = (index: number | bigint) => pprof.stringTable.strings[Number(index)]!;
  const keyOf = (id: number | bigint): string => {
    const { functionId } = pprof.location[Number(id) - 1]!.line[0]!;
    const { systemName, filename, startLine } = pprof.function[Number(functionId) - 1]!;
    const file = text(filename);
    return file === '' ? text(systemName) : `${text(systemName)} ${file}:${Number(startLine)}`;
  };
  const stacks = pprof.sample.map(({ locationId, value }) => ({
    frames: locationId.map(keyOf).reverse(),
    value: Number(value[0]),
  }));
  return { pprof, text, stacks };
}

test('a profile of 150,000 nodes keeps its totals in each format', () => {
  const profile = largeProfile(150_000);
  const report = reportOf(profile);
  assertSameFunctions(functionsOf(readPprof(profile, report).stacks), profile);
  const whole = linesOf(profile, report).reduce((sum, { value }) => sum + value, 0);
  assert.equal(whole, onCpuOf(profile));
  const [only] = speedscopeOf(profile).profiles;
  assert.equal(only!.endValue, onCpuOf(profile) * 1000);
});

test('the end of a name says the format', () => {
  assert.equal(saveFormatOf('/a/b.SpeedScope.json'), 'speedscope');
  assert.equal(saveFormatOf('a.pb.gz'), 'pprof');
  assert.equal(saveFormatOf('a.folded'), 'collapsed');
  for (const name of ['a.json', 'a', 'a.gz', 'html']) assert.equal(saveFormatOf(name), null, name);
  const suffixes = saveFormats.flatMap((each) => each.suffixes);
  assert.equal(new Set(suffixes).size, suffixes.length);
  for (const suffix of suffixes) assert.ok(saveSuffixText().includes(suffix));
});

function sumOf(stacks: readonly ReadStack[]): number {
  return stacks.reduce((sum, { value }) => sum + value, 0);
}
