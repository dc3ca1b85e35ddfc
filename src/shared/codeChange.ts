import type { WaitName } from './requestTimes.ts';

/** The places at which the time of a request changed between two states of the code, as plain data. */

export type FunctionFate = 'same' | 'renamed' | 'moved' | 'moved-and-renamed' | 'new' | 'gone';

/** A place in one state of the code; `file` is absolute, `line` 1-based. */
export interface CodePlace {
  name: string;
  file: string;
  line: number;
  column: number;
}

/**
 * Microseconds of a request: CPU time as self time, where what was hidden counts for the visible caller,
 * or for {@link WaitChange} the wait at a line, or what {@link RouteChange} says.
 */
export interface CostChange {
  /** Means over the runs; 0 if it is not there. */
  baseMicros: number;
  headMicros: number;
  /** The change by pairs of neighbouring runs with its interval; null if they are too few. */
  change: { micros: number; lowMicros: number; highMicros: number } | null;
  /** At most 5 % of all changes that are reported as real are not, on average. */
  isBeyondNoise: boolean;
}

export interface FunctionChange extends CostChange {
  /** The same id as in the flamegraph of both states (diffFlameWire.ts). */
  functionId: number;
  /** Null if it is new or gone. */
  base: CodePlace | null;
  head: CodePlace | null;
  fate: FunctionFate;
  isEdited: boolean | null;
}

/** A line of the head that was a line of the base; null if it is new or gone. */
export interface LineChange extends CostChange {
  base: { file: string; line: number } | null;
  head: { file: string; line: number } | null;
  /** Index into {@link CodeChanges.functions}. */
  function: number;
}

/** A line at which requests wait, and what for. Its lines are null if requests don't wait. */
export interface WaitChange extends CostChange, WaitName {
  base: { file: string; line: number } | null;
  head: { file: string; line: number } | null;
}

/** `cpu`: CPU time of a request of the route; `wait`: how long it waits, on all lines together. */
export type RouteCostKind = 'cpu' | 'wait';

export interface RouteChange extends CostChange {
  /** Such as `GET /orders/:id`. */
  route: string;
  kind: RouteCostKind;
}

export interface CodeChanges {
  /** Changes beyond the noise first, then by size. */
  functions: FunctionChange[];
  lines: LineChange[];
  /** Empty if the requests of a state were not followed. */
  waits: WaitChange[];
  /** Empty if the load of a state had one route alone, or it was not learned. */
  routes: RouteChange[];
  /**
   * `cpu`: CPU time by the system's accounting; `sampled`: the time between samples, if that is not
   * known.
   */
  unit: 'cpu' | 'sampled';
}
