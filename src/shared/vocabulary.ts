/** The field's terms, one word per thing (see src/README.md). */

/** The area that a frame belongs to. */
export type Area = 'app' | 'deps' | 'core' | 'v8' | 'native' | 'gc' | 'wasm';

export const areas = [
  'app',
  'deps',
  'core',
  'wasm',
  'v8',
  'native',
  'gc',
] as const satisfies Area[];

/** The code that ran, lowest tier first: `~`, `^`, `+`, `*` in V8's log. */
export type Tier = 'ignition' | 'sparkplug' | 'maglev' | 'turbofan';

export const tiers = ['ignition', 'sparkplug', 'maglev', 'turbofan'] as const satisfies Tier[];

/** Shares (0…1 of on-CPU samples) of own time by tier. */
export type TierShares = Record<Tier, number>;

/** The part of self time below the own code: shares (0…1) by the area of the innermost frame. */
export type PartShares = Record<'gc' | 'v8' | 'native' | 'core' | 'deps', number>;

/** A function's verdict on optimization; `null`: none. */
export type Marker = null | 'not-optimized' | 'deopt-loop';
