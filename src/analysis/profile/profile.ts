import type { ProfileOrigin } from '../../shared/profileOrigin.ts';
import type { IcReport } from '../../shared/report.ts';
import type { RequestTimes } from '../../shared/requestTimes.ts';
import type { RouteTimes } from '../../shared/routes.ts';
import { tiers, type Area, type Tier } from '../../shared/vocabulary.ts';

/**
 * All samples of a window, from all isolates, with original source positions. Reports, views and
 * saved runs are made from it. Flat arrays hold one entry for each frame, node or sample.
 */
export interface Profile {
  functions: ProfileFunction[];
  frames: FrameTable;
  /** The call tree, merged over isolates. Node 0 is the root (frame -1); parents come first. */
  nodes: { parent: Int32Array; frame: Int32Array };
  samples: SampleTable;
  isolates: ProfileIsolate[];
  /** Deoptimizations within the window, without OSR hand-overs. */
  deopts: ProfileDeopt[];
  /** Texts of original files by file, as far as the log or a source map had them. */
  sources: Map<string, string>;
  /** Files that changed on disk after the build that ran. Known right after a run; not saved. */
  newerSources?: ReadonlySet<string>;
  /** The shapes that V8 learned at the property accesses of functions that ran. Only in deep runs. */
  icSites?: ProfileIcSite[];
  windowMs: number;
  intervalMicros: number;
  /**
   * Standard errors of the shares that lines (`file:line`) have after their awaits. Absent if
   * nothing is charged so.
   */
  awaitErrors?: ReadonlyMap<string, number>;
  /** The latency of requests by where they spend it. Absent if it was not learned. */
  requests?: RequestTimes;
  /** Those of the load; absent if it had one alone, and where they were not learned. */
  routes?: ProfileRoutes;
  /** Absent for V8's log (`logOrigin`). */
  origin?: ProfileOrigin;
  /** Only for functions that matter. Absent in older saved runs, and if the sampler can't tell. */
  tierChanges?: ProfileTierChanges[];
  /** Sentences for the user on what could not be determined. */
  notes: string[];
}

export interface ProfileRoutes {
  list: RouteTimes[];
  /** CPU time of all the server's threads in the window; null if the system does not tell. */
  cpuMicros: number | null;
}

/** A function, or a pseudo-function such as `(garbage collector)` without a JavaScript frame. */
export interface ProfileFunction {
  /** The name from V8 or the source map, else a description (see givenName.ts) or `(anonymous)`. */
  name: string;
  /** Absolute path, `node:…` or `wasm://…`; empty if there is none. */
  file: string;
  /** 1-based; 0 if there is none. */
  line: number;
  column: number;
  area: Area;
  /** npm package for area `deps`, else empty. */
  package: string;
}

/** One entry for each function, line and tier, whether at a call site or on top of the stack. */
export interface FrameTable {
  /** Index into `functions`. */
  function: Int32Array;
  /** 1-based line of the call or leaf; the function's if `exact` is 0; 0 for pseudo-functions. */
  line: Int32Array;
  column: Int32Array;
  /** Index into {@link tierOfCode}. */
  tier: Uint8Array;
  exact: Uint8Array;
  /** 1 if the frame ran within the code of its parent node's frame. Absent if unknown. */
  inlined?: Uint8Array;
}

export interface SampleTable {
  /** Innermost node; -1 for an idle sample. */
  node: Int32Array;
  /** Since the start of the window. */
  timeMicros: Float64Array;
  /** Index into `isolates`. */
  isolate: Uint16Array;
  /** Index into `routes` of the profile, or {@link noRoute}. Absent if the load had one route alone. */
  route?: Int16Array;
}

/** The sample is of no request, or it is not known of which. */
export const noRoute = -1;

export interface ProfileIsolate {
  pid: number;
  /** 0 on the main thread. */
  threadId: number;
  role: 'main' | 'worker' | 'child';
}

export interface ProfileDeopt {
  timeMicros: number;
  /** The function whose optimized code was discarded. */
  function: number;
  /** The function that contains the site; another one if that was inlined. */
  siteFunction: number;
  file: string;
  line: number;
  column: number;
  kind: string;
  reason: string;
  /** Index into `isolates`; absent in older saved runs. */
  isolate?: number;
}

/** A property access, as it was at the window's end. */
export interface ProfileIcSite extends IcReport {
  file: string;
  line: number;
  /** Index into `isolates`; each isolate learns separately. */
  isolate: number;
}

/** The changes that V8 made to one function's code in one isolate, from its start to the window's end. */
export interface ProfileTierChanges {
  function: number;
  /** Index into `isolates`. */
  isolate: number;
  /** Oldest first; the middle ones of a very long list are left out. */
  changes: ProfileTierChange[];
  leftOut: number;
  /** How often V8 made bytecode for it within the window. */
  madeInWindow: number;
}

/** `timeMicros`: whole, since the window's start, negative before it. `onStack`: OSR code. */
export type ProfileTierChange = { timeMicros: number } & (
  | { type: 'compiled'; tier: TierCode; codeBytes: number; onStack: boolean }
  | {
      type: 'deopt';
      tier: TierCode;
      onStack: boolean;
      /** The function that contains the site, and so the file of `line` and `column`. */
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

export const tierOfCode: readonly (Tier | null)[] = [null, ...tiers];
