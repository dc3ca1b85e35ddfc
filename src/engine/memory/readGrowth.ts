import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  handlesGrow,
  isSteady,
  medianPerRequest,
  memoryGrows,
  usedBytes,
} from '../../analysis/growth/judgeGrowth.ts';
import { HeapSnapshot, type SnapshotFile } from '../../analysis/growth/heapSnapshot.ts';
import { heldObjects, type HeldObjects } from '../../analysis/growth/holders.ts';
import { leaksOf, type GrowingFunction, type HeldBy } from '../../analysis/growth/leaks.ts';
import { survivorsByBlock, type LiveProfile } from '../../analysis/growth/liveProfile.ts';
import { foreignFromStacks } from '../../analysis/growth/stackProfile.ts';
import {
  bytesPerSample,
  foreignFromHeap,
  type HeapNode,
} from '../../analysis/import/heapProfile.ts';
import type { ForeignProfile } from '../../analysis/import/foreignProfile.ts';
import { placeForeign } from '../../analysis/import/placeForeign.ts';
import { buildReport, type SampleReport } from '../../analysis/report/buildReport.ts';
import type { ProfileIsolate } from '../../analysis/profile/profile.ts';
import {
  liveSuffix,
  snapshotSuffix,
  type GrowthReport,
  type HandleLeak,
} from '../../shared/growth.ts';
import type { Area } from '../../shared/vocabulary.ts';
import { readFileWithin } from '../files/regularFile.ts';
import { filesOfRun } from '../profile/diskFiles.ts';
import type { ObservedGrowth, ThreadGrowth } from './growthPhase.ts';

const maxLiveBytes = 200_000_000;
const maxSnapshotBytes = 500_000_000;
const ownFile = /[\\/]dist[\\/]preload\.cjs$/;
/** Share of the most new bytes; a holder of less is no leak. */
const maxHolders = 20;

export interface GrowthPlacing {
  workspaceFolders: readonly string[];
  startedAtMs: number;
  areas: ReadonlySet<Area>;
}

/** Finds what grows in a server, with the functions that allocate it and what holds it. */
export async function readGrowth(
  observed: ObservedGrowth,
  placing: GrowthPlacing,
): Promise<GrowthReport | null> {
  const { threads, requests } = observed;
  if (threads.length === 0) return null;
  const marks = threads.map((thread) => thread.marks);
  const used = usedBytes(marks);
  const grows = memoryGrows(marks, requests);
  const functions = grows ? await growingFunctions(observed, placing) : [];
  const held = functions.length > 0 ? await holdersOf(observed, placing) : [];
  return {
    startBytes: used[0]!,
    blocks: requests.map((each, block) => ({ requests: each, usedBytes: used[block + 1]! })),
    leaks: leaksOf(functions, held),
    handles: await openHandles(observed, placing),
    problem: problemOf(grows, functions, held),
  };
}

function problemOf(
  grows: boolean,
  functions: readonly GrowingFunction[],
  held: readonly HeldBy[],
): string | null {
  if (!grows) return null;
  if (functions.length === 0) return 'Memory grows, and no single function allocates it.';
  return held.length > 0
    ? null
    : 'It is not known what holds the memory: the heap is too large to be looked through.';
}

/** Functions whose allocations of each block are still alive at the end. */
async function growingFunctions(
  { threads, requests, folder }: ObservedGrowth,
  placing: GrowthPlacing,
): Promise<GrowingFunction[]> {
  const alive = threads.flatMap((thread) => {
    const path = join(folder, `${thread.pid}-${thread.threadId}${liveSuffix}`);
    if (!exists(path)) return [];
    const live = JSON.parse(readFileWithin(path, maxLiveBytes).toString('utf8')) as LiveProfile;
    const heads = survivorsByBlock(
      live,
      thread.marks.map(({ lastSample }) => lastSample),
    );
    return [{ isolate: isolateOf(thread), heads }];
  });
  const byFunction = new Map<string, GrowingFunction & { blocks: number[] }>();
  for (const [block] of requests.entries()) {
    const heads = alive.map(({ heads, isolate }) => ({ head: heads[block]!, isolate }));
    for (const { name, file, line, bytes } of await bytesByFunction(heads, placing)) {
      const key = `${file}:${line}:${name}`;
      const blocks = byFunction.get(key)?.blocks ?? requests.map(() => 0);
      blocks[block] = bytes;
      byFunction.set(key, { ...{ name, file, line, bytesPerRequest: 0 }, blocks });
    }
  }
  return [...byFunction.values()]
    .filter(({ blocks }) => isSteady(blocks, requests))
    .map(({ blocks, ...each }) => ({
      ...each,
      bytesPerRequest: medianPerRequest(blocks, requests),
    }));
}

