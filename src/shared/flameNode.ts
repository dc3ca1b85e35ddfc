import type { Area, Marker, PartShares, TierShares } from './vocabulary.ts';

/** A frame of the drawn tree. Shares are 0…1 of the on-CPU samples of the window. */
export interface FlameNode {
  /** Stable for one visibility and direction. */
  id: number;
  /** The same for every frame of one function of the profile; -1 where the frame is no function. */
  functionId: number;
  name: string;
  /** Absolute path, `node:…`, or empty. */
  file: string;
  /**
   * Line of the call, or of the leaf, 1-based; the function's first line if only that is known; 0:
   * none.
   */
  line: number;
  column: number;
  area: Area;
  package: string;
  /** Samples in this frame and all below it. */
  samples: number;
  total: number;
  self: number;
  own: number;
  parts: PartShares;
  tiers: TierShares;
  marker: Marker;
  reason: string | null;
  children: FlameNode[];
  /** Samples of children that were too narrow to send. */
  elided: number;
}
