import { isDeepStrictEqual } from 'node:util';
import * as v8 from 'node:v8';
import type { BenchJob, CallTimes, MeasuredCalls } from '../../shared/benchWire.ts';
import { tiers, type Tier } from '../../shared/vocabulary.ts';
import { AllocationMeter } from '../memory/allocationMeter.ts';
import { createCallClock, type CallClock, type Moment } from './callClock.ts';
import type { CallList } from './callList.ts';
import {
  createBatch,
  emptyFunction,
  meetMany,
  type Batch,
  type ReadyCall,
  type Sink,
} from './harness.ts';
import type { LoadedFunction } from './loadFunction.ts';
import { checkEnds, kindOfCalls } from './resultKind.ts';
import { TierBits } from './tierBits.ts';
import type { FunctionKind } from '../../shared/benchWire.ts';

/** A batch takes about so long, which both clocks tell to a thousandth. */
const batchMs = 3;
const maxCopies = 5_000;
const samplesWanted = 40;
const measureMs = 450;
const warmMs = { least: 120, most: 2_500 };

/** One process's part of a benchmark: warms up, measures, and says what ran. */
export async function measureCalls(
  job: BenchJob,
  loaded: LoadedFunction,
  list: CallList,
  written: FunctionKind,
): Promise<MeasuredCalls> {
  const bits = TierBits.learn();
  const clock = createCallClock();
  const kind = await kindOfCalls(list.fresh(loaded), list.isNew, written);
  await checkEnds(list.fresh(loaded), kind, job.sides[0]!.path);
  const batch = createBatch(kind, list.isNew);
  const sink: Sink = { value: undefined, threw: 0 };
  await meetMany(batch, kind, sink);
  const seen = await firstCalls(loaded, list, batch, sink);
  if (seen.threw === list.count && isOfPrivateFields(seen.error)) {
    throw new Error(
      `It uses private fields of \`this\`, which no copy has (${seen.error}). Write the calls once in a fixture, a file that exports calls: a function that gets the exports of the module, and returns a list of { this, args }.`,
    );
  }
  const empty = emptyFunction(kind);
  const make = (): ReadyCall[] => list.fresh(loaded);
  const emptied = (calls: ReadyCall[]) => calls.map((call) => ({ ...call, f: empty }));
  const harness = { batch, sink, clock, mutates: seen.mutates };
  const work = await Work.of(harness, make);
  const nothing = await Work.of(harness, () => emptied(make()));

  const tierNow = () => bits?.of(work.function) ?? null;
  const isTierReached = await warmUp(work, nothing, job.tier, tierNow);
  collectGarbage();
  await work.time();
  await nothing.time();
  const samples: Sample[] = [];
  const endMs = performance.now() + measureMs;
  while (samples.length < 8 || (samples.length < samplesWanted && performance.now() < endMs)) {
    const before = tierNow();
    const [call, empty] = [await work.time(), await nothing.time()];
    samples.push({ call, empty, tier: tierNow() === before ? before : null });
    if (performance.now() > endMs + 20 * measureMs) break;
  }
  const wanted = isTierReached ? job.tier : samples.at(-1)!.tier;
  const reached = samples.filter(({ tier }) => tier !== null && tier === wanted);
  const used = reached.length >= 8 ? reached : samples;
  const bytes = await work.bytes();
  const emptyBytes = await nothing.bytes();
  return {
    kind,
    wall: timesOf(used, ({ wallNs }) => wallNs),
    // A call that waits for promises lasts longer than the CPU works for it.
    cpu: clock.tellsCpu && !kind.startsWith('async') ? timesOf(used, ({ cpuNs }) => cpuNs!) : null,
    leastWallNs: Math.min(...used.map(({ call }) => call.wallNs)),
    bytesPerCall: bytes === null || emptyBytes === null ? null : Math.max(0, bytes - emptyBytes),
    tiers: [...new Set(used.map(({ tier }) => tier))],
    knownTiers: bits?.known ?? [],
    isTierReached,
    calls: work.calls * used.length,
    recorded: list.count,
    ...seen,
    plainClasses: list.plainClasses(loaded),
  };
}

/** Times of one call of a batch, and of an empty function's right after it. */
interface Sample {
  call: Moment;
  empty: Moment;
  tier: Tier | null;
}

function timesOf(samples: readonly Sample[], by: (time: Moment) => number): CallTimes {
  const empty = samples.map((each) => by(each.empty));
  const emptyNs = median(empty);
  const nsPerCall = median(samples.map(({ call }) => by(call))) - emptyNs;
  return { nsPerCall, emptyNs, emptyDeviationNs: deviation(empty) };
}

type Seen = Pick<MeasuredCalls, 'threw' | 'error' | 'mutates' | 'returnsNothing'>;

/** Makes each call once, and looks at what it leaves behind. */
async function firstCalls(
  loaded: LoadedFunction,
  list: CallList,
  batch: Batch,
  sink: Sink,
): Promise<Seen> {
  const calls = list.fresh(loaded);
  const untouched = list.fresh(loaded);
  const seen: Seen = { threw: 0, error: null, mutates: false, returnsNothing: true };
  for (const [index, call] of calls.entries()) {
    sink.value = undefined;
    sink.threw = 0;
    await batch([call], 1, sink);
    if (sink.threw > 0) {
      seen.threw++;
      seen.error ??= errorText(sink.value);
    }
    if (sink.value !== undefined) seen.returnsNothing = false;
    const { self, args } = untouched[index]!;
    seen.mutates ||= isChanged(args, call.args) || isChanged(self, call.self);
  }
  return seen;
}

