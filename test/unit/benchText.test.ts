import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareCalls } from '../../src/analysis/compare/compareCalls.ts';
import { clockOf, figuresOf } from '../../src/engine/bench/figures.ts';
import { predictRequest } from '../../src/engine/bench/predictRequest.ts';
import { benchActions } from '../../src/host/bench/benchActions.ts';
import type {
  BenchFigures,
  BenchProblem,
  BenchReport,
  BenchShapes,
  MetShapes,
} from '../../src/shared/bench.ts';
import { shapesSentence } from '../../src/shared/benchShapes.ts';
import type { CallTimes, MeasuredCalls } from '../../src/shared/benchWire.ts';
import { keptBench } from '../../src/shared/benchPanelWire.ts';
import { figureRows, loadRows } from '../../src/shared/benchRows.ts';
import { benchHeadline } from '../../src/shared/benchText.ts';
import { benchReport, comparedReport, figures } from '../support/benchReports.ts';

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

function rows(changed: Partial<BenchFigures>, report: BenchReport = benchReport()) {
  const all = figureRows({ ...figures, ...changed }, report);
  return Object.fromEntries(all.map(({ what, text }) => [what, plain(text)]));
}

function headline(report: BenchReport): string {
  const { text, isOpen } = benchHeadline(report);
  return `${isOpen ? 'open: ' : ''}${plain(text)}`;
}

test('a time stands beside its proof, its tier and what was counted', () => {
  assert.deepEqual(rows({}), {
    'Per call': '1.24 µs of CPU time (1.22 µs to 1.27 µs)',
    Proof:
      'Its results were used; an empty function takes 3.10 ns in the same loop, which is taken off.',
    Tier: 'same tier as under load, turbofan',
    Allocated: '48 B per call',
    Deoptimized: 'none',
  });
  const deopts = [
    { reason: 'wrong map', line: 5, count: 3 },
    { reason: 'not a Smi', line: 6, count: 1 },
  ];
  const tiers = [{ tier: 'maglev' as const, processes: 6 }];
  const other = rows({ clock: 'wall', tiers, isSameTier: false, bytesPerCall: null, deopts });
  assert.equal(other['Per call'], '1.24 µs by the clock (1.22 µs to 1.27 µs)');
  assert.equal(other['Tier'], 'maglev here, but turbofan under load');
  assert.equal(other['Allocated'], 'not known on this Node.js per call');
  assert.equal(other['Deoptimized'], 'wrong map at line 5 (3 times); not a Smi at line 6');
});

test('processes in several tiers are counted, and are no sequence', () => {
  const tiers = [
    { tier: 'turbofan' as const, processes: 5 },
    { tier: 'sparkplug' as const, processes: 1 },
  ];
  const inTiers = 'turbofan in 5 of 6 processes, sparkplug in 1';
  assert.equal(rows({ tiers }, benchReport({ underLoad: null }))['Tier'], inTiers);
  const other = rows({ tiers, isSameTier: false });
  assert.equal(other['Tier'], `${inTiers}; under load turbofan`);
});

test('what V8 has removed has no time', () => {
  const nothing: Partial<BenchFigures> = { nsPerCall: null, elimination: 'nothing-left' };
  assert.equal(rows(nothing)['Per call'], 'no time');
  const measured = { ...figures, ...nothing };
  assert.match(headline(benchReport({ measured })), /^open: A call takes no longer than one of an/);
});

