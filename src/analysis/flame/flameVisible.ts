import type { Visibility } from '../../shared/flameWire.ts';
import { flameCounts } from './flameCounts.ts';
import { isAfterAwait } from '../profile/afterAwait.ts';
import { tierOfCode, type Profile, type ProfileFunction } from '../profile/profile.ts';

/** The call tree with hidden nodes folded into the nearest visible caller. */
export interface VisibleCalls {
  /** By function: 1 if its frames are drawn. */
  shown: Uint8Array;
  /** By node: the node itself if visible, else its nearest visible caller, or -1. */
  visible: Int32Array;
  /** By visible node: samples in which it is the innermost visible one. 0 for hidden nodes. */
  self: Int32Array;
  /** Samples without any visible frame, and their breakdown. */
  unattributed: number;
  unattributedParts: SelfBreakdown;
}

/** @param awaits whether work after an `await` has a frame of its own, or is in the one that awaits */
export function visibleCalls(
  profile: Profile,
  visibility: Visibility,
  awaits: 'drawn' | 'folded' = 'drawn',
): VisibleCalls {
  const drawnAreas = new Set(visibility.areas);
  const drawnPackages = new Set(visibility.packages);
  const isShown = (fn: ProfileFunction) => {
    if (isAfterAwait(fn)) return awaits === 'drawn' && drawnAreas.has('app');
    return drawnAreas.has(fn.area) || (fn.area === 'deps' && drawnPackages.has(fn.package));
  };
  const shown = Uint8Array.from(profile.functions, (fn) => (isShown(fn) ? 1 : 0));
  // Computed by frame, as there are fewer of them than nodes.
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
 * Breaks self time down with several counters for each bin (a drawn node, or a function): own
 * samples, samples by the innermost frame's area, and own samples by tier.
 */
export class SelfBreakdown {
  readonly #counts: Int32Array;

  constructor(bins: number) {
    this.#counts = new Int32Array(bins * stride);
  }

  /** Adds samples with the innermost frame `innerFrame`. */
  add(bin: number, profile: Profile, isOwn: boolean, innerFrame: number, samples: number): void {
    const base = bin * stride;
    if (isOwn) {
      this.#counts[base]! += samples;
      const tier = tierOfCode[profile.frames.tier[innerFrame]!];
      if (tier) this.#counts[base + slot[tier]]! += samples;
      return;
    }
    const area = profile.functions[profile.frames.function[innerFrame]!]!.area;
    // The report has no part for wasm, nor for hidden app code below a visible library.
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
