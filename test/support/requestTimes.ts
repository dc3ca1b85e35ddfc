import type {
  RequestTimes,
  RequestTimeline,
  StepKind,
  WaitFrame,
  WaitPicture,
  WaitReport,
  WaitingLine,
} from '../../src/shared/requestTimes.ts';

/** A wait for one thing, by default on each request. */
export function wait(target: string, ms: number, more: Partial<WaitReport> = {}): WaitReport {
  return {
    ...{ kind: 'db', target, ms, perRequest: 1, p50Ms: ms * 0.9, p99Ms: ms * 3 },
    ...more,
  };
}

export function waitingLine(file: string, line: number, ...waits: WaitReport[]): WaitingLine {
  const waitMs = waits.reduce((sum, { ms }) => sum + ms, 0);
  return { ...{ file, line, column: 3, functionName: 'orders' }, waitMs, waits };
}

/** Requests of 24 ms that wait in `main.js` at line 31, and a moment at line 9. */
export function requestTimes(more: Partial<RequestTimes> = {}): RequestTimes {
  return {
    ...{ sampled: 420, meanMs: 24, p50Ms: 22 },
    parts: { cpu: 1.6, gc: 0.01, queue: 2, wait: 20.39, outside: 0 },
    lines: [
      waitingLine('/app/main.js', 31, wait(query, 20, { perRequest: 8, p50Ms: 2.4, p99Ms: 9.1 })),
      waitingLine('/app/main.js', 9, wait('', 0.39, { kind: 'timer' })),
    ],
    ...more,
  };
}

const query = 'postgres 127.0.0.1:5432 SELECT … FROM orders';

/** Of requests that wait for a query in `main.js` at line 31, and then for another one at line 34. */
export function waitPicture(more: Partial<WaitPicture> = {}): WaitPicture {
  const frame = (name: string, line: number, ms: number, ...children: WaitFrame[]): WaitFrame => ({
    ...{ name, file: '/app/main.js', line, column: 3, wait: null, ms, perRequest: 1, children },
  });
  const leaf = (line: number, ms: number, perRequest: number): WaitFrame => ({
    ...frame(query, line, ms),
    ...{ wait: 'db', perRequest },
  });
  const tree = frame(
    '(all)',
    0,
    20.4,
    frame('handle', 31, 12, leaf(31, 12, 1)),
    frame('handle', 34, 8, frame('loadOrders', 52, 8, leaf(52, 8, 8))),
    { ...leaf(0, 0.4, 1), name: '', wait: 'timer', file: '' },
  );
  return {
    tree: { ...tree, file: '' },
    typical: timeline(24),
    slow: timeline(96),
    ...{ p50Ms: 23, p99Ms: 91 },
    ...more,
  };
}

/** Half of it waits at line 31, a quarter is CPU time, and the rest waits at line 34 and is queued. */
function timeline(totalMs: number): RequestTimeline {
  const step = (from: number, to: number, kind: StepKind, at: number) => ({
    ...{ startMs: from * totalMs, ms: (to - from) * totalMs, kind, at },
    wait: kind === 'wait' ? ({ kind: 'db', target: query } as const) : null,
  });
  const line = { file: '/app/main.js', column: 3, functionName: 'handle' };
  return {
    totalMs,
    lines: [
      { ...line, line: 31 },
      { ...line, line: 34 },
    ],
    steps: [
      step(0, 0.25, 'cpu', 0),
      step(0.25, 0.75, 'wait', 0),
      step(0.75, 0.8, 'queue', 1),
      step(0.8, 0.99, 'wait', 1),
      step(0.99, 1, 'cpu', -1),
    ],
  };
}
