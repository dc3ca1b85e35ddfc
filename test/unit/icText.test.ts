import assert from 'node:assert/strict';
import { test } from 'node:test';
import { icPart } from '../../src/server/lines/icHover.ts';
import { lineLabel } from '../../src/server/profile/lineLabel.ts';
import { accessText, shapeCountText } from '../../src/shared/icText.ts';
import type { IcReport, LineReport } from '../../src/shared/report.ts';

const price: IcReport = {
  ...{ kind: 'load', property: 'price', column: 9, state: 'megamorphic' },
  ...{ shapeCount: 12, shapes: ['{ id, price }', '{ price }'], keyCount: 0, misses: 0 },
};
const tiers = { ignition: 0, sparkplug: 0, maglev: 0, turbofan: 0.1 };
const lookups = [{ name: 'LoadIC_Megamorphic', self: 0.1 }];

function label(report: Partial<LineReport>): string {
  const line = { self: 0.2, own: 0.1, exact: true, tiers, ...report };
  return lineLabel({ report: line, marked: [], stale: false, difference: null });
}

test('marks a line on which many shapes cost time', () => {
  assert.equal(label({ ics: [price], builtins: lookups }), '20.0 %  megamorphic .price');
  const keyed = { ...price, kind: 'keyed-load' as const, property: '' };
  assert.equal(label({ ics: [keyed, price], builtins: lookups }), '20.0 %  megamorphic […] …');
  const interpreted = { ...tiers, turbofan: 0, ignition: 0.1 };
  assert.equal(label({ ics: [price], tiers: interpreted }), '20.0 %  megamorphic .price');
});

test('marks no line on which few shapes come by, or on which the look-ups cost nothing', () => {
  assert.equal(label({ ics: [{ ...price, state: 'polymorphic' }], builtins: lookups }), '20.0 %');
  const others = [{ name: 'ArrayPrototypeConcat', self: 0.1 }];
  assert.equal(label({ ics: [price], builtins: others }), '20.0 %');
  assert.equal(label({ self: 0, ics: [price], builtins: lookups }), '0 %');
  assert.equal(label({}), '20.0 %');
});

test('tells accesses by state, with their shapes, and what the worst of them means', () => {
  const id = { ...price, property: 'id', state: 'monomorphic' as const, shapeCount: 1 };
  const [heading, , ...lines] = icPart([{ ...price, misses: 1200 }, id, { ...id, column: 20 }]);
  assert.equal(heading, '**Property accesses**');
  assert.deepEqual(
    lines
      .slice(0, 2)
      .map((line) => line.replaceAll('\\', '').replaceAll('\u202f', '_').replaceAll('\u00a0', ' ')),
    [
      '- **megamorphic** .price: at least 12 shapes: { id, price } · { price } · …; looked up in the object itself 1_200 times',
      '- monomorphic .id',
    ],
  );
  assert.match(lines.at(-1) ?? '', /^Objects of more than four shapes/);
  assert.deepEqual(icPart(undefined), []);
  assert.deepEqual(icPart([]), []);
});

test('lets nothing of a profile be Markdown', () => {
  const evil = '](command:x) <b>`*';
  const text = icPart([{ ...price, property: evil, shapes: [evil] }]).join('\n');
  assert.doesNotMatch(text, /(?<!\\)\]\(|<b>|(?<!\\)`/);
});

test('calls an access as it is written', () => {
  const names = ['price', '#secret', 'föö', 'a b', '[Symbol.iterator]', '', 'x'.repeat(60)];
  assert.deepEqual(
    names.map((property) => accessText({ property })),
    ['.price', '.#secret', '.föö', '[a b]', '[Symbol.iterator]', '[…]', `[${'x'.repeat(47)}…]`],
  );
  const keyed = { ...price, keyCount: 40, shapeCount: 1, state: 'polymorphic' as const };
  assert.equal(shapeCountText(keyed), '1 shape, 40 names');
});
