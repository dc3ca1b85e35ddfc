import type { CodePlace, CostChange, FunctionFate } from './codeChange.ts';
import type { Visibility } from './flameWire.ts';
import type { Area } from './vocabulary.ts';

/**
 * The flamegraph of two states of the code in one tree: a frame is a function of either, matched
 * across edits, below matched callers. Both widths of each frame are there, as samples of all runs
 * of the state; {@link DiffSide} says what a sample is worth.
 */
export interface DiffFlameQuery {
  visibility: Visibility;
  /**
   * Node to draw as the root, from an earlier answer for the same comparison and visibility;
   * absent: the whole tree.
   */
  rootId?: number;
  /** Children whose larger width is below this share of the drawn root's are left out and counted in its `elided`. */
  minShare: number;
}

/** The scale of one state's samples. */
export interface DiffSide {
  runs: number;
  /** On-CPU samples of all runs together. */
  onCpu: number;
  /** CPU time of a request as a mean over the runs, which `onCpu` samples stand for. */
  microsPerRequest: number;
}

/** A number of samples for each state. */
export interface DiffSamples {
  base: number;
  head: number;
}

export interface DiffFlameNode {
  /** Stable for one comparison and visibility. */
  id: number;
  /** The same for every frame of one matched function; -1 where the frame is no function. */
  functionId: number;
  name: string;
  area: Area;
  package: string;
  fate: FunctionFate;
  /** Whether the function's text changed; null if it is not known. */
  isEdited: boolean | null;
  /** The call, or the leaf, with most samples in that state; null if the function is not in it. */
  basePlace: CodePlace | null;
  headPlace: CodePlace | null;
  /** Samples in this frame and all below it. */
  total: DiffSamples;
  /** Samples in this frame itself and in hidden frames below it. */
  self: DiffSamples;
  /** Samples of children that were too narrow to send. */
  elided: DiffSamples;
  /** The change of `total` by pairs of neighbouring runs; null if they are too few. */
  change: CostChange['change'];
  /** At most 5 % of all changes that are reported as real are not, on average. */
  isBeyondNoise: boolean;
  children: DiffFlameNode[];
}

/** A drawn tree with the scale of its samples. */
export interface DiffFlame {
  base: DiffSide;
  head: DiffSide;
  root: DiffFlameNode;
}

/** Width of a frame in microseconds of CPU time per request. */
export function microsOf(samples: number, { onCpu, microsPerRequest }: DiffSide): number {
  return onCpu === 0 ? 0 : (samples / onCpu) * microsPerRequest;
}
