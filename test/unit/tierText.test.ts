import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minTierSamples, tierDetail, tierText } from '../../src/shared/tierText.ts';

const none = { ignition: 0, sparkplug: 0, maglev: 0, turbofan: 0 };
const mixed = { ...none, ignition: 0.005, turbofan: 0.005 };

test('names a tier only where the own samples are enough to say so', () => {
  const enough = minTierSamples / 0.01;
  assert.equal(tierText(mixed, enough), 'ignition 50 %, turbofan 50 %');
  assert.equal(tierText(mixed, enough - 100), '');
  assert.equal(tierText(none, enough), '');
});

test('says where a person asked that there are too few', () => {
  assert.equal(tierDetail(mixed, 400), 'too few own samples for a tier');
  assert.equal(tierDetail(mixed, 10_000), 'ignition 50 %, turbofan 50 %');
  assert.equal(tierDetail(none, 400), '', 'no own time needs no words');
});
