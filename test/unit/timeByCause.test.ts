import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildReport } from '../../src/analysis/report/buildReport.ts';
import { functionsByLine } from '../../src/analysis/report/functionsByLine.ts';
import { profileFromText } from '../support/textProfile.ts';

/** Self, total and the parts of self of each package, and what had no JavaScript, in tenths. */
function causes(picture: string) {
  const { packages, withoutJs, onCpu } = buildReport(profileFromText(picture), new Set(['app']));
  const counts = (shares: object) =>
    Object.fromEntries(
      Object.entries(shares)
        .map(([name, share]): [string, number] => [name, Math.round((share as number) * onCpu)])
        .filter(([, count]) => count > 0),
    );
  const all = packages.reduce((sum, { self }) => sum + self, 0);
  const rest = withoutJs.native + withoutJs.v8 + withoutJs.gc;
  if (onCpu > 0) assert.ok(Math.abs(all + rest - 1) < 1e-9, 'they are the whole');
  return {
    ...Object.fromEntries(
      packages.map(({ name, ...shares }) => {
        const { parts, ...own } = shares;
        return [name, { ...counts(own), ...counts(parts!) }];
      }),
    ),
    none: counts(withoutJs),
  };
}

test('charges native code, builtins and GC to the JavaScript that called them', () => {
  assert.deepEqual(
    causes(`
      main:1        main:1       main:1       main:1      emit:3@node   main:1
      read:4@redis  join:9@lib   route:9      route:9     write:5@node  route:9
      write:5@node  concat@v8    hash@native  gc          send@native   sort@v8
      send@native                                                       compare:7
    `),
    {
      '(app)': { self: 3, total: 5, native: 1, gc: 1 },
      '(node)': { self: 2, total: 2, native: 2 },
      lib: { self: 1, total: 1, v8: 1 },
      redis: { total: 1 },
      none: {},
    },
  );
});

test('leaves what no JavaScript has called to Node.js itself', () => {
  assert.deepEqual(
    causes(`
      poll@native  gc  parse@v8     main:1  idle
                       http@native
    `),
    { '(app)': { self: 1, total: 1 }, none: { native: 2, gc: 1 } },
  );
});

test('has the time that goes through a package as its total, once a sample', () => {
  assert.deepEqual(
    causes(`
      main:1              main:1              main:1
      render:1@react-dom  render:1@react-dom  route:2
      page:7              page:7
      render:1@react-dom  item:8
      item:8
    `),
    { '(app)': { self: 3, total: 3 }, 'react-dom': { total: 2 }, none: {} },
  );
});

test('has no causes without samples on CPU', () => {
  assert.deepEqual(causes('idle'), { none: {} });
});

const profile = profileFromText(`
  main:1   main:1      main:1
  route:9  route:12    idle
`);

test('finds the functions whose code ran on a line', () => {
  const { functions } = buildReport(profile, new Set(['app']));
  const functionsAt = functionsByLine(profile, functions);
  const names = (line: number) => functionsAt('/app/main.js', line).map(({ name }) => name);
  assert.deepEqual(names(12), ['route']);
  assert.deepEqual(names(1), ['main']);
  assert.deepEqual(names(2), []);
});