/** Finds the new objects that older ones hold, and the functions that have allocated them. */
async function holdersOf(
  { threads, folder }: ObservedGrowth,
  placing: GrowthPlacing,
): Promise<HeldBy[]> {
  const held: HeldBy[] = [];
  for (const thread of threads) {
    const path = join(folder, `${thread.pid}-${thread.threadId}${snapshotSuffix}`);
    const newFrom = thread.look?.newFrom ?? null;
    if (newFrom === null || !exists(path) || statSync(path).size > maxSnapshotBytes) continue;
    const text = readFileWithin(path, maxSnapshotBytes).toString('utf8');
    const snapshot = new HeapSnapshot(JSON.parse(text) as SnapshotFile);
    const groups = heldObjects(snapshot, newFrom, snapshot.stacksWith(kindOfScript));
    const named = groups.filter(({ holder }) => holder !== null);
    for (const group of named.slice(0, maxHolders))
      held.push(await heldBy(snapshot, group, thread, placing));
  }
  return held;
}

/** Allocations of Node.js and the preload by themselves are no part of the server. */
function kindOfScript(url: string): 'counts' | 'left-out' | 'other' {
  if (ownFile.test(url)) return 'left-out';
  return url === '' || url.startsWith('node:') ? 'other' : 'counts';
}

async function heldBy(
  snapshot: HeapSnapshot,
  { holder, className, byTrace }: HeldObjects,
  thread: ThreadGrowth,
  placing: GrowthPlacing,
): Promise<HeldBy> {
  const head = snapshot.allocations(byTrace);
  const functions = await bytesByFunction([{ head, isolate: isolateOf(thread) }], placing);
  return { holder, className, functions };
}

async function openHandles(
  { threads, requests }: ObservedGrowth,
  placing: GrowthPlacing,
): Promise<HandleLeak[]> {
  const growing = handlesGrow(
    threads.map(({ marks }) => marks),
    requests,
  );
  const leaks: HandleLeak[] = [];
  for (const { kind, perRequest, open } of growing) {
    const opened = threads.flatMap((thread) => {
      const handles = (thread.look?.handles ?? []).filter((each) => each.kind === kind);
      return handles.length > 0 ? [foreignFromStacks(handles, isolateOf(thread))] : [];
    });
    const { lines = [], functions = [] } =
      opened.length > 0 ? await placed(opened, placing, 'calls') : {};
    const [line] = lines;
    const [fn] = functions;
    leaks.push({
      what: kind,
      perRequest,
      open,
      ...{ name: fn?.name ?? null, file: line?.file ?? null, line: line?.line ?? null },
      example: kind === 'files' ? (threads[0]?.look?.openFile ?? null) : null,
    });
  }
  return leaks;
}

async function bytesByFunction(
  trees: readonly { head: HeapNode; isolate: ProfileIsolate }[],
  placing: GrowthPlacing,
): Promise<{ name: string; file: string; line: number; bytes: number }[]> {
  const unitBytes = bytesPerSample(trees.map(({ head }) => head));
  const profiles = trees.map(({ head, isolate }) => foreignFromHeap(head, isolate, unitBytes));
  const samples = profiles.reduce((sum, each) => sum + each.samples.node.length, 0);
  if (samples === 0) return [];
  const { functions } = await placed(profiles, placing, 'functions');
  return functions
    .filter(({ self }) => self > 0)
    .map(({ name, file, line, self }) => ({ name, file, line, bytes: self * samples * unitBytes }));
}

async function placed(
  profiles: readonly ForeignProfile[],
  { workspaceFolders, startedAtMs, areas }: GrowthPlacing,
  lines: 'calls' | 'functions',
): Promise<SampleReport> {
  const profile = await placeForeign(
    profiles,
    { sampler: 'inspector', tiers: false, lines },
    {
      workspaceFolders,
      files: filesOfRun([...workspaceFolders]),
      takenAtMs: startedAtMs,
      tellsInlined: true,
    },
  );
  return buildReport(profile, areas);
}

function isolateOf({ pid, threadId }: ThreadGrowth): ProfileIsolate {
  return { pid, threadId, role: threadId === 0 ? 'main' : 'worker' };
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
