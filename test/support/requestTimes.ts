import type { RequestTimes, WaitReport, WaitingLine } from '../../src/shared/requestTimes.ts';

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
  const query = 'postgres 127.0.0.1:5432 SELECT … FROM orders';
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
