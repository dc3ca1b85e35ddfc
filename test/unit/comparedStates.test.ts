import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparabilityWarnings, stateOf } from '../../src/analysis/compare/comparedStates.ts';
import type { Report } from '../../src/shared/report.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';

const profile = profileFromStacks([[10, 'main:1']]);

function report(change: (report: Report) => void = () => {}): Report {
  const made = reportOf(profile);
  made.machine = { cpu: 'Quick CPU', cores: 8, platform: 'linux', arch: 'x64' };
  Object.assign(made.target!, { commit: 'a'.repeat(40), modified: 'source-files' });
  change(made);
  return made;
}

/** The warnings for a head that differs from the base by the change. */
function warningsOf(change: (report: Report) => void): string[] {
  return comparabilityWarnings([report(), report()], [report(change), report(change)]);
}

test('runs of one server under one load have no warning', () => {
  assert.deepEqual(
    warningsOf(({ target, load }) => {
      // Copies of the code are in other folders and listen on other ports.
      target!.cwd = '/tmp/copy';
      target!.commit = 'b'.repeat(40);
      load!.url = load!.url.replace('3000', '4000');
      load!.durationS = 10.1;
    }),
    [],
  );
});

test('says what makes two states not comparable, and why', () => {
  const cases: [change: (report: Report) => void, says: RegExp][] = [
    [
      ({ machine }) => (machine!.cpu = 'Slow CPU'),
      /ran on Quick CPU, 8 cores, linux x64, the head/,
    ],
    [({ target }) => (target!.command = ['node', 'b.js']), /ran `node src\/server\.js`, .* two/],
    [({ target }) => (target!.node = '24.0.0'), /Node\.js 22\.11\.0, the head ran on Node\.js 24/],
    [
      ({ load }) => (load!.url = 'http://127.0.0.1:1/b'),
      /asked for \/orders\?limit=50, the .* \/b:/,
    ],
    [
      ({ load }) => (load!.scenario = 'customer'),
      /without a scenario, .* by the scenario customer/,
    ],
    [
      ({ load }) => (load!.connections = 1),
      /loaded with 10 connections at a time, .* with 1 connection at/,
    ],
    [({ load }) => (load!.durationS = 2), /measured for 10 s, the head was measured for 2 s/],
    [({ sampling }) => (sampling!.intervalMicros = 100), /sampled every 1000 µs, .* 100 µs/],
  ];
  for (const [change, says] of cases) {
    const warnings = warningsOf(change);
    assert.equal(warnings.length, 1, warnings.join('\n'));
    assert.match(warnings[0]!, says);
  }
});

test('says that one commit without changes is compared with itself', () => {
  const clean = report(({ target }) => (target!.modified = 'no'));
  assert.match(comparabilityWarnings([clean], [clean])[0]!, /^Both are commit aaaaaaa without/);
});

test('two launches that were named are no two servers, and no code that is compared with itself', () => {
  const plain = report(({ target }) => (target!.modified = 'no'));
  const cached = report(({ target, machine }) => {
    Object.assign(target!, { modified: 'no', command: ['node', '--jitless', 'b.js'] });
    machine!.cpu = 'Slow CPU';
  });
  const [machine, ...others] = comparabilityWarnings([plain], [cached], { areLaunches: true });
  assert.match(machine!, /figures of two machines cannot be compared/);
  assert.deepEqual(others, []);
  assert.equal(comparabilityWarnings([plain], [cached]).length, 3);
});

test('says that the repeats of one state are of several', () => {
  const other = report(({ target }) => (target!.commit = 'c'.repeat(40)));
  const [warning] = comparabilityWarnings([report(), other], [report()]);
  assert.match(warning!, /^The runs of the base are of 2 commits \(a{9}, c{9}\)/);
  assert.equal(stateOf([report(), other]).commit, undefined);
});

test('what an old saved run does not know is no warning', () => {
  const old = report((made) => {
    delete made.machine;
    delete made.target!.commit;
    delete made.target!.modified;
  });
  assert.deepEqual(comparabilityWarnings([old], [report()]), []);
});
