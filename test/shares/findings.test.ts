import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { faults, healthy, problemOf, profileSeeded } from './seededServers.ts';
import { measured } from './measured.ts';

/** A line that others wait for, and one at which requests wait; test/long has the others. */
const chosen = ['timerBlock', 'nPlusOne'];

describe('the first finding names what is wrong with a server, and its line', () => {
  for (const server of faults.filter(({ name }) => chosen.includes(name))) {
    test(`${server.name}: ${server.kind}`, (context) =>
      measured(
        context,
        async () => (await profileSeeded(server, 2)).report,
        (report) => assert.equal(problemOf(server, report.findings ?? []), null),
        (report) => [report],
      ));
  }
});

test('nothing stands out in a server that answers from memory', (context) => {
  const server = healthy.find(({ name }) => name === 'list')!;
  return measured(
    context,
    async () => (await profileSeeded(server, 2)).report,
    (report) => {
      assert.equal(problemOf(server, report.findings!), null);
      const [second] = report.signals!.seconds;
      const { externalBytes = 0, resources = 0, heapBytes = 0, rssBytes = 0 } = second!;
      assert.ok(externalBytes > 0 && externalBytes + heapBytes < rssBytes, 'its memory is told');
      assert.ok(resources > 0, 'and its sockets');
      if (process.platform === 'linux') assert.ok(second!.cpuWaitShare !== undefined);
    },
    (report) => [report],
  );
});
