import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CpuUse } from '../../src/engine/load/cpuWatch.ts';
import { loadLimit, type LoadMade } from '../../src/engine/load/loadLimit.ts';
import { waitedForCpu } from '../../src/engine/load/otherPrograms.ts';
import { busyPrograms, programShares } from '../../src/engine/processes/busyPrograms.ts';
import { busiestThread } from '../../src/engine/processes/threadTimes.ts';
import type { LoadDone } from '../../src/shared/loadWire.ts';
import { terminalText } from '../../src/shared/wording.ts';

/** Ten seconds of load: answers a second, their mean latency, and shares of a CPU of both sides. */
function limitOf(
  { perS, meanMs, server, load }: Record<'perS' | 'meanMs' | 'server' | 'load', number>,
  made: Partial<LoadMade> = {},
): string | null {
  const done = {
    ...{ startedNs: '0', endedNs: '10000000000', requests: perS * 10, clientCpuShare: load },
    latencyMs: { mean: meanMs },
  } as LoadDone;
  const cpu: CpuUse = {
    server: { onCpu: server, waited: 0 },
    load: { onCpu: load, waited: 0 },
    waits: [],
    others: [],
  };
  const limit = loadLimit(done, { connections: 10, rate: null, cpu, ...made }, 1 - server);
  return limit && terminalText(limit);
}

test('says that the load was the limit where server and load take turns', () => {
  const hello = { perS: 20_000, meanMs: 0.5, server: 0.58, load: 0.44 };
  assert.match(
    limitOf(hello)!,
    /^The load was the limit: .* nothing to do for 42 % of the time, since each connection \(-c 10\) .*\(it had 44 % of a CPU\)\. More connections \(-c 50\) may/,
  );
  assert.doesNotMatch(limitOf(hello, { connections: 100 })!, /More connections/);
  // By the samples alone, where the system does not tell.
  assert.match(limitOf(hello, { cpu: null })!, /42 % of the time/);
  assert.ok(limitOf({ perS: 9_000, meanMs: 0.1, server: 0.4, load: 0.3 }, { connections: 1 }));
});

test('says nothing of the load where requests wait for something else, or the server is at work', () => {
  const timer = { perS: 2_000, meanMs: 5.1, server: 0.12, load: 0.06 };
  const database = { perS: 4_000, meanMs: 25, server: 0.8, load: 0.14 };
  const upstream = { perS: 5_000, meanMs: 2, server: 0.5, load: 0.15 };
  const busy = { perS: 900, meanMs: 11, server: 0.97, load: 0.05 };
  for (const run of [timer, database, upstream, busy]) assert.equal(limitOf(run), null);
  // It could have run, and had no CPU.
  const server = { onCpu: 0.5, waited: 0.4 };
  const cpu = { server, load: { onCpu: 0.4, waited: 0 }, waits: [], others: [] };
  assert.equal(limitOf({ perS: 20_000, meanMs: 0.5, server: 0.5, load: 0.4 }, { cpu }), null);
});

test('says that a rate was kept to, however long answers take', () => {
  const slow = { perS: 99, meanMs: 40, server: 0.05, load: 0.02 };
  assert.match(
    limitOf(slow, { rate: 100 })!,
    /kept to the 100 requests a second .* \(--rate\), .* for 95 %/,
  );
  assert.equal(limitOf({ ...slow, perS: 60 }, { rate: 100 }), null);
});

test('names who had the CPUs, and calls no noise what the load itself may need', () => {
  const reading = (atMs: number, micros: Record<string, number>) => ({
    atMs,
    processes: new Map(
      Object.entries(micros).map(([key, spent]) => {
        const [pid, name = ''] = key.split(' ');
        return [key, { pid: Number(pid), name, micros: spent }];
      }),
    ),
  });
  const start = reading(0, { '1 chrome': 9e6, '2 postgres': 5e5, '9 node': 1e6 });
  const load = reading(1000, { '1 chrome': 9.5e6, '2 postgres': 5e5, '9 node': 2e6 });
  const end = reading(3000, {
    ...{ '1 chrome': 1.05e7, '2 postgres': 1.5e6, '3 postgres': 7e5, '4 ls': 1e4, '9 node': 4e6 },
  });
  const ours = new Set([9]);
  const others = busyPrograms(programShares(start, load, ours), programShares(load, end, ours));
  assert.deepEqual(others, [
    { name: 'postgres', share: 0.85, isSinceLoad: true },
    { name: 'chrome', share: 0.5, isSinceLoad: false },
  ]);
  assert.match(
    waitedForCpu(0.2, others),
    /^For 20 % .* chrome \(50 % of a CPU\) was busy before the load too: run again when the machine is quiet\. postgres \(85 % of a CPU\) has been busy since the load began: .* that is no noise/,
  );
  const database = waitedForCpu(0.2, [others[0]!]);
  assert.doesNotMatch(database, /quiet/);
  assert.match(waitedForCpu(0.2, []), /No other program .* was busy/);
  assert.match(waitedForCpu(0.2, null), /Run again when the machine is quiet\.$/);
});

test('takes the thread that did the most, with what it waited', () => {
  const at = (...rows: [number, number, number][]) =>
    new Map(rows.map(([thread, onCpuNs, waitedNs]) => [thread, { onCpuNs, waitedNs }]));
  const before = at([1, 5e9, 1e9], [2, 1e9, 0]);
  const after = at([1, 5.1e9, 9e9], [2, 1.6e9, 2e8], [3, 3e8, 0]);
  assert.deepEqual(busiestThread(before, after, 1000), { onCpu: 0.6, waited: 0.2 });
  assert.equal(busiestThread(new Map(), new Map(), 1000), null);
});
