import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathPattern } from '../../src/engine/requests/pathPattern.ts';

test('requests that differ by their values are for one path', () => {
  assert.equal(pathPattern('/orders/17/lines?sort=name'), '/orders/:id/lines');
  assert.equal(pathPattern('/users/0f8fad5b-d9cb-469f-a165-70867728950e'), '/users/:id');
  assert.equal(pathPattern('/api/v2/prices'), '/api/v2/prices');
  assert.equal(pathPattern('/a-name-without-any-digit'), '/a-name-without-any-digit');
  assert.equal(pathPattern('/'), '/');
});