test('work is said to be removed only where nothing else explains that it takes no time', () => {
  const times = { nsPerCall: 0.1, emptyNs: 3, emptyDeviationNs: 0.2 };
  const by = (cpu: CallTimes) => ({ wall: cpu, cpu });
  const calls: MeasuredCalls = {
    kind: 'function',
    ...{ ...by(times), leastWallNs: 3, bytesPerCall: 0, tiers: ['turbofan'] },
    ...{ knownTiers: [], isTierReached: true, calls: 1, recorded: 1, threw: 0, error: null },
    ...{ mutates: false, returnsNothing: false, plainClasses: [] },
  };
  const eliminationOf = (...changed: Partial<MeasuredCalls & CallTimes>[]) => {
    const processes = [0, 1, 2, 3].map((order) => {
      const { nsPerCall, emptyDeviationNs, ...other } = {
        ...times,
        ...changed[order % changed.length],
      };
      const measured = by({ ...times, nsPerCall, emptyDeviationNs });
      return { order, calls: { ...calls, ...measured, ...other }, deopts: [] };
    });
    const { nsPerCall, elimination } = figuresOf(processes, true, clockOf(processes));
    return `${elimination}${nsPerCall ? ' with a time' : ''}`;
  };
  assert.equal(eliminationOf({}), 'nothing-left');
  assert.equal(eliminationOf({ nsPerCall: 90, emptyDeviationNs: 60 }), 'within-noise');
  assert.equal(eliminationOf({ bytesPerCall: 144 }), 'within-noise');
  assert.equal(eliminationOf({ nsPerCall: 40 }, { nsPerCall: 1 }), 'within-noise');
  assert.equal(eliminationOf({ nsPerCall: 90 }), 'measured with a time');
  assert.equal(
    eliminationOf({ nsPerCall: 90, returnsNothing: true }),
    'may-be-removed with a time',
  );
});

test('what helps a comparison of functions is about processes and calls, not about a load', () => {
  const helpOf = (far: number) => {
    const times = (ns: number[]) =>
      ns.map((each, index) => ({ order: 4 * index, nsPerCall: each }));
    const { verdict } = compareCalls(
      times([100, 100, 100, 100]),
      times([100, 100 + far, 100, 100 - far]).map((each) => ({ ...each, order: each.order + 1 })),
    );
    return verdict.kind === 'cannot-tell' ? verdict.help : verdict.kind;
  };
  assert.match(helpOf(2), /About \d+ pairs of processes would do, or a quieter machine\.$/);
  assert.match(helpOf(60), /A quieter machine would help, or calls that have more to do\.$/);
});

test('the calls that were measured are told apart from those of a fixture', () => {
  const texts = (report: BenchReport) => loadRows(report).map(({ text }) => plain(text));
  const inAll = '11 000 calls in 1 000 requests';
  assert.deepEqual(texts(benchReport()), [
    `43 of ${inAll}, one in 256`,
    '40.0 % of the CPU time of a request',
  ]);
  const recording = { ...benchReport().recording!, isUsed: false };
  assert.deepEqual(texts(benchReport({ recording, underLoad: null })), [inAll]);
  assert.deepEqual(texts(benchReport({ recording: null, underLoad: null })), []);
});

test('the headline is the verdict, or the reason that there is none', () => {
  const compared = comparedReport();
  assert.equal(headline(compared), 'Faster: 48–52 % less CPU time per call.');
  const all = { calls: 43, isUnsteady: false, holdsFunctions: false, differences: [] };
  const differing = { ...all, differing: 2 };
  assert.equal(
    headline({ ...compared, answers: differing }),
    'open: No verdict: both answer differently on 2 of 43 calls.',
  );
  const rival = { ...compared.rival!, elimination: 'may-be-removed' as const };
  assert.match(
    headline({ ...compared, rival, comparison: null }),
    /^open: No verdict: V8 may have removed work in one of them\./,
  );
  assert.equal(
    headline(benchReport()),
    '1.24 µs of CPU time (1.22 µs to 1.27 µs) per call: same tier as under load, turbofan.',
  );
  const left = { ...figures, elimination: 'may-be-removed' as const };
  assert.match(
    headline(benchReport({ measured: left })),
    /^open: 1\.24 µs .* per call for what V8 left of it: /,
  );
});

