import type { MeasureOptions, MeasureProgress, MeasureResult } from './measure.ts';

/**
 * Measuring on the wire between the extension host and the language server (lspWire.ts has the
 * names). What was measured is held as the comparison, in the place of one of saved runs: its page
 * is answered by `compareView` (compareWire.ts). Plain data; lines are 1-based, shares 0…1.
 */

/**
 * Host → server, request `measure`: answered when it has ended. One run or measuring at a time;
 * notification `stop` ends it with what is known so far.
 */
export interface MeasureRequest {
  options: MeasureOptions;
}
export type MeasureAnswer = MeasureResult;

/** Server → host, notification `measureProgress`: about ten times a second under load. The target's output comes as `output`. */
export type MeasureProgressMessage = MeasureProgress;

/** Server → host, notification `comparisonChanged`: ask for its page and its lines again. */
export interface ComparisonChangedMessage {
  /** False where nothing is compared any more. */
  isCompared: boolean;
}

/** Host → server, request `comparedLines`: the lines of a document, as it is now, that have time in either state. */
export interface ComparedLinesRequest {
  uri: string;
}
export interface ComparedLinesAnswer {
  /** Those beyond the noise first, the largest difference first; empty where nothing is compared. */
  lines: ComparedLine[];
}
export interface ComparedLine {
  /** In the document as it is now. */
  line: number;
  /** Of the CPU time of a request, in the head and in the base. */
  nowShare: number;
  beforeShare: number;
  /** CPU time of a request in microseconds, with the interval of the change. */
  nowMicros: number;
  beforeMicros: number;
  change: { micros: number; lowMicros: number; highMicros: number } | null;
  isBeyondNoise: boolean;
  /** For the end of the line: `12.1 % ▼ 9.8`, and without the difference where it is within the noise. */
  label: string;
  /** For people who ask: `before 21.9 % (92.1 µs), now 12.1 % (46.0 µs): −46.1 µs (−51.2 to −40.9)`. */
  detail: string;
}
