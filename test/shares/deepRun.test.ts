import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { IcReport, Report } from '../../src/shared/report.ts';
import { testedLines } from '../support/nodeVersions.ts';
import { markedLine, zooServer } from '../support/zoo.ts';
import { profileZoo } from '../process/profileZoo.ts';
import { measured } from './measured.ts';

const server = zooServer('megamorphic');
const file = `${server.folder}/reads.js`;

function lineAt(report: Report, marker: string): Report['lines'][number] {
  const wanted = markedLine(file, marker);
  const line = report.lines.find((each) => each.file === file && each.line === wanted);
  assert.ok(line, `line ${wanted} has time: ${JSON.stringify(report.lines.slice(0, 6))}`);
  return line;
}

/** Of the line with many shapes, or the one before it: V8 does not log from which line of a function a builtin was called. */
function builtinsOfManyShapes(report: Report) {
  const last = markedLine(file, '// many shapes');
  return report.lines
    .filter(({ file: of, line }) => of === file && (line === last || line === last - 1))
    .flatMap(({ builtins = [] }) => builtins);
}

function accessOf({ ics = [] }: Report['lines'][number], name: string): IcReport {
  const found = ics.find(({ property }) => property === name);
  assert.ok(found, `${name} is among ${JSON.stringify(ics)}`);
  return found;
}

describe('a deep run says how many shapes came by at a property access', () => {
  for (const major of testedLines()) {
    test(`on Node ${major}`, async () => {
      const load = { durationS: 1, warmupS: 0.5, connections: 2 };
      const { report } = await profileZoo(server, major, load, { deep: true });
      assert.equal(report.failure, null, report.failure?.message);
      assert.equal(report.sampling?.deep, true);
      assert.match(report.load?.warnings[0] ?? '', /^This is a deep run/);
      assert.equal(report.sampling!.costShare, undefined, 'it would be that of the samples alone');

      const one = accessOf(lineAt(report, '// one shape'), 'price');
      assert.deepEqual([one.state, one.shapeCount], ['monomorphic', 1]);
      assert.deepEqual(one.shapes, ['{ price, name }']);

      const three = accessOf(lineAt(report, '// three shapes'), 'price');
      assert.deepEqual([three.state, three.shapeCount], ['polymorphic', 3]);
      assert.deepEqual(three.shapes.toSorted(), [
        '{ id, name, price }',
        '{ name, price }',
        '{ price, name }',
      ]);

      const many = accessOf(lineAt(report, '// many shapes'), 'price');
      assert.deepEqual([many.state, many.shapeCount], ['megamorphic', 12]);
      assert.ok(many.shapes.includes('{ tax, sku, price }') || many.shapes.length === 8);
      const named = builtinsOfManyShapes(report).map(({ name }) => name);
      assert.match(named.join('\n'), /^LoadIC\w*Megamorphic/m, JSON.stringify(report.lines));

      const byName = lineAt(report, '// by name').ics?.filter(({ kind }) => kind === 'keyed-load');
      assert.equal(byName?.[0]?.state, 'megamorphic');
      assert.equal(byName[0].keyCount, 4);
      const iterated = report.lines.flatMap(({ ics = [] }) => ics.map(({ property }) => property));
      assert.ok(!iterated.includes('next') && !iterated.includes('done'), iterated.join());
    });
  }
});

describe('a run that is not deep', () => {
  for (const major of testedLines()) {
    test(`logs no accesses on Node ${major}, and names builtins all the same`, async (context) => {
      const load = { durationS: 1.5, warmupS: 1, connections: 2 };
      const judge = ({ report }: { report: Report }): void => {
        assert.equal(report.failure, null, report.failure?.message);
        assert.equal(report.sampling?.deep, undefined);
        assert.ok(report.lines.every(({ ics }) => ics === undefined));
        const builtins = builtinsOfManyShapes(report);
        assert.ok(
          builtins.some(({ name, self }) => /^LoadIC/.test(name) && self > 0.01),
          JSON.stringify(report.lines.slice(0, 10)),
        );

        // How their times compare depends on the tier that each is in; both are much of a request.
        const selfOf = (name: string) => report.functions.find((fn) => fn.name === name)?.self ?? 0;
        assert.ok(selfOf('sumOfManyShapes') > 0.05, `${selfOf('sumOfManyShapes')}`);
        assert.ok(selfOf('sumOfFields') > 0.05, `${selfOf('sumOfFields')}`);
      };
      const measure = () => profileZoo(server, major, load);
      await measured(context, measure, judge, ({ report }) => [report]);
    });
  }
});