/**
 * Compared as bytes where that can be: to compare objects by their keys lets V8 remember these, which makes
 * an `Object.entries` of such objects three times as fast from then on.
 */
function isChanged(before: unknown, after: unknown): boolean {
  try {
    return !v8.serialize(before).equals(v8.serialize(after));
  } catch {
    return !isDeepStrictEqual(before, after);
  }
}

/** V8's words for an object that its class has not made. */
function isOfPrivateFields(error: string | null): boolean {
  return /private member|private method|must be an instance of class/.test(error ?? '');
}

export function errorText(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/** Calls of the function and of an empty one have this in common. */
interface Harness {
  batch: Batch;
  sink: Sink;
  clock: CallClock;
  mutates: boolean;
}

/** The same calls again and again; if they change their arguments, each has copies of its own. */
class Work {
  private rounds = 1;
  private ready: ReadyCall[];
  /** How many calls there are without copies. */
  private readonly count: number;

  private constructor(
    private readonly harness: Harness,
    private readonly make: () => ReadyCall[],
  ) {
    this.ready = make();
    this.count = this.ready.length;
  }

  static async of(harness: Harness, make: () => ReadyCall[]): Promise<Work> {
    const work = new Work(harness, make);
    await work.calibrate();
    return work;
  }

  get function(): unknown {
    return this.ready[0]!.f;
  }

  /** The number of calls in one batch. */
  get calls(): number {
    return this.count * this.rounds;
  }

  /** The time of a call by both clocks. */
  async time(): Promise<Moment> {
    const { batch, sink, ready, rounds } = this.prepared();
    const { clock } = this.harness;
    const start = clock.now();
    // It is awaited only if it is a promise: the loop of the microtasks is no part of a call.
    const pending = batch(ready, rounds, sink);
    if (pending) await pending;
    const end = clock.now();
    const { calls } = this;
    return {
      wallNs: (end.wallNs - start.wallNs) / calls,
      cpuNs: end.cpuNs === null ? null : (end.cpuNs - start.cpuNs!) / calls,
    };
  }

  /**
   * Bytes of a call on V8's heap; null if Node.js does not tell. What the counting itself allocates is
   * the same for few calls and for many, so the difference of both counts.
   */
  async bytes(): Promise<number | null> {
    const few = await this.heapBytes(1);
    const many = await this.heapBytes(3);
    return few === null || many === null ? null : (many - few) / (2 * this.calls);
  }

  private async heapBytes(times: number): Promise<number | null> {
    const { batch, sink, ready, rounds } = this.prepared(times);
    collectGarbage();
    const meter = AllocationMeter.begin(v8);
    if (!meter) return null;
    const pending = batch(ready, rounds, sink);
    if (pending) await pending;
    return meter.end().heapBytes;
  }

  /** By the wall clock, because a call that waits has next to no CPU time. */
  async calibrate(): Promise<void> {
    const { wallNs } = await this.time();
    const wanted = Math.max(1, Math.round((batchMs * 1e6) / Math.max(1, wallNs) / this.count));
    const most = Math.max(1, Math.floor(maxCopies / this.count));
    this.rounds = this.harness.mutates ? Math.min(wanted, most) : wanted;
  }

  private prepared(times = 1) {
    const { batch, sink, mutates } = this.harness;
    const rounds = this.rounds * times;
    if (!mutates) return { batch, sink, ready: this.ready, rounds };
    this.ready = Array.from({ length: rounds }, () => this.make()).flat();
    return { batch, sink, ready: this.ready, rounds: 1 };
  }
}

/** Whether the tier was reached; without one, until it stays the same. */
async function warmUp(
  work: Work,
  nothing: Work,
  wanted: Tier | null,
  tierNow: () => Tier | null,
): Promise<boolean> {
  const start = performance.now();
  let sinceMs = start;
  let tier = tierNow();
  for (;;) {
    await work.time();
    await nothing.time();
    await work.calibrate();
    await nothing.calibrate();
    const now = performance.now();
    const next = tierNow();
    if (next !== tier) sinceMs = now;
    tier = next;
    const isLong = now - start > warmMs.least;
    const isSteady = now - sinceMs > warmMs.least;
    if (isLong && isSteady && tier === wanted) return true;
    // V8 may still be about to compile what is called seldom.
    const isTop = tier === 'turbofan';
    if (wanted === null && isSteady && now - start > (isTop ? 2 : 10) * warmMs.least) return false;
    // V8 never goes back to a lower tier by itself.
    const isPast = wanted !== null && tier !== null && tiers.indexOf(tier) > tiers.indexOf(wanted);
    if (now - start > warmMs.most || (isPast && isLong && isSteady)) return false;
  }
}

function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle) - 1]!) / 2;
}

/** The standard deviation of samples of which some were interrupted: 1.4826 median distances from the median. */
function deviation(values: readonly number[]): number {
  const middle = median(values);
  return 1.4826 * median(values.map((value) => Math.abs(value - middle)));
}
