import { EnteredTier } from '../../src/shared/enteredTier.ts';
import type { TierChange, TierStory } from '../../src/shared/tierStory.ts';
import type { Tier } from '../../src/shared/vocabulary.ts';

/** A period in which calls of the function entered code of this tier; null if unknown. */
export interface TierSpan {
  tier: Tier | null;
  /** Since the window's start; negative in the warm-up. */
  fromMs: number;
  toMs: number;
}

export interface ProcessTiers {
  /** Index into the report's `target.processes`. */
  process: number;
  spans: TierSpan[];
  /** Deoptimizations and giving up, in order. */
  marks: Exclude<TierChange, { type: 'compiled' }>[];
}

/**
 * The code that a call entered over time, for each process, from the changes that V8 logged. After
 * changes that were left out in the middle, it is unknown until the next one.
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
      for (const writer of byProcess.values()) writer.forget(fromMs);
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
  readonly #entered = new EnteredTier();
  readonly #spans: TierSpan[] = [];
  #open: { tier: Tier | null; fromMs: number } | null = null;

  add(change: TierChange): void {
    this.#entered.add(change);
    if (change.type !== 'compiled') this.marks.push(change);
    this.#enter(this.#entered.current, change.atMs);
  }

  /** The tier is unknown from then on. */
  forget(atMs: number): void {
    this.#entered.current = null;
    this.#enter(null, atMs);
  }

  end(atMs: number): TierSpan[] {
    this.#close(atMs);
    return this.#spans;
  }

  #enter(tier: Tier | null, atMs: number): void {
    if (this.#open?.tier === tier) return;
    this.#close(atMs);
    this.#open = { tier, fromMs: atMs };
  }

  #close(toMs: number): void {
    if (this.#open && toMs > this.#open.fromMs) this.#spans.push({ ...this.#open, toMs });
  }
}
