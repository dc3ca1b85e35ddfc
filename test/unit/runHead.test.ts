import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRunHead, runHead, seriesOf, writeRunHead } from '../../src/server/store/runHead.ts';
import { serverBlocked } from '../../src/shared/loadFailures.ts';
import type { LoadOptions } from '../../src/shared/runOptions.ts';
import { quickOptions } from '../process/engineHarness.ts';
import { profileFromStacks, reportOf } from '../support/sampleRun.ts';
import { headOf, ordersSeries } from '../support/savedHeads.ts';

test('a head is written and read again', () => {
  const head = headOf(3, { name: 'before "it"', isBaseline: true });
  assert.deepEqual(readRunHead(writeRunHead(head)), head);
});

test('a head that is cut off, damaged or of a later version is none', () => {
  const text = writeRunHead(headOf(3));
  assert.equal(readRunHead(text.slice(0, -9)), null);
  for (const [whole, damaged] of [
    ['"runHead":1', '"runHead":2'],
    ['"launch":', '"lunch":'],
    ['"latencyMs":', '"latency":'],
    ['"takenAt":', '"taken":'],
  ] as const) {
    assert.equal(readRunHead(text.replace(whole, damaged)), null, damaged);
  }
  for (const other of ['null', '[]', '1', '"x"', '{}', '']) {
    assert.equal(readRunHead(other), null, other);
  }
});

test('a head has the figures of its report, and nothing that grows with the run', () => {
  const report = reportOf(profileFromStacks([[5, 'handle:3']]));
  const head = runHead(report, ordersSeries, 5);
  assert.equal(head.takenAt, 5);
  assert.deepEqual(head.load?.reqPerS, { mean: 4231.8, stdev: 88.2 });
  assert.equal(head.load.latencyMs.p99, 6.05);
  assert.deepEqual(head.sampling, report.sampling);
  assert.equal(head.target?.node, '22.11.0');
  const text = writeRunHead(head);
  for (const long of ['samples":[', 'processes', 'warnings', 'lines']) {
    assert.ok(!text.includes(long), long);
  }
  const failed = reportOf(profileFromStacks([[5, 'handle:3']]), {
    load: null,
    failure: { kind: 'server-blocked', message: 'It hangs.' },
  });
  const of = runHead(failed, ordersSeries, 5);
  assert.deepEqual([of.load, of.failure], [null, 'It hangs.']);
  const blocked = runHead({ ...failed, failure: serverBlocked(5, null) }, ordersSeries, 5);
  assert.match(blocked.failure!, /the hot lines are of that time\.$/, 'without an option');
});

test('runs are repeats of each other by folder, launch and what was sent', () => {
  const request = (load: Partial<LoadOptions>) =>
    seriesOf(quickOptions('/work', { load }), undefined).request;
  const get = (path: string) => ({ method: 'GET', path, headers: {} });
  assert.equal(request({ url: '/orders?limit=5' }), 'GET /orders?limit=5');
  assert.equal(request({ url: 'http://user:secret@localhost:80/a', method: 'PUT' }), 'PUT /a');
  assert.equal(request({ scenario: 'customer', requests: [get('/a')] }), 'customer');
  assert.equal(request({ requests: [get('/a')] }), 'GET /a');
  assert.equal(request({ requests: [get('/a'), get('/b'), get('/c')] }), 'GET /a and 2 more');

  const options = quickOptions('/work', { command: ['/usr/bin/node', 'src/server.js'] });
  const origin = { folder: '/work/shop', launch: 'npm run start' };
  assert.deepEqual(seriesOf(options, origin), { ...origin, request: 'GET /' });
  const own = { folder: '/work', launch: 'node server.js', request: 'GET /' };
  assert.deepEqual(seriesOf(options, undefined), own, 'of an editor that tells none');
});

test('what a run is a repeat of tells no secret', () => {
  const load = { url: '/orders?limit=5&access_token=abc', headers: { 'x-api-key': 'header-abc' } };
  const command = ['/usr/bin/node', 'server.js', '--api-key=option-abc', '--token', 'abc'];
  const options = quickOptions('/work', { load, command });
  const request = 'GET /orders?limit=5&access_token=•••';
  const launch = 'node server.js --api-key=••• --token •••';
  assert.deepEqual(seriesOf(options, undefined), { folder: '/work', launch, request });
  const origin = { folder: '/work', launch: 'node server.js option-abc header-abc' };
  assert.equal(seriesOf(options, origin).launch, 'node server.js ••• •••');
  const requests = [{ method: 'GET', path: '/a?sig=abc', headers: {} }];
  const several = quickOptions('/work', { load: { requests } });
  assert.equal(seriesOf(several, undefined).request, 'GET /a?sig=•••');
});
