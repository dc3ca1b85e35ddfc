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
  /** Node to draw as the root, from an earlier answer for the same comparison and visibility; absent: all. */
  rootId?: number;
  /** Children whose larger width is below this share of the drawn root's are left out and counted in its `elided`. */
  minShare: number;
}

/** What the samples of one state are of. */
export interface DiffSide {
  runs: number;
  /** On-CPU samples of all runs together. */
  onCpu: number;
  /** CPU time of a request, mean over the runs: what `onCpu` samples are worth. */
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
  /** Whether the function's text changed; null where it is not known. */
  isEdited: boolean | null;
  /** Where most samples passed in that state (the call, or the leaf); null where the function is not in it. */
  basePlace: CodePlace | null;
  headPlace: CodePlace | null;
  /** In this frame and all below it. */
  total: DiffSamples;
  /** In this frame itself, with what is hidden below it. */
  self: DiffSamples;
  /** Of children that were too narrow to send. */
  elided: DiffSamples;
  /** Of `total`, by pairs of neighbouring runs; null where they are too few. */
  change: CostChange['change'];
  /** Of all frames that are said to have changed, at most 5 % in the mean have not. */
  isBeyondNoise: boolean;
  children: DiffFlameNode[];
}

/** A drawn tree with what its samples are worth. */
export interface DiffFlame {
  base: DiffSide;
  head: DiffSide;
  root: DiffFlameNode;
}

/** Width of a frame in microseconds of CPU time per request. */
export function microsOf(samples: number, { onCpu, microsPerRequest }: DiffSide): number {
  return onCpu === 0 ? 0 : (samples / onCpu) * microsPerRequest;
}
