import type { ProfileOrigin } from '../../shared/profileOrigin.ts';
import type { IcReport } from '../../shared/report.ts';
import { tiers, type Area, type Tier } from '../../shared/vocabulary.ts';

/**
 * All samples of a window, of all isolates, on original source positions: what reports, views and
 * saved runs are made from. Flat arrays where there is one entry a frame, node or sample.
 */
export interface Profile {
  functions: ProfileFunction[];
  frames: FrameTable;
  /** The call tree over frames, merged over isolates. Node 0 is the root (frame -1); a parent's index is below its children's. */
  nodes: { parent: Int32Array; frame: Int32Array };
  samples: SampleTable;
  isolates: ProfileIsolate[];
  /** Deoptimizations within the window; OSR hand-overs are not among them. */
  deopts: ProfileDeopt[];
  /** Text of original files that was at hand while reading (from the log or a source map), by file. */
  sources: Map<string, string>;
  /** Files whose text on disk is newer than the build that ran, and not what ran. Known right after a run; not saved. */
  newerSources?: ReadonlySet<string>;
  /** What V8 has learned at the property accesses of lines that ran. Absent but in deep runs. */
  icSites?: ProfileIcSite[];
  windowMs: number;
  intervalMicros: number;
  /** Absent: V8's log, `logOrigin`. */
  origin?: ProfileOrigin;
  /** Of functions that count; absent in runs that were saved before it was kept, and where the sampler can't tell. */
  tierChanges?: ProfileTierChanges[];
  /** Sentences on what could not be known. */
  notes: string[];
}

/** A function, or a pseudo-function such as `(garbage collector)` for what has no JavaScript frame. */
export interface ProfileFunction {
  /**
   * As V8 or the source map has it; where neither does, a description that is no name in the code
   * (`GET /x`, `map callback`, see givenName.ts), else `(anonymous)`.
   */
  name: string;
  /** Absolute path, `node:…` or `wasm://…`; empty where there is none. */
  file: string;
  /** 1-based; 0 where there is none. */
  line: number;
  column: number;
  area: Area;
  /** npm package of `deps`, else empty. */
  package: string;
}

/** One entry for each distinct function, position and tier: a frame at a call site, or at the top of the stack. */
export interface FrameTable {
  /** Index into `functions`. */
  function: Int32Array;
  /** 1-based position that ran (of the call, or of the leaf); the function's own first line where `exact` is 0; 0 for pseudo-functions. */
  line: Int32Array;
  column: Int32Array;
  /** Index into {@link tierOfCode}. */
  tier: Uint8Array;
  exact: Uint8Array;
  /** 1 where it ran within the code of the frame that its parent node has. Absent where that is not known. */
  inlined?: Uint8Array;
}

export interface SampleTable {
  /** Innermost node; -1 for an idle sample. */
  node: Int32Array;
  /** Since the start of the window. */
  timeMicros: Float64Array;
  /** Index into `isolates`. */
  isolate: Uint16Array;
}

export interface ProfileIsolate {
  pid: number;
  /** 0 on the main thread. */
  threadId: number;
  role: 'main' | 'worker' | 'child';
}

export interface ProfileDeopt {
  timeMicros: number;
  /** The function whose optimized code was thrown away. */
  function: number;
  /** The function that holds the site: another one where the site was inlined. */
  siteFunction: number;
  file: string;
  line: number;
  column: number;
  kind: string;
  reason: string;
  /** Index into `isolates`; absent in runs that were saved before it was written down. */
  isolate?: number;
}

/** A property access, as it was at the window's end. */
export interface ProfileIcSite extends IcReport {
  file: string;
  line: number;
  /** Index into `isolates`: each learns for itself. */
  isolate: number;
}

/** What V8 did with the code of one function in one isolate, from its start to the end of the window. */
export interface ProfileTierChanges {
  function: number;
  /** Index into `isolates`. */
  isolate: number;
  /** Oldest first; the middle ones of a very long list are left out. */
  changes: ProfileTierChange[];
  leftOut: number;
  /** How often its bytecode was made within the window. */
  madeInWindow: number;
}

/** `timeMicros` is whole and since the window's start, below 0 before it. `onStack`: code for a loop that ran already. */
export type ProfileTierChange = { timeMicros: number } & (
  | { type: 'compiled'; tier: TierCode; codeBytes: number; onStack: boolean }
  | {
      type: 'deopt';
      tier: TierCode;
      onStack: boolean;
      /** The function that holds the site, and so the file of `line` and `column`. */
      siteFunction: number;
      line: number;
      column: number;
      kind: string;
      reason: string;
    }
  | { type: 'disabled'; reason: string }
);

/** The numbers in `FrameTable.tier`: 0 for none (pseudo-functions). */
export const tierCode = { none: 0, ignition: 1, sparkplug: 2, maglev: 3, turbofan: 4 } as const;

export type TierCode = (typeof tierCode)[keyof typeof tierCode];

/** The reverse of {@link tierCode}. */
export const tierOfCode: readonly (Tier | null)[] = [null, ...tiers];
