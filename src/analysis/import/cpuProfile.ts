import type { ProfileOrigin } from '../../shared/profileOrigin.ts';
import { Int32List } from '../profile/growableArrays.ts';
import type { ProfileIsolate } from '../profile/profile.ts';
import { LineQuotas } from './lineQuotas.ts';
import { readCpuProfileNodes, type CpuProfileNodes } from './cpuProfileNodes.ts';
import { ForeignFrames, ImportError, type ForeignProfile } from './foreignProfile.ts';
import { finite, isList, isRow, type Row } from './readObject.ts';
import {
  evenSamples,
  inOrder,
  maxWindowMicros,
  type EvenSamples,
  type Moments,
} from './timedSamples.ts';

export const cpuProfileOrigin: ProfileOrigin = {
  sampler: 'imported',
  format: 'CPU profile of V8',
  tiers: false,
  lines: 'innermost',
};

/**
 * Reads V8's CPU profile (`.cpuprofile`, the inspector's `Profiler.stop`) from parsed JSON, before
 * source maps and areas. Throws ImportError with the reason if it is not one.
 */
export function foreignFromCpuProfile(
  profile: unknown,
  isolate: ProfileIsolate = { pid: 0, threadId: 0, role: 'main' },
): ForeignProfile {
  if (!isRow(profile)) throw new ImportError('it is no CPU profile');
  const frames = new ForeignFrames();
  const nodes = readCpuProfileNodes(profile, frames);
  if (nodes.parent.length === 0) throw new ImportError('it has no samples');
  const kinds = kindsOf(nodes, frames);
  const window = momentsOf(profile, nodes, kinds);
  const samples = window ? evenSamples(window) : countedSamples(profile, nodes, kinds);
  if (samples.node.length === 0) throw new ImportError('it has no samples');
  const tree = treeOf(nodes, kinds, samples, frames);
  return {
    functions: frames.functions,
    frames: frames.table(),
    nodes: tree.nodes,
    samples: { node: tree.sampleNodes, timeMicros: samples.timeMicros },
    isolate,
    windowMs: windowMicrosOf(samples, window) / 1000,
    intervalMicros: samples.intervalMicros,
    notes: window
      ? []
      : ['The file says how often, but not when each function ran: nothing is known of the order.'],
  };
}

/** Kind of a node: a call, or one of V8's own nodes. */
const enum Kind {
  call,
  root,
  idle,
}

function kindsOf(
  { parent, function: fn }: CpuProfileNodes,
  { functions }: ForeignFrames,
): Uint8Array {
  return Uint8Array.from(fn, (each, node) => {
    const { name, url } = functions[each]!;
    if (parent[node]! < 0 && (url === '' || node === 0)) return Kind.root;
    return url === '' && name === '(idle)' ? Kind.idle : Kind.call;
  });
}

/** The samples with their times; null if the file has only counts. */
function momentsOf(profile: Row, { numbers }: CpuProfileNodes, kinds: Uint8Array): Moments | null {
  const ids = profile['samples'];
  if (!isList(ids) || ids.length === 0) return null;
  const times = timesOf(profile, ids.length);
  const node = new Int32Array(ids.length);
  for (let i = 0; i < ids.length; i++) {
    const at = numbers.placeOf(ids[i] as number);
    if (at < 0) throw new ImportError(`its sample ${i + 1} is of no node`);
    node[i] = kinds[at] === Kind.idle ? -1 : at;
  }
  const sorted = inOrder(node, times.micros);
  const last = sorted.timeMicros[ids.length - 1]!;
  // An end before the last sample is garbage.
  return { ...sorted, windowMicros: Math.max(last, times.endMicros ?? last) };
}

/** Time of each sample since the start or the first sample, whichever came first. */
function timesOf(profile: Row, count: number): { micros: Float64Array; endMicros: number | null } {
  const { timestamps, timeDeltas } = profile;
  const length = lengthOf(profile);
  const micros = new Float64Array(count);
  if (isList(timeDeltas) && timeDeltas.length > 0) {
    let now = 0;
    for (let i = 0; i < count; i++) {
      now += finite(timeDeltas[i]) ?? 0;
      micros[i] = now;
    }
    return { micros: sinceZero(micros), endMicros: length };
  }
  if (isList(timestamps) && timestamps.length >= count) {
    for (let i = 0; i < count; i++) micros[i] = finite(timestamps[i]) ?? NaN;
    if (micros.some(Number.isNaN)) throw new ImportError('its times are no numbers');
    const first = micros.reduce((least, each) => Math.min(least, each), Infinity);
    return { micros: micros.map((each) => each - first), endMicros: null };
  }
  const step = length !== null && length > 0 ? length / count : 1000;
  return { micros: micros.map((_, i) => i * step), endMicros: length };
}

