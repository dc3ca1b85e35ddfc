import type { Visibility } from '../../src/shared/flameWire.ts';
import { areas } from '../../src/shared/vocabulary.ts';

/** The person's choices, kept while the view is hidden or reloaded. */
export interface ViewSettings {
  visibility: Visibility;
  /** `callers` is the inverted view. */
  direction: Direction;
  layout: Layout;
  colour: ColourMode;
}

export const directions = ['callees', 'callers'] as const;
export type Direction = (typeof directions)[number];

/** In an `icicle` the root is on top. */
export const layouts = ['icicle', 'flame'] as const;
export type Layout = (typeof layouts)[number];

const colourModes = ['heat', 'area', 'tier'] as const;
export type ColourMode = (typeof colourModes)[number];

export const defaultSettings: ViewSettings = {
  visibility: { areas: ['app'], packages: [] },
  direction: 'callees',
  layout: 'icicle',
  colour: 'heat',
};

/** Restores stored settings of any version; values that are not understood get their defaults. */
export function restoreSettings(stored: unknown): ViewSettings {
  const from = objectOf(stored);
  const visibility = objectOf(from['visibility']);
  const { areas: storedAreas, packages } = visibility;
  return {
    visibility: {
      areas: Array.isArray(storedAreas)
        ? areas.filter((area) => storedAreas.includes(area))
        : defaultSettings.visibility.areas,
      packages: Array.isArray(packages)
        ? packages.filter((name): name is string => typeof name === 'string')
        : [],
    },
    direction: oneOf(directions, from['direction']) ?? defaultSettings.direction,
    layout: oneOf(layouts, from['layout']) ?? defaultSettings.layout,
    colour: oneOf(colourModes, from['colour']) ?? defaultSettings.colour,
  };
}

export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export function oneOf<T>(choices: readonly T[], value: unknown): T | undefined {
  return choices.find((choice) => choice === value);
}
