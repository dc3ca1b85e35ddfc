import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding, FindingKind } from '../../src/shared/finding.ts';
import type { LoadOptions } from '../../src/shared/runOptions.ts';
import { succeeded, watchRun, withFolder, type Watched } from '../process/engineHarness.ts';

/**
 * A server of test/workspaces with what is wrong with it; its line has the comment
 * `// fault`. Where versions of V8 tell two lines, both have it.
 */
export interface SeededServer {
  name: string;
  /** Null: nothing is wrong with it. */
  kind: FindingKind | null;
  /** As true of its line as `kind` is, with the same cure: which of them is dearer is up to V8 and the machine. */
  or?: FindingKind;
  load?: Partial<LoadOptions>;
  /** It only waits, so that others like it can be measured beside it. */
  onlyWaits?: boolean;
}

export const faults: SeededServer[] = [
  { name: 'cpuLine', kind: 'cpu' },
  { name: 'sortLine', kind: 'cpu' },
  { name: 'syncFile', kind: 'cpu' },
  // A request takes a second on a slow machine that is busy.
  { name: 'bigParse', kind: 'blocked-loop', load: { connections: 2, durationS: 4 } },
  { name: 'timerBlock', kind: 'blocked-loop' },
  { name: 'emitterBlock', kind: 'blocked-loop' },
  // Copies are made for a half to two thirds of the CPU time, and collected for most of the rest.
  { name: 'gcChurn', kind: 'gc', or: 'cpu' },
  { name: 'nPlusOne', kind: 'n-plus-one' },
  { name: 'slowUpstream', kind: 'io-wait', onlyWaits: true },
  { name: 'sleep', kind: 'io-wait', onlyWaits: true },
  { name: 'lock', kind: 'io-wait', onlyWaits: true },
  { name: 'poolFull', kind: 'thread-pool' },
  { name: 'deoptLoop', kind: 'not-optimized' },
  { name: 'someErrors', kind: 'errors' },
  { name: 'manyLines', kind: 'queue' },
  { name: 'regexRoutes', kind: 'cpu' },
  { name: 'cloneJson', kind: 'cpu' },
  { name: 'passwordSync', kind: 'cpu' },
  { name: 'zipSync', kind: 'cpu' },
  { name: 'compileEach', kind: 'cpu' },
  { name: 'dateText', kind: 'cpu' },
  { name: 'includesLine', kind: 'cpu' },
  { name: 'shapesMany', kind: 'cpu' },
  { name: 'stackStorm', kind: 'cpu' },
  { name: 'regexEvil', kind: 'blocked-loop' },
  { name: 'exportCsv', kind: 'blocked-loop' },
  { name: 'promiseStorm', kind: 'blocked-loop' },
  { name: 'filesTimer', kind: 'blocked-loop' },
  { name: 'childSync', kind: 'blocked-loop' },
  // The same: whoever makes fewer copies saves both.
  { name: 'copyState', kind: 'cpu', or: 'gc' },
  { name: 'nPlusOneSocket', kind: 'n-plus-one' },
  { name: 'nPlusOneHelper', kind: 'n-plus-one' },
  { name: 'serialFetch', kind: 'io-wait', onlyWaits: true },
  { name: 'childWait', kind: 'io-wait', load: { connections: 3 }, onlyWaits: true },
  { name: 'workerOne', kind: 'io-wait' },
  { name: 'pollReady', kind: 'io-wait', onlyWaits: true },
  { name: 'oneSocket', kind: 'io-wait', onlyWaits: true },
  { name: 'batchWait', kind: 'io-wait', onlyWaits: true },
  { name: 'poolZip', kind: 'thread-pool' },
  { name: 'poolScrypt', kind: 'thread-pool' },
  { name: 'brokenSockets', kind: 'errors' },
  { name: 'rateLimited', kind: 'errors' },
  { name: 'manySteps', kind: 'queue' },
];

export const healthy: SeededServer[] = [
  { name: 'hello', kind: null },
  { name: 'list', kind: null },
  { name: 'page', kind: null },
  { name: 'smallFile', kind: null },
  { name: 'upstreamOnce', kind: null, load: { connections: 2 } },
  { name: 'middleware', kind: null },
  { name: 'stream', kind: null },
  { name: 'zippedOnce', kind: null },
  { name: 'sessions', kind: null },
  { name: 'sideBySide', kind: null, load: { connections: 2 } },
];

