import { createReadStream } from 'node:fs';
import type { ProfileIcSite } from '../../analysis/profile/profile.ts';
import { icStates } from '../../analysis/merge/mergeIcs.ts';
import { IsolateLog } from '../../analysis/log/isolateLog.ts';
import type { LogIcSite } from '../../analysis/log/icLines.ts';
import { V8LogReader } from '../../analysis/log/v8LogReader.ts';
import { scriptPath } from '../../analysis/text/scriptPath.ts';
import type { BenchAccess, BenchShapes, MetShapes } from '../../shared/bench.ts';
import type { BenchSide, PlacedFunction } from '../../shared/benchWire.ts';
import { isSamePath } from '../../shared/filePaths.ts';
import type { IcKind } from '../../shared/report.ts';

/**
 * What V8 learned of shapes at the property accesses of a function: in the server by a deep run, and
 * here by the same lines of the log of a process that measured it. A function's accesses of one
 * property are taken together, the worst of them, since a build or what we insert moves them.
 */

type Met = ReadonlyMap<string, { kind: IcKind; property: string; met: MetShapes }>;

/** Compares what the server met with what was met here, in the log of a process that `measure` runs if need be. */
export async function shapesOf(
  icSites: readonly ProfileIcSite[],
  file: string,
  { startLine, endLine, bodyLines }: PlacedFunction,
  { file: runtimeFile }: BenchSide,
  measure: () => Promise<{ log: string }>,
): Promise<BenchShapes> {
  const there = underLoad(icSites, file, startLine, endLine);
  if (there.size === 0) {
    return {
      kind: 'not-known',
      reason: 'in the server it was not sampled, or it reads and writes no properties',
    };
  }
  const { log } = await measure();
  const here = await inLog(log, runtimeFile, bodyLines);
  const accesses = [...there].map(([key, { kind, property, met }]): BenchAccess => {
    return { kind, property, underLoad: met, here: here.get(key)?.met ?? null };
  });
  return { kind: 'known', accesses };
}

function underLoad(
  sites: readonly ProfileIcSite[],
  file: string,
  first: number,
  last: number,
): Met {
  const met = new Map<string, { kind: IcKind; property: string; met: MetShapes }>();
  for (const site of sites) {
    if (site.line < first || site.line > last || !isSamePath(site.file, file)) continue;
    const { kind, property, state, shapeCount } = site;
    keepWorst(met, kind, property, { state, shapeCount });
  }
  return met;
}

/** Reads the log of a process to its end. */
async function inLog(
  log: string,
  file: string,
  [first, last]: PlacedFunction['bodyLines'],
): Promise<Met> {
  const isolate = new IsolateLog();
  const reader = new V8LogReader(isolate);
  for await (const chunk of createReadStream(log)) reader.push(chunk as Buffer);
  reader.end();
  const met = new Map<string, { kind: IcKind; property: string; met: MetShapes }>();
  for (const site of isolate.ics.sites) {
    if (site.scriptLine < first || site.scriptLine > last) continue;
    const { text } = isolate.code.functions[site.function]!;
    if (!isSamePath(fileOf(text), file)) continue;
    const state = stateOf(site);
    if (state) keepWorst(met, site.kind, site.property, state);
  }
  return met;
}

/** Of `name /app/a.js:3:9` and `name file:///app/a.js?hotframe=1:3:9`, the path. */
function fileOf(text: string): string {
  const place = text.replace(/:\d+:\d+$/, '');
  const from = /(?:^| )(?=\/|file:|[A-Za-z]:\\)/.exec(place);
  return from ? scriptPath(place.slice(from.index).trim()) : '';
}

function stateOf({ changes, shapes }: LogIcSite): MetShapes | null {
  const last = changes.at(-1);
  return last ? { state: last.state, shapeCount: shapes.length - last.firstShape } : null;
}

function keepWorst(
  met: Map<string, { kind: IcKind; property: string; met: MetShapes }>,
  kind: IcKind,
  property: string,
  found: MetShapes,
): void {
  const key = `${kind}\0${property}`;
  const known = met.get(key)?.met;
  const difference = known
    ? icStates.indexOf(found.state) - icStates.indexOf(known.state) ||
      found.shapeCount - known.shapeCount
    : 1;
  if (difference > 0) met.set(key, { kind, property, met: found });
}
