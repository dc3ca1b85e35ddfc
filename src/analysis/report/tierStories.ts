import type { FunctionReport } from '../../shared/report.ts';
import {
  maxTierChanges,
  type InlinedInto,
  type NotOptimized,
  type TierChange,
  type TierSlices,
  type TierStory,
} from '../../shared/tierStory.ts';
import { whyClause } from '../../shared/tierStoryText.ts';
import { minTierSamples } from '../../shared/tierText.ts';
import { tierOfCode, type Profile, type ProfileTierChange } from '../profile/profile.ts';
import type { FunctionDeopts } from './functionDeopts.ts';
import { isDeoptLoop, isMostly } from './marker.ts';
import { tierAfter, whyLow } from './notOptimized.ts';

/** A function below this share of time needs a marker to get a story: saved runs stay small. */
const storyMinShare = 0.005;
const maxStories = 60;
const sliceCount = 20;
/** With fewer own samples than this, a slice says nothing. */
const minSliceSamples = 3;
/** Callers with a lesser part of the own samples are left out. */
const minInlinedShare = 0.01;
const maxInlinedInto = 8;

export interface Told {
  index: number;
  report: FunctionReport;
  deopts: FunctionDeopts | undefined;
}

/**
 * Adds tier stories to the functions with a marker or a notable share, if the profile has tiers.
 */
export function addStories(profile: Profile, functions: readonly Told[]): void {
  if (profile.origin?.tiers === false) return;
  const price = ({ report }: Told): number => Math.max(report.self, report.own);
  const chosen = functions
    .filter((each) => each.report.marker !== null || price(each) >= storyMinShare)
    .sort((a, b) => price(b) - price(a))
    .slice(0, maxStories);
  const asked = new Set(chosen.map(({ index }) => index));
  const tallies = ownSamples(profile, asked);
  const changes = changesByFunction(profile, asked);
  for (const told of chosen) {
    const tally = tallies.get(told.index) ?? new OwnTally();
    const { report } = told;
    report.story = story(profile, told, tally, changes.get(told.index) ?? []);
    if (report.marker === 'not-optimized') report.reason += whyClause(report.story.notOptimized);
  }
}

function story(
  profile: Profile,
  { index, report, deopts }: Told,
  tally: OwnTally,
  lists: readonly IsolateChanges[],
): TierStory {
  const all = lists.flatMap(({ changes }) => changes).sort((a, b) => a.atMs - b.atMs);
  const tooMany = Math.max(0, all.length - maxTierChanges);
  const main = lists.toSorted((a, b) => tally.of(b.isolate) - tally.of(a.isolate))[0];
  const lastTier = main ? tierAfter(main.changes) : null;
  const own = tally.times.length;

  const why = (): NotOptimized | null => {
    const [site] = deopts?.sites ?? [];
    if (deopts && site && isDeoptLoop(deopts)) {
      const { reason, kind, file, line, column } = site;
      const place = { reason, kind, file, line, column };
      return { type: 'deopt-loop', count: deopts.count, site: place };
    }
    if (report.marker === null && own < minTierSamples) return null;
    if (!isMostly(tally.low.length, own)) return null;
    return whyLow({
      changes: all,
      lastTier,
      madeInWindow: lists.reduce((sum, { madeInWindow }) => sum + madeInWindow, 0),
      runMs: (own * profile.intervalMicros) / 1000,
      lowPartBefore: (ms) =>
        tally.low.filter((timeMicros) => timeMicros < ms * 1000).length / tally.low.length,
    });
  };

  return {
    ownSamples: own,
    slices: tierSlices(tally, profile.windowMs),
    changes: tooMany === 0 ? all : all.toSpliced(maxTierChanges / 2, tooMany),
    changesLeftOut: tooMany + lists.reduce((sum, { leftOut }) => sum + leftOut, 0),
    lastTier,
    inlinedInto: inlinedInto(profile, index, tally),
    notOptimized: why(),
  };
}

class OwnTally {
  readonly times: number[] = [];
  readonly tiers: number[] = [];
  /** Times of the samples in ignition and sparkplug. */
  readonly low: number[] = [];
  /** Inlined samples by call-tree node. */
  readonly inlinedNodes = new Map<number, number>();
  readonly #byIsolate: number[] = [];

  add(timeMicros: number, tier: number, isolate: number): void {
    this.times.push(timeMicros);
    this.tiers.push(tier);
    if (tier <= sparkplug) this.low.push(timeMicros);
    this.#byIsolate[isolate] = this.of(isolate) + 1;
  }

