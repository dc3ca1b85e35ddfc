import { isAfterAwait } from '../profile/afterAwait.ts';
import type { Profile } from '../profile/profile.ts';
import { FunctionPlaces } from '../report/functionPlaces.ts';
import { discardingWork } from './discardingWork.ts';

/** The costs of a function of the user's: shares are 0…1 of the CPU time. */
export interface FunctionCost {
  name: string;
  file: string;
  /** Its first line. */
  start: number;
  /** With what it calls outside of the user's code, but without `gc` and what serving costs. */
  share: number;
  /** The line of the most such time that is known, else the function's first, and its part of `share`. */
  line: number;
  lineShare: number;
  /** Garbage that V8 collected when it ran (not when Node.js served for it), and the line of most of it. */
  gcShare: number;
  gcLine: number;
}

export interface FunctionCosts {
  /** Dearest first. */
  functions: FunctionCost[];
  /** The cost to receive requests and to write answers, which is nobody's to save: 0…1 of the CPU time. */
  servingShare: number;
  /** Collections of garbage for which V8 has a stack: it has none for many. */
  gcWithStackShare: number;
}

/** Node.js' own files that write an answer: what they do stands below the line that ends the response. */
const servingFile = /^node:(_http_|internal\/http2\/|internal\/http$)/;

interface Tally {
  samples: number;
  gc: number;
  /** Samples whose line is known: Sparkplug code before Node.js 26 seldom has one. */
  lines: Map<number, number>;
  gcLines: Map<number, number>;
}

/**
 * Divides the samples by the innermost function of the user's. Unlike self in the report, it leaves out what every
 * server pays, however little its own code does: the writing of the answer, and what Node.js itself does after an
 * await. `response.end(text)` is the hottest line of a server that does nothing else.
 */
export function functionCosts(profile: Profile): FunctionCosts {
  const { functions, frames, nodes, samples } = profile;
  const nodeSamples = new Float64Array(nodes.parent.length);
  let onCpu = 0;
  for (const node of samples.node) {
    if (node < 0) continue;
    nodeSamples[node]!++;
    onCpu++;
  }
  const marker = functions.findIndex(isAfterAwait);
  const isServing = functions.map(({ file }) => servingFile.test(file));
  const places = new FunctionPlaces(profile);
  const isOfUser = functions.map(({ area }, fn) => area === 'app' && !places.isUnwritten(fn));
  const discarding = discardingWork(profile, nodeSamples);
  const tallies = new Map<number, Tally>();
  let serving = 0;
  let gcWithStack = 0;
  for (let node = 1; node < nodeSamples.length; node++) {
    const count = nodeSamples[node]!;
    if (count === 0) continue;
    const isGc = functions[frames.function[nodes.frame[node]!]!]!.area === 'gc';
    let isBase = false;
    let isViaAwait = false;
    let ranPackage = false;
    let at = node;
    for (; at > 0; at = nodes.parent[at]!) {
      const fn = frames.function[nodes.frame[at]!]!;
      if (fn === marker) isViaAwait = true;
      else if (isOfUser[fn]) break;
      else if (functions[fn]!.area === 'deps') ranPackage = true;
      isBase ||= isServing[fn]!;
    }
    if (at <= 0 || (isViaAwait && !ranPackage)) isBase = true;
    if (isGc && nodes.parent[node]! > 0) gcWithStack += count;
    if (isBase) {
      if (!isGc) serving += count;
      continue;
    }
    const frame = nodes.frame[at]!;
    const discarded = discarding.get(node);
    const fn = discarded ?? frames.function[frame]!;
    const isExact = frames.exact[frame] === 1 && discarded === undefined;
    const line = isExact ? frames.line[frame]! : places.onlyLine(fn);
    const tally = tallyOf(tallies, fn);
    if (isGc) tally.gc += count;
    else tally.samples += count;
    if (line !== null) add(isGc ? tally.gcLines : tally.lines, line, count);
  }
  const share = onCpu > 0 ? 1 / onCpu : 0;
  const costs = [...tallies].map(([index, tally]): FunctionCost => {
    const { name, file, line: start } = functions[index]!;
    const [line, lineSamples] = most(tally.lines, start);
    const [gcLine] = most(tally.gcLines, line);
    return {
      ...{ name, file, start, share: tally.samples * share },
      ...{ line, lineShare: lineSamples * share, gcShare: tally.gc * share, gcLine },
    };
  });
  costs.sort((a, b) => b.share - a.share);
  return { functions: costs, servingShare: serving * share, gcWithStackShare: gcWithStack * share };
}

function tallyOf(tallies: Map<number, Tally>, fn: number): Tally {
  let tally = tallies.get(fn);
  if (!tally) {
    tally = { samples: 0, gc: 0, lines: new Map(), gcLines: new Map() };
    tallies.set(fn, tally);
  }
  return tally;
}

function add(lines: Map<number, number>, line: number, count: number): void {
  lines.set(line, (lines.get(line) ?? 0) + count);
}

function most(lines: ReadonlyMap<number, number>, otherwise: number): [number, number] {
  let found: [number, number] = [otherwise, 0];
  for (const [line, count] of lines) if (count > found[1]) found = [line, count];
  return found;
}
