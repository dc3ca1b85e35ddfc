import type { SecondLatency } from '../../shared/loadReport.ts';
import { LatencyHistogram } from './latencyHistogram.ts';

/**
 * Counts and latencies of answers for each second since the start of a load phase, by arrival time.
 * Every answer is counted; only the histogram rounds, to three digits.
 */
export class AnswersPerSecond {
  readonly #seconds: { answers: number; latency: SecondLatency }[] = [];
  readonly #latencies = new LatencyHistogram();

  /** Must be called in order of time. */
  add(elapsedMs: number, latencyMs: number): void {
    this.#closeUntil(Math.floor(elapsedMs / 1000));
    this.#latencies.record(latencyMs);
  }

  /** The whole seconds of a phase that took `elapsedMs`; a part of a second at its end is left out. */
  end(elapsedMs: number): { answers: number[]; latencies: SecondLatency[] } {
    const wholeSeconds = Math.floor(elapsedMs / 1000);
    this.#closeUntil(wholeSeconds);
    return {
      answers: this.#seconds.map(({ answers }) => answers),
      latencies: this.#seconds.map(({ latency }) => latency),
    };
  }

  #closeUntil(second: number): void {
    while (this.#seconds.length < second) {
      const answers = this.#latencies.count;
      const at = (percentile: number) =>
        answers === 0 ? null : this.#latencies.percentileMs(percentile);
      this.#seconds.push({ answers, latency: { p50: at(50), p99: at(99) } });
      if (answers > 0) this.#latencies.clear();
    }
  }
}
