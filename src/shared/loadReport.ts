/** The load in the JSON of a report, a part of that contract. */
export interface LoadReport {
  url: string;
  /** The name of the scenario; absent without one. */
  scenario?: string;
  connections: number;
  durationS: number;
  /** Answers received within the window. */
  requests: number;
  /** `samples` holds the answers of each whole second. */
  reqPerS: { mean: number; stdev: number; samples: number[] };
  latencyMs: {
    mean: number;
    p50: number;
    p90: number;
    p97_5: number;
    p99: number;
    max: number;
    /** One for each of `reqPerS.samples`, in the same order. Absent in runs that were saved before it was recorded. */
    samples?: SecondLatency[];
  };
  bytesPerS: number;
  errors: number;
  timeouts: number;
  non2xx: number;
  /** Whole sentences. */
  warnings: string[];
}

/**
 * Latencies of all answers that arrived within one second of the window, in milliseconds with three
 * digits, measured from the writing of the request; null if no answer arrived. Of fewer than 100
 * answers, p99 is the slowest.
 */
export interface SecondLatency {
  p50: number | null;
  p99: number | null;
}