const workspaces = join(import.meta.dirname, '../workspaces');

export function workspaceOf({ kind }: SeededServer): string {
  return join(workspaces, kind === null ? 'healthy' : 'faults');
}

/** Profiles it with all that findings are made of. */
export async function profileSeeded(server: SeededServer, durationS: number): Promise<Watched> {
  let watched: Watched | undefined;
  // What a server has written to the folder for temporary files goes with that folder.
  await withFolder({}, async () => {
    watched = await runSeeded(server, durationS);
  });
  return watched!;
}

/** The same, in the temporary folder of whoever asks. */
export async function runSeeded(
  server: SeededServer,
  durationS: number,
  node: string = process.execPath,
): Promise<Watched> {
  const path = workspaceOf(server);
  const { name, load } = server;
  const command = [node, `${name}.js`];
  const options = {
    ...{ command, chargesAwaits: true, intervalMicros: 2000 },
    load: { connections: 10, warmupS: 1, durationS, ...load },
  };
  const watched = succeeded(await watchRun({ path }, options), command.join(' '));
  const { sampling, notes } = watched.report;
  assert.equal(sampling!.sampler, 'v8log', `${name}: ${notes.join(' ')}`);
  return watched;
}

/** What is wrong with the findings; null if they are right. */
export function problemOf(server: SeededServer, findings: readonly Finding[]): string | null {
  const { name, kind, or } = server;
  const told = findings.map(
    (each) => `${each.kind} ${each.file ?? ''}:${each.line ?? ''} ${each.text}`,
  );
  const said = `${name}: ${told.join('\n  ')}`;
  if (kind === null) {
    return findings.every((each) => each.kind === 'client-limited') ? null : said;
  }
  const [first] = findings;
  const isRightKind = first !== undefined && (first.kind === kind || first.kind === or);
  if (isRightKind && isRightPlace(server, first)) return null;
  return `${said}\n  is not ${kind} at line ${faultLines(server).join(' or ')} first`;
}

/** Whether a finding is on the line that is at fault, if there is one such line. */
export function isRightPlace(server: SeededServer, found: Finding | undefined): boolean {
  const lines = faultLines(server);
  if (lines.length === 0) return true;
  return found?.file === scriptOf(server) && lines.includes(found.line ?? 0);
}

function faultLines(server: SeededServer): number[] {
  const lines = readFileSync(scriptOf(server), 'utf8').split('\n');
  return lines.flatMap((text, at) => (text.includes('// fault') ? [at + 1] : []));
}

function scriptOf(server: SeededServer): string {
  return join(workspaceOf(server), `${server.name}.js`);
}

/** A server that keeps something of each request. */
export interface LeakingServer {
  name: string;
  kind: FindingKind;
  /** The first text of the line that is to be found; null if it can't be known. */
  at: string | null;
  /** The function that allocates it or opens the handle; null if that can't be known. */
  of: string | null;
  /** What holds it; null if that can't be known. */
  holder: string | null;
}

export const leaks: LeakingServer[] = [
  leak('leakMap', 'constructor(id)', 'Session', 'sessions (Map)'),
  leak('leakHistory', 'write(path)', 'write', 'audit.entries (Array)'),
  leak('leakListener', 'function subscribe', 'subscribe', 'bus._events.order (Array)'),
  openHandle('leakTimer', 'return setInterval', 'watchPrice'),
  openHandle('leakSocket', 'const socket = net.connect', null),
  openHandle('leakFile', null, null),
];

function leak(name: string, at: string, of: string, holder: string): LeakingServer {
  return { name, kind: 'memory-leak', at, of, holder };
}

function openHandle(name: string, at: string | null, of: string | null): LeakingServer {
  return { name, kind: 'handle-leak', at, of, holder: null };
}

/** Servers that only fill a cache with a limit, or one that goes with the requests. */
export const caches = ['cacheLru', 'cacheTtl', 'cacheKeys', 'cacheRing', 'cacheWeak'];
