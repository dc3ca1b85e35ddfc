import { build } from 'hdr-histogram-js';

const longestMicros = 3_600_000_000;

/** Latencies to three digits, from 1 µs to an hour; what is outside counts as the nearest of the two. */
export class LatencyHistogram {
  readonly #micros = build({
    bitBucketSize: 32,
    lowestDiscernibleValue: 1,
    highestTrackableValue: longestMicros,
    numberOfSignificantValueDigits: 3,
  });

  get count(): number {
    return this.#micros.totalCount;
  }

  /** 0 where nothing is recorded. */
  get maxMs(): number {
    return this.#micros.maxValue / 1000;
  }

  record(latencyMs: number): void {
    const micros = Math.max(1, Math.round(latencyMs * 1000));
    this.#micros.recordValue(Math.min(longestMicros, micros));
  }

  /** 0 where nothing is recorded. */
  percentileMs(percentile: number): number {
    // It is the upper end of its bucket, which may lie above the greatest value seen.
    return Math.min(this.maxMs, this.#micros.getValueAtPercentile(percentile) / 1000);
  }

  clear(): void {
    this.#micros.reset();
  }
}
