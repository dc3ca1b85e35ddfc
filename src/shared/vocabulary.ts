/** The field's terms, one word per thing (see src/README.md). */

/** What a frame belongs to. */
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

/** Where self time went that was not own time: shares (0…1) by the area of the innermost frame. */
export type PartShares = Record<'gc' | 'v8' | 'native' | 'core' | 'deps', number>;

/** A function's verdict on optimization; `null` where there is nothing to say. */
export type Marker = null | 'not-optimized' | 'deopt-loop';