function sinceZero(micros: Float64Array): Float64Array {
  let first = 0;
  for (let i = 0; i < micros.length; i++) first = Math.min(first, micros[i]!);
  if (first < 0) for (let i = 0; i < micros.length; i++) micros[i]! -= first;
  return micros;
}

/** Makes as many samples of each node as its hits, evenly spaced over the window. */
function countedSamples(
  profile: Row,
  { hitCount }: CpuProfileNodes,
  kinds: Uint8Array,
): EvenSamples {
  const total = hitCount.reduce((sum, hits) => sum + hits, 0);
  if (total > maxHits) throw new ImportError('its counts are impossible');
  const node = new Int32Array(total);
  let at = 0;
  hitCount.forEach((hits, each) => {
    node.fill(kinds[each] === Kind.idle ? -1 : each, at, at + hits);
    at += hits;
  });
  const length = lengthOf(profile) ?? 0;
  const intervalMicros = total > 0 && length > 0 ? length / total : 1000;
  return {
    node,
    timeMicros: Float64Array.from(node, (_, i) => i * intervalMicros),
    intervalMicros,
  };
}

const maxHits = 8_000_000;

function windowMicrosOf(
  { timeMicros, intervalMicros }: EvenSamples,
  window: Moments | null,
): number {
  const last = timeMicros.length > 0 ? timeMicros[timeMicros.length - 1]! : 0;
  return Math.max(window?.windowMicros ?? 0, last + intervalMicros);
}

/** Makes the tree, with a node's samples spread over lines in proportion to V8's ticks. */
function treeOf(
  { parent, function: fn, ticks, hitCount }: CpuProfileNodes,
  kinds: Uint8Array,
  samples: EvenSamples,
  frames: ForeignFrames,
): { nodes: ForeignProfile['nodes']; sampleNodes: Int32Array } {
  const count = parent.length;
  const parents = new Int32List(2 * count);
  const frameOf = new Int32List(2 * count);
  const own = new Int32Array(count);
  const add = (up: number, frame: number): number => {
    parents.push(up);
    frameOf.push(frame);
    return frameOf.length - 1;
  };
  add(-1, -1);
  for (let node = 0; node < count; node++) {
    if (kinds[node] !== Kind.call) continue;
    own[node] = add(parent[node]! < 0 ? 0 : own[parent[node]!]!, frames.frame(fn[node]!));
  }
  const counts = new Int32Array(count);
  for (let i = 0; i < samples.node.length; i++)
    if (samples.node[i]! >= 0) counts[samples.node[i]!]!++;
  const quotas = new LineQuotas(ticks, counts, hitCount);
  const leaves = new Int32Array(ticks.line.length);
  for (let node = 0; node < count; node++) {
    if (counts[node] === 0 || kinds[node] !== Kind.call) continue;
    const up = parents.at(own[node]!);
    for (let tick = ticks.from[node]!; tick < ticks.to[node]!; tick++) {
      leaves[tick] = add(up, frames.frame(fn[node]!, ticks.line[tick]!));
    }
  }
  // In a sample of the root, the thread ran no JavaScript.
  let program = 0;
  const sampleNodes = new Int32Array(samples.node.length);
  for (let i = 0; i < sampleNodes.length; i++) {
    const node = samples.node[i]!;
    let at = -1;
    if (node >= 0) {
      const tick = kinds[node] === Kind.call ? quotas.next(node) : -1;
      at = tick < 0 ? own[node]! : leaves[tick]!;
    }
    if (at === 0) {
      at = program ||= add(0, frames.frame(frames.function('(program)', '', 0, 0)));
    }
    sampleNodes[i] = at;
  }
  return {
    nodes: { parent: parents.toArray(), frame: frameOf.toArray() },
    sampleNodes,
  };
}

/** From start to end in microseconds; null if the file does not say. */
function lengthOf({ startTime, endTime, head }: Row): number | null {
  const start = finite(startTime);
  const end = finite(endTime);
  if (start === null || end === null) return null;
  // The oldest format uses seconds.
  const length = (end - start) * (head === undefined ? 1 : 1e6);
  if (length > maxWindowMicros) throw new ImportError('its times are impossible');
  return length;
}
