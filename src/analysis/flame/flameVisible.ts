import type { Visibility } from '../../shared/flameWire.ts';
import { flameCounts } from './flameCounts.ts';
import { tierOfCode, type Profile } from '../profile/profile.ts';

/** The call tree as one visibility shows it: hidden nodes folded into the nearest visible caller. */
export interface VisibleCalls {
  /** By function: 1 where its frames are drawn. */
  shown: Uint8Array;
  /** By node: the node itself where visible, else its nearest visible caller; -1: none. */
  visible: Int32Array;
  /** By visible node: samples in which it is the innermost visible one. 0 for hidden nodes. */
  self: Int32Array;
  /** Samples without any visible frame, and what they were. */
  unattributed: number;
  unattributedParts: SelfBreakdown;
}

export function visibleCalls(profile: Profile, visibility: Visibility): VisibleCalls {
  const drawnAreas = new Set(visibility.areas);
  const drawnPackages = new Set(visibility.packages);
  const shown = Uint8Array.from(profile.functions, (fn) =>
    drawnAreas.has(fn.area) || (fn.area === 'deps' && drawnPackages.has(fn.package)) ? 1 : 0,
  );
  // By frame, which are few: each node is looked up once.
  const isFrameShown = Uint8Array.from(profile.frames.function, (fn) => shown[fn]!);
  const { parent, frame } = profile.nodes;
  const { innermost } = flameCounts(profile);
  const visible = new Int32Array(parent.length).fill(-1);
  const self = new Int32Array(parent.length);
  const unattributedParts = new SelfBreakdown(1);
  let unattributed = innermost[0] ?? 0;
  for (let node = 1; node < parent.length; node += 1) {
    const at = isFrameShown[frame[node]!] === 1 ? node : visible[parent[node]!]!;
    visible[node] = at;
    const samples = innermost[node]!;
    if (at >= 0) {
      self[at]! += samples;
    } else if (samples > 0) {
      unattributed += samples;
      unattributedParts.add(0, profile, false, frame[node]!, samples);
    }
  }
  return { shown, visible, self, unattributed, unattributedParts };
}

/**
 * What self time is made of, several counters for each bin (a drawn node, or a function):
 * own, then the parts by area of the innermost frame, then own by tier.
 */
export class SelfBreakdown {
  readonly #counts: Int32Array;

  constructor(bins: number) {
    this.#counts = new Int32Array(bins * stride);
  }

  /** Adds samples whose innermost frame is of the function `inner`. */
  add(bin: number, profile: Profile, isOwn: boolean, innerFrame: number, samples: number): void {
    const base = bin * stride;
    if (isOwn) {
      this.#counts[base]! += samples;
      const tier = tierOfCode[profile.frames.tier[innerFrame]!];
      if (tier) this.#counts[base + slot[tier]]! += samples;
      return;
    }
    const area = profile.functions[profile.frames.function[innerFrame]!]!.area;
    // Hidden app code below a visible library, and wasm, have no part of their own in the report.
    if (area !== 'app' && area !== 'wasm') this.#counts[base + slot[area]]! += samples;
  }

  samples(bin: number, of: keyof typeof slot): number {
    return this.#counts[bin * stride + slot[of]]!;
  }
}

const slot = {
  own: 0,
  gc: 1,
  v8: 2,
  native: 3,
  core: 4,
  deps: 5,
  ignition: 6,
  sparkplug: 7,
  maglev: 8,
  turbofan: 9,
} as const;
const stride = 10;
