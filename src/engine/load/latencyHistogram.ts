import { build } from 'hdr-histogram-js';

const longestMicros = 3_600_000_000;

/** Latencies to three digits from 1 µs to 1 h; values outside are clamped. */
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

  /** 0 if nothing is recorded. */
  get maxMs(): number {
    return this.#micros.maxValue / 1000;
  }

  record(latencyMs: number): void {
    const micros = Math.max(1, Math.round(latencyMs * 1000));
    this.#micros.recordValue(Math.min(longestMicros, micros));
  }

  /** 0 if nothing is recorded. */
  percentileMs(percentile: number): number {
    // The histogram returns the upper end of a bucket, which may exceed the greatest value.
    return Math.min(this.maxMs, this.#micros.getValueAtPercentile(percentile) / 1000);
  }

  clear(): void {
    this.#micros.reset();
  }
}
