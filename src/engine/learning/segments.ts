import { noContext, notLearned } from '../../shared/learningWire.ts';

/** The parts of V8's CPU profile that are read here. Times are microseconds of the system's clock. */
export interface TimedProfile {
  startTime: number;
  samples: number[];
  timeDeltas: number[];
  nodes: { id: number; callFrame: { url: string; functionName: string }; children?: number[] }[];
}

/** Node.js takes less from one callback to the next if it has not waited between them. */
export const maxDispatchMs = 0.1;
/** A phase of some seconds has fewer; what comes later is not learned from. */
const maxSegments = 4_000_000;

/** Lists which context ran from when to when, in milliseconds of `performance.now()`. */
export class Segments {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #contexts: number[] = [];
  readonly #offsetMicros = clockOffsetMicros();

  add(start: number, end: number, context: number): void {
    if (this.#starts.length === maxSegments || context === noContext || end <= start) return;
    this.#starts.push(start);
    this.#ends.push(end);
    this.#contexts.push(context);
  }

  /** The context at each of some times, in microseconds of the system's clock and in order. */
  at(times: readonly number[]): number[] {
    // A segment is explained later than ones that began after it.
    const order = Uint32Array.from(this.#starts.keys()).sort(
      (a, b) => this.#starts[a]! - this.#starts[b]!,
    );
    let next = 0;
    return times.map((micros) => {
      const ms = (micros - this.#offsetMicros) / 1000;
      while (next < order.length && this.#starts[order[next]!]! <= ms) next++;
      const last = order[next - 1];
      return last !== undefined && ms < this.#ends[last]! ? this.#contexts[last]! : noContext;
    });
  }
}

/** From `performance.now()` to the system's clock, by the quickest of some readings of both. */
function clockOffsetMicros(): number {
  let quickest = Infinity;
  let offset = 0;
  for (let i = 0; i < 100; i++) {
    const before = performance.now();
    const micros = Number(process.hrtime.bigint()) / 1000;
    const after = performance.now();
    if (after - before >= quickest) continue;
    quickest = after - before;
    offset = micros - ((before + after) / 2) * 1000;
  }
  return offset;
}

/** For each sample the context that ran; {@link notLearned} if the hooks themselves did. */
export function contextsOfSamples(
  profile: TimedProfile,
  segments: Segments,
  ownFile: string,
): number[] {
  let now = profile.startTime;
  const times = profile.timeDeltas.map((delta) => (now += delta));
  const own = new Set<number>();
  // Parents come before their children in V8's list.
  for (const { id, callFrame, children } of profile.nodes) {
    if (callFrame.url.endsWith(ownFile) || isOfHooks(callFrame)) own.add(id);
    if (own.has(id)) for (const child of children ?? []) own.add(child);
  }
  const contexts = segments.at(times);
  return profile.samples.map((node, i) => (own.has(node) ? notLearned : contexts[i]!));
}

/** Functions of Node.js that run only if there are hooks; its trampoline calls everything then. */
function isOfHooks({ url, functionName }: TimedProfile['nodes'][number]['callFrame']): boolean {
  return url === 'node:internal/async_hooks' && functionName !== 'callbackTrampoline';
}