  of(isolate: number): number {
    return this.#byIsolate[isolate] ?? 0;
  }
}

const sparkplug = 2;

function ownSamples(
  { samples, nodes, frames }: Profile,
  asked: ReadonlySet<number>,
): Map<number, OwnTally> {
  const tallies = new Map([...asked].map((index) => [index, new OwnTally()]));
  const tallyOfFrame = Array.from(frames.function, (fn, frame) =>
    frames.tier[frame] === 0 ? undefined : tallies.get(fn),
  );
  for (let i = 0; i < samples.node.length; i++) {
    const node = samples.node[i]!;
    if (node < 0) continue;
    const frame = nodes.frame[node]!;
    const tally = tallyOfFrame[frame];
    if (!tally) continue;
    tally.add(samples.timeMicros[i]!, frames.tier[frame]!, samples.isolate[i]!);
    if (frames.inlined?.[frame] === 1) {
      tally.inlinedNodes.set(node, (tally.inlinedNodes.get(node) ?? 0) + 1);
    }
  }
  return tallies;
}

function tierSlices({ times, tiers }: OwnTally, windowMs: number): TierSlices | null {
  if (times.length < Math.max(minTierSamples, minSliceSamples * sliceCount)) return null;
  const empty = () => new Array<number>(sliceCount).fill(0);
  const slices: TierSlices = {
    sliceMs: windowMs / sliceCount,
    ...{ ignition: empty(), sparkplug: empty(), maglev: empty(), turbofan: empty() },
  };
  for (let i = 0; i < times.length; i++) {
    const tier = tierOfCode[tiers[i]!];
    const slice = Math.min(sliceCount - 1, Math.floor(times[i]! / 1000 / slices.sliceMs));
    if (tier && slice >= 0) slices[tier][slice]!++;
  }
  return slices;
}

function inlinedInto(
  { nodes, frames, functions }: Profile,
  index: number,
  { inlinedNodes, times }: OwnTally,
): InlinedInto[] {
  const bySelf = new Map<number, number>();
  for (const [node, count] of inlinedNodes) {
    let up = node;
    while (up > 0 && frames.inlined?.[nodes.frame[up]!] === 1) up = nodes.parent[up]!;
    const owner = up > 0 ? frames.function[nodes.frame[up]!]! : index;
    // A function inlined into itself is recursion.
    if (owner !== index) bySelf.set(owner, (bySelf.get(owner) ?? 0) + count);
  }
  return [...bySelf]
    .map(([owner, count]) => {
      const { name, file, line, column } = functions[owner]!;
      return { name, file, line, column, share: count / times.length };
    })
    .filter(({ share }) => share >= minInlinedShare)
    .sort((a, b) => b.share - a.share)
    .slice(0, maxInlinedInto);
}

interface IsolateChanges {
  isolate: number;
  changes: TierChange[];
  leftOut: number;
  madeInWindow: number;
}

function changesByFunction(
  profile: Profile,
  asked: ReadonlySet<number>,
): Map<number, IsolateChanges[]> {
  const byFunction = new Map<number, IsolateChanges[]>();
  for (const { function: fn, isolate, changes, leftOut, madeInWindow } of profile.tierChanges ??
    []) {
    if (!asked.has(fn)) continue;
    const told = changes.flatMap((change) => toldChange(profile, change, isolate));
    const list = byFunction.get(fn) ?? [];
    list.push({ isolate, changes: told, leftOut, madeInWindow });
    byFunction.set(fn, list);
  }
  return byFunction;
}

function toldChange(profile: Profile, change: ProfileTierChange, process: number): TierChange[] {
  const moment = { atMs: change.timeMicros / 1000, process };
  if (change.type === 'disabled') {
    return [{ ...moment, type: change.type, reason: change.reason }];
  }
  const tier = tierOfCode[change.tier];
  if (!tier) return [];
  const onStack = change.onStack ? { onStack: true as const } : {};
  if (change.type === 'compiled') {
    return [{ ...moment, type: change.type, tier, codeBytes: change.codeBytes, ...onStack }];
  }
  const { siteFunction, line, column, kind, reason } = change;
  const file = profile.functions[siteFunction]?.file ?? '';
  const deopt = { reason, kind, file, line, column };
  return [{ ...moment, type: change.type, from: tier, ...onStack, deopt }];
}
