/** Where the CPU time of a request changed between two states of the code, as plain data. */

export type FunctionFate = 'same' | 'renamed' | 'moved' | 'moved-and-renamed' | 'new' | 'gone';

/** A place in one state of the code; `file` is absolute, `line` 1-based. */
export interface CodePlace {
  name: string;
  file: string;
  line: number;
  column: number;
}

/** CPU time per request in microseconds, of self time: what was hidden counts for the visible caller. */
export interface CostChange {
  /** Means over the runs; 0 where it is not there. */
  baseMicros: number;
  headMicros: number;
  /** The change by pairs of neighbouring runs with its interval; null where they are too few. */
  change: { micros: number; lowMicros: number; highMicros: number } | null;
  /** Of all that are said to have changed, at most 5 % in the mean have not. */
  isBeyondNoise: boolean;
}

export interface FunctionChange extends CostChange {
  /** The same as in the flamegraph of both states (diffFlameWire.ts). */
  functionId: number;
  /** Null where it is new or gone. */
  base: CodePlace | null;
  head: CodePlace | null;
  fate: FunctionFate;
  isEdited: boolean | null;
}

/** A line of the head that was a line of the base; null where it is new or gone. */
export interface LineChange extends CostChange {
  base: { file: string; line: number } | null;
  head: { file: string; line: number } | null;
  /** Index into {@link CodeChanges.functions}. */
  function: number;
}

export interface CodeChanges {
  /** Those beyond the noise first, the largest change first. */
  functions: FunctionChange[];
  lines: LineChange[];
  /** What the microseconds are of: CPU time by the system's accounting, or where that is not known the time between samples. */
  unit: 'cpu' | 'sampled';
}
