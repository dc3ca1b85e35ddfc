import type { ComparedPaths } from '../../src/shared/compareWire.ts';
import type { Visibility } from '../../src/shared/flameWire.ts';
import { widthSides, type WidthSide } from './diffFrame.ts';
import { shownChanges, type ShownChanges } from './diffTone.ts';
import type { PathStep } from '../flame/framePath.ts';
import { layouts, objectOf, oneOf, restoreSettings, type Layout } from '../flame/viewSettings.ts';
import { pathOf } from '../profile/viewState.ts';

/** The person's choices, which survive hiding and reloading the page. */
export interface ComparisonState {
  visibility: Visibility;
  side: WidthSide;
  shown: ShownChanges;
  layout: Layout;
  search: string;
  /** The compared files, which the host reads again after a reload; null if they can't be read again. */
  paths: ComparedPaths | null;
  /** The path to the zoomed frame; empty if everything is shown. */
  zoom: PathStep[];
}

/** Restores stored state of any version; values that are not understood get their defaults. */
export function restoreComparison(stored: unknown): ComparisonState {
  const from = objectOf(stored);
  const { search } = from;
  const { visibility } = restoreSettings(stored);
  return {
    visibility,
    side: oneOf(widthSides, from['side']) ?? 'head',
    shown: oneOf(shownChanges, from['shown']) ?? 'beyond-noise',
    layout: oneOf(layouts, from['layout']) ?? 'icicle',
    search: typeof search === 'string' ? search : '',
    paths: pathsOf(from['paths']),
    zoom: pathOf(from['zoom']),
  };
}

/** Identifies a comparison, since a zoom belongs to one. */
export function comparisonKey(paths: ComparedPaths | null): string {
  return JSON.stringify(paths && [paths.base, paths.head]);
}

function pathsOf(stored: unknown): ComparedPaths | null {
  const { base, head } = objectOf(stored);
  return areTexts(base) && areTexts(head) ? { base, head } : null;
}

function areTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}
