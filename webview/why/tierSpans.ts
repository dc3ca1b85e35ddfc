import type { TierChange, TierStory } from '../../src/shared/tierStory.ts';
import { tiers, type Tier } from '../../src/shared/vocabulary.ts';

/** For this long a call of the function entered code of this tier; null: not known. */
export interface TierSpan {
  tier: Tier | null;
  /** Since the window's start; below 0 in warm-up. */
  fromMs: number;
  toMs: number;
}

export interface ProcessTiers {
  /** Index into the report's `target.processes`. */
  process: number;
  spans: TierSpan[];
  /** Deoptimizations and the giving up, in their order. */
  marks: Exclude<TierChange, { type: 'compiled' }>[];
}

/**
 * Which code a call entered over time, for each process, from the changes that V8 logged:
 *
 *     ignition ─► sparkplug ─► turbofan ─(deopt)─► sparkplug ─► turbofan
 *
 * After a deoptimization it is the baseline code again where there is some, else the interpreter. Code
 * for a loop that runs already is entered by no call. Where changes were left out in the middle,
 * nothing is known until the next one.
 */
export function tierSpans(
  { changes, changesLeftOut }: Pick<TierStory, 'changes' | 'changesLeftOut'>,
  windowMs: number,
): ProcessTiers[] {
  const byProcess = new Map<number, SpanWriter>();
  const gapAt = changesLeftOut > 0 ? Math.floor(changes.length / 2) : -1;
  changes.forEach((change, index) => {
    if (index === gapAt) {
      const fromMs = changes[index - 1]?.atMs ?? change.atMs;
      for (const writer of byProcess.values()) writer.enter(null, fromMs);
    }
    let writer = byProcess.get(change.process);
    if (!writer) byProcess.set(change.process, (writer = new SpanWriter()));
    writer.add(change);
  });
  return [...byProcess]
    .sort(([a], [b]) => a - b)
    .map(([process, writer]) => ({ process, spans: writer.end(windowMs), marks: writer.marks }));
}

class SpanWriter {
  readonly marks: ProcessTiers['marks'] = [];
  readonly #spans: TierSpan[] = [];
  #tier: Tier | null = null;
  #fromMs: number | null = null;
  #hasBaseline = false;

  add(change: TierChange): void {
    switch (change.type) {
      case 'compiled':
        if (change.onStack) return;
        if (change.tier === 'sparkplug') this.#hasBaseline = true;
        // Its bytecode was thrown away and is made again.
        if (change.tier === 'ignition') this.#hasBaseline = false;
        else if (change.tier === 'sparkplug' && rankOf(this.#tier) > rankOf('sparkplug')) return;
        return this.enter(change.tier, change.atMs);
      case 'deopt':
        this.marks.push(change);
        // Of a loop's code, or of older code than what calls enter by now, it changes nothing.
        if (change.onStack || (this.#tier !== null && this.#tier !== change.from)) return;
        return this.enter(this.#hasBaseline ? 'sparkplug' : 'ignition', change.atMs);
      case 'disabled':
        this.marks.push(change);
    }
  }

  enter(tier: Tier | null, atMs: number): void {
    if (tier === this.#tier && this.#fromMs !== null) return;
    this.#close(atMs);
    this.#tier = tier;
    this.#fromMs = atMs;
  }

  end(atMs: number): TierSpan[] {
    this.#close(atMs);
    return this.#spans;
  }

  #close(toMs: number): void {
    const fromMs = this.#fromMs;
    if (fromMs !== null && toMs > fromMs) this.#spans.push({ tier: this.#tier, fromMs, toMs });
  }
}

function rankOf(tier: Tier | null): number {
  return tier === null ? -1 : tiers.indexOf(tier);
}