test('shapes are as in the server, or differ where V8 is in another state', () => {
  const one = { state: 'monomorphic', shapeCount: 1 } as const;
  const three = { state: 'polymorphic', shapeCount: 3 } as const;
  const many = { state: 'megamorphic', shapeCount: 9 } as const;
  const access = (property: string, underLoad: MetShapes, here: MetShapes | null) => {
    return { kind: 'load', property, underLoad, here } as const;
  };
  const same: BenchShapes = {
    kind: 'known',
    accesses: [access('price', three, three), access('', one, one)],
  };
  assert.equal(shapesSentence(same), 'as in the server: .price 3 shapes, […] one shape');
  const twice: BenchShapes = { kind: 'known', accesses: [...same.accesses, ...same.accesses] };
  assert.equal(shapesSentence(twice), shapesSentence(same));
  const other: BenchShapes = {
    kind: 'known',
    accesses: [...same.accesses, access('kind', many, one), access('id', one, null)],
  };
  assert.equal(
    shapesSentence(other),
    'differ: .kind met more shapes than V8 tells apart in the server, one shape here, .id met one shape in the server, nothing here',
  );
  const four: BenchShapes = {
    kind: 'known',
    accesses: [access('price', three, { ...three, shapeCount: 4 })],
  };
  assert.equal(shapesSentence(four), 'differ: .price met 3 shapes in the server, 4 shapes here');
  const report = comparedReport();
  const predict = (shapes: BenchShapes | null) =>
    predictRequest(report.underLoad, figures, report.comparison!, 'function', shapes).kind;
  assert.deepEqual([null, same, four, other].map(predict), [
    'change',
    'change',
    'change',
    'cannot-tell',
  ]);
});

test('a call that waits outside of JavaScript tells nothing of the CPU time of a request', () => {
  const report = comparedReport();
  const predicted = (waitsNs: number | null) =>
    predictRequest(report.underLoad, { ...figures, waitsNs }, report.comparison!, 'function', null);
  assert.equal(predicted(null).kind, 'change');
  assert.equal(predicted(4e6).kind, 'cannot-tell');
});

test('a function that V8 optimizes again and again in the server predicts nothing', () => {
  const { underLoad, comparison } = comparedReport();
  const predicted = (isDeoptLoop: boolean) =>
    predictRequest({ ...underLoad!, isDeoptLoop }, figures, comparison!, 'function', null).kind;
  assert.deepEqual([false, true].map(predicted), ['change', 'cannot-tell']);
});

test('a call that takes another time in the server predicts nothing where that counts', () => {
  const report = comparedReport();
  const predict = (ns: number, judged: 'rival' | 'measured', percent: number, share = 0.4) => {
    const nsPerCall = { estimate: ns, low: 0.98 * ns, high: 1.02 * ns };
    const change = { percent, lowPercent: percent - 1, highPercent: percent + 1 };
    return predictRequest(
      { ...report.underLoad!, share, shareLow: 0.95 * share, shareHigh: 1.05 * share, nsPerCall },
      figures,
      { ...report.comparison!, change, judged },
      'function',
      null,
    ).kind;
  };
  // A call takes 1,240 ns here.
  assert.equal(predict(1000, 'rival', -50), 'change');
  assert.equal(predict(600, 'rival', -50), 'cannot-tell');
  // A function that got twenty times as fast has few samples left, on which the whole gain rests.
  assert.equal(predict(1000, 'measured', -95, 0.02), 'change');
  assert.equal(predict(400, 'measured', -95, 0.02), 'cannot-tell');
  // Slower by so much that the rest of the request would be less than nothing by the time here.
  assert.equal(predict(400, 'measured', 900), 'cannot-tell');
  // Nothing of a nothing is told as such.
  assert.equal(predict(600, 'rival', -1), 'change');
});

test('each problem of a benchmark has a button that helps, and cancelling has none', () => {
  const actions = (kind: BenchProblem['kind']) =>
    benchActions({ kind, message: '', failure: null });
  assert.deepEqual(actions('not-called'), ['Choose Another URL…', 'Choose File with Calls…']);
  assert.deepEqual(actions('not-copied'), ['Choose File with Calls…', 'Create File with Calls']);
  assert.deepEqual(actions('not-comparable'), ['Measure on the Server', 'Benchmark Another Way…']);
  assert.deepEqual(actions('cancelled'), []);
});

test('a panel comes back with what its page has kept, and with nothing else', () => {
  const bench = { report: benchReport(), baseFolder: '/app' };
  assert.deepEqual(keptBench({ bench }), bench);
  for (const other of [null, 'x', {}, { bench: null }, { bench: { report: {}, baseFolder: '' } }]) {
    assert.equal(keptBench(other), null);
  }
});
