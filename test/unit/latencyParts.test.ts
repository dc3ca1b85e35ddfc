import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LearnedWork } from '../../src/analysis/awaits/learnedWork.ts';
import { requestTimes } from '../../src/analysis/awaits/requestTimes.ts';
import type { LearnedRequests, LearnedWait } from '../../src/shared/learningWire.ts';
import type { RequestTimes } from '../../src/shared/requestTimes.ts';
import { profileFromText } from '../support/textProfile.ts';

/** Context 0 is at line 9, and context 1 at line 7. */
function learned(...requests: (LearnedRequests | null)[]): LearnedWork {
  const profile = profileFromText('main:9 main:7');
  const [nine, seven] = profile.samples.node;
  return {
    ...{ profile, causes: new Int32Array(0), requests },
    ...{ routeNames: [], routes: new Int32Array(0), routeHints: [], posts: [] },
    causesOfContexts: requests.map(() => [nine!, seven!]),
    parentsOfContexts: requests.map(() => [-1, -1]),
  };
}

const query = (context: number, ...ms: number[]): LearnedWait => ({
  ...{ kind: 'db', target: 'postgres select … from orders', context, ms },
});

/** Ten requests that had 1 ms of CPU time, 2 ms in the queue and 16 ms of waiting each. */
const tenRequests: LearnedRequests = {
  ...{ count: 10, cpuMs: 10, queueMs: 20, waitMs: 160, busyShare: 0.25, waits: [] },
  ...{ latenciesMs: [], paths: [], routes: [] },
};

const noSource = () => null;

const quick = { meanMs: 24, p50Ms: 22, cpuMs: 0.8, gcShare: 0.25 };

function rounded({ parts }: RequestTimes): Record<string, number> {
  return Object.fromEntries(
    Object.entries(parts).map(([name, ms]) => [name, Math.round((ms as number) * 100) / 100]),
  );
}

test("the window's latency is divided, and what the server did not see by how busy its loop was", () => {
  const times = requestTimes(learned(tenRequests), quick, noSource)!;
  assert.equal(times.sampled, 10);
  assert.deepEqual(rounded(times), { cpu: 0.6, gc: 0.2, queue: 3.3, wait: 16, outside: 3.9 });
});

test('parts never add up to more than the latency that the load saw', () => {
  const slower = { ...tenRequests, waits: [query(0, 160)] };
  const times = requestTimes(learned(slower), { ...quick, meanMs: 10 }, noSource)!;
  assert.deepEqual(rounded(times), { cpu: 0.6, gc: 0.2, queue: 0, wait: 9.2, outside: 0 });
  assert.equal(times.lines[0]?.waitMs.toFixed(2), '9.20');
});

test('waits of all threads and contexts are put together by line, longest first', () => {
  const first = { ...tenRequests, waits: [query(1, 1, 3), query(0, 30)] };
  const second = { ...tenRequests, waits: [query(0, 10), query(-1, 99)] };
  const { lines, sampled } = requestTimes(learned(first, null, second), quick, noSource)!;
  assert.equal(sampled, 20);
  const [nine, seven] = lines;
  assert.deepEqual([nine?.line, nine?.waitMs, seven?.line, seven?.waitMs], [9, 2, 7, 0.2]);
  const { ms, perRequest, p50Ms, p99Ms, target } = nine!.waits[0]!;
  assert.deepEqual([ms, perRequest, p50Ms, p99Ms], [2, 0.1, 30, 30]);
  assert.equal(target, 'postgres select … from orders');
  assert.equal(lines.length, 2);
});

test('without a followed request, nothing is said', () => {
  assert.equal(requestTimes(learned(null), quick, noSource), null);
});
